package dev.licet.conformance.agents;

import dev.licet.conformance.Program;
import dev.licet.conformance.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A home directory with a workspace and one agent, which is hooked up to a server of its own. */
final class AgentHome implements AutoCloseable {
    /** What is in {@code .env}, and must never be told to a model. */
    static final String SECRET = "value-nobody-may-see";

    private static final String RULES = """
            {
                "shell_exec": {"*": "ask", "cat keep.txt": "allow", "rm *": "deny"},
                "read_file": {"*": "allow", "*.env": "deny"},
                "write_file": "ask",
                "edit_file": "ask"
            }
            """;

    private final RealAgent agent;
    private final Path home;
    private final Path workspace;
    private final Path data;
    private final RunningServer server;

    private AgentHome(RealAgent agent, Path folder) throws IOException {
        this.agent = agent;
        this.home = Files.createDirectories(folder.resolve("home"));
        this.workspace = Files.createDirectories(home.resolve("work"));
        this.data = folder.resolve("data");
        Path rules = data.resolve("workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, RULES);
        this.server = RunningServer.start(data, 0);
    }

    static AgentHome of(RealAgent agent, Path folder) throws IOException, InterruptedException {
        var made = new AgentHome(agent, folder);
        Files.writeString(made.file("keep.txt"), "a kept word\n");
        Files.writeString(made.file(".env"), "TOKEN=" + SECRET + "\n");
        made.run(List.of("git", "init", "-q", "."), Map.of());
        return made;
    }

    Path file(String name) {
        return workspace.resolve(name);
    }

    RunningServer server() {
        return server;
    }

    /** Hooks the agent up as its user would. */
    void install(LoopbackModel model) throws IOException, InterruptedException {
        agent.configure(home, model);
        run(
                List.of(
                        Program.ROOT.resolve("licet").toString(),
                        "install",
                        agent.host(),
                        "--data-dir",
                        data.toString()),
                Map.of());
    }

    /** Has the agent work until it is done; gives what it printed. */
    String work(LoopbackModel model) throws IOException, InterruptedException {
        var printed = new StringBuilder();
        for (List<String> command : agent.commands(model)) {
            printed.append(run(command, agent.environment(model)));
        }
        return printed.toString();
    }

    private String run(List<String> command, Map<String, String> more) throws IOException, InterruptedException {
        Path programs = AgentPackages.programs(agent.npm());
        var whole = new ArrayList<String>();
        whole.add("env");
        whole.addAll(command);
        Path out = Files.createTempFile(home.getParent(), "out", ".txt");
        ProcessBuilder builder = new ProcessBuilder(whole)
                .directory(workspace.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("HOME", home.toString());
        environment.put("PATH", programs + ":" + AgentPackages.node() + ":/usr/bin:/bin");
        environment.put("TERM", "dumb");
        environment.put("DISABLE_TELEMETRY", "1");
        environment.put("DISABLE_AUTOUPDATER", "1");
        environment.put("DO_NOT_TRACK", "1");
        environment.putAll(more);
        Process process = builder.start();
        boolean ended = process.waitFor(4, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String printed = Files.readString(out);
        if (!ended) {
            throw new AssertionError(command + " does not end: " + printed);
        }
        return printed;
    }

    /** Some agents leave servers behind. */
    @Override
    public void close() throws IOException {
        server.close();
        ProcessHandle.allProcesses().filter(this::isOurs).forEach(ProcessHandle::destroyForcibly);
    }

    private boolean isOurs(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", "" + process.pid(), "environ"));
            return new String(environment, StandardCharsets.ISO_8859_1).contains("HOME=" + home + "\0");
        } catch (IOException e) {
            return false;
        }
    }
}
