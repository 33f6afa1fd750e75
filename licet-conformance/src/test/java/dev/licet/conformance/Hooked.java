package dev.licet.conformance;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A tool call of Claude Code, put through `./licet hook claude` as the host does it. */
record Hooked(Process process) {

    static Hooked bash(Path data, String command) throws IOException {
        Process process = Program.licet("hook", "claude", "--data-dir", data.toString());
        String payload = """
                {"session_id":"abc123","prompt_id":"p1","transcript_path":"/home/u/.claude/projects/x/abc.jsonl",\
                "cwd":"/home/u/proj","permission_mode":"default","effort":{"level":"high"},\
                "hook_event_name":"PreToolUse","tool_name":"Bash",\
                "tool_input":{"command":"COMMAND","description":"Do it","timeout":120000,"run_in_background":false},\
                "tool_use_id":"toolu_01ABC"}
                """.replace("COMMAND", command);
        try (OutputStream out = process.getOutputStream()) {
            out.write(payload.getBytes(StandardCharsets.UTF_8));
        }
        return new Hooked(process);
    }

    Program.Result result() throws IOException, InterruptedException {
        return Program.finish(process, "");
    }
}
