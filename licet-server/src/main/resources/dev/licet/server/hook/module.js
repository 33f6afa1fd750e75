import { spawn } from "node:child_process";

/** What the hook says of `question`; without an answer the call is refused. */
function ask(question) {
  return new Promise((resolve) => {
    const refuse = (why) => resolve({ decision: "deny", reason: "Licet denied this call: " + why });
    const hook = spawn(command, { shell: true, stdio: ["pipe", "pipe", "pipe"] });
    let answer = "";
    let errors = "";
    hook.stdout.on("data", (text) => (answer += text));
    hook.stderr.on("data", (text) => (errors += text));
    hook.on("error", (error) => refuse("its hook cannot be started: " + error.message));
    hook.stdin.on("error", () => {});
    hook.on("close", (status) => {
      if (status !== 0) {
        return refuse(errors.trim().replace(/^Licet denied this call: /, "") || "its hook ended with status " + status);
      }
      try {
        resolve(JSON.parse(answer));
      } catch {
        refuse("its hook gave no answer");
      }
    });
    hook.stdin.end(JSON.stringify(question));
  });
}

/** Puts the arguments that a person chose in the place of those of the call. */
function replace(given, chosen) {
  for (const name of Object.keys(given)) {
    delete given[name];
  }
  Object.assign(given, chosen);
}
