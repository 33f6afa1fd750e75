export default function (pi) {
  pi.on("tool_call", async (event, context) => {
    const answer = await ask({
      hook_event_name: "tool_call",
      session_id: context.sessionManager.getSessionId(),
      tool_use_id: event.toolCallId,
      cwd: context.cwd,
      tool_name: event.toolName,
      tool_input: event.input ?? {},
    });
    if (answer.decision !== "allow") {
      return { block: true, reason: answer.reason ?? "Licet denied this call: its hook did not allow it" };
    }
    if (answer.arguments) {
      replace(event.input, answer.arguments);
    }
  });
}
