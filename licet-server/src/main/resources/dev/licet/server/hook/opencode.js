import { realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

// Where `grep` is given a file, OpenCode searches the whole folder that it is in.
const searched = (tool, path, directory) => {
  if (tool !== "grep" || typeof path !== "string") {
    return {};
  }
  try {
    const file = resolve(directory, path);
    return statSync(file).isFile() ? { paths: [dirname(file), dirname(realpathSync(file))] } : {};
  } catch {
    return {};
  }
};

export const Licet = async ({ directory }) => ({
  "tool.execute.before": async (call, output) => {
    const answer = await ask({
      hook_event_name: "tool.execute.before",
      session_id: call.sessionID,
      tool_use_id: call.callID,
      cwd: directory,
      tool_name: call.tool,
      tool_input: { ...output.args, ...searched(call.tool, output.args?.path, directory) },
    });
    if (answer.decision !== "allow") {
      throw new Error(answer.reason ?? "Licet denied this call: its hook did not allow it");
    }
    if (answer.arguments) {
      const { paths, ...args } = answer.arguments;
      replace(output.args, call.tool === "grep" ? args : answer.arguments);
    }
  },
});
