export const Licet = async ({ directory }) => ({
  "tool.execute.before": async (call, output) => {
    const answer = await ask({
      hook_event_name: "tool.execute.before",
      session_id: call.sessionID,
      tool_use_id: call.callID,
      cwd: directory,
      tool_name: call.tool,
      tool_input: output.args ?? {},
    });
    if (answer.decision !== "allow") {
      throw new Error(answer.reason ?? "Licet denied this call: its hook did not allow it");
    }
    if (answer.arguments) {
      replace(output.args, answer.arguments);
    }
  },
});
