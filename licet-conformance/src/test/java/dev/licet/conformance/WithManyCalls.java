package dev.licet.conformance;

import dev.licet.core.json.JsonValue.JsonObject;
import java.util.List;

/** Pages on which many calls of several agents wait. */
abstract class WithManyCalls extends WithPage {
    private int calls;

    @Override
    void prepare() throws Exception {
        AskedCommands.in(data, "rm", "ls");
    }

    static JsonObject object() {
        return JsonObject.empty();
    }

    final void call(String client, String project, String tool, JsonObject arguments) throws Exception {
        calls++;
        server.post(
                "/v1/calls?wait=0",
                object().with("callId", "c" + calls)
                        .with("tool", tool)
                        .with("arguments", arguments)
                        .with("sessionId", client + "-1")
                        .with("cwd", "/home/u/" + project)
                        .with("client", client)
                        .with("task", "Work on " + project)
                        .toString());
    }

    final void shell(String client, String project, String line) throws Exception {
        call(client, project, "Bash", object().with("command", line));
    }

    final void fiveAgents() throws Exception {
        List<String> lines = List.of("npm test", "git push", "make all", "pip install x", "frob y", "terraform plan");
        for (String agent : List.of("claude", "codex", "copilot", "gemini", "opencode")) {
            for (String line : lines) {
                shell(agent, agent + "-project", line);
            }
            call(
                    agent,
                    agent + "-project",
                    "mcp__linear__create_issue",
                    object().with("title", "Something for " + agent));
        }
        shell("codex", "codex-project", "docker compose up -d");
        shell("gemini", "gemini-project", "curl -X POST -d @report.json https://example.com/upload");
        shell("opencode", "opencode-project", "rm -rf build/cache");
        shell("copilot", "copilot-project", "aws s3 sync build s3://acme-prod --delete");
        call(
                "claude",
                "claude-project",
                "Edit",
                object().with("file_path", "/home/u/claude-project/.github/workflows/ci.yml")
                        .with("old_string", "a\nnode: 18\nb")
                        .with("new_string", "a\nnode: 22\nb\nc"));
    }
}
