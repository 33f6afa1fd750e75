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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A home directory with a workspace, one agent with its model, and a server of its own that the agent is hooked up to. */
final class AgentHome implements AutoCloseable {
    /** What is in {@code .env}, and must never be told to a model. */
    static final String SECRET = "value-nobody-may-see";

    /** The text of {@code .env}. */
    static final String ENV = "OPEN=1\nTOKEN=" + SECRET + "\n";

    /** What is in {@code keep.txt}, which may be read. */
    static final String KEPT = "a kept word";

    private static final String RULES = """
            {
                "shell_exec": {"*": "ask", "cat *": "allow", "grep *": "allow", "rm *": "deny"},
                "read_file": {"*": "allow", "*.env": "deny"},
                "write_file": {"*": "ask", "*.env": "deny"},
                "edit_file": {"*": "ask", "*.env": "deny"}
            }
            """;

    private static final int LONGEST_MINUTES = 30;
    private static final String LICET = Program.ROOT.resolve("licet").toString();

    private final RealAgent agent;
    private final Path home;
    private final Path workspace;
    private final Path data;
    private final LoopbackModel model;
    private final RunningServer server;
    private boolean hooksChanged;

    private AgentHome(RealAgent agent, Path home, Path data, List<Wanted> wanted) throws IOException {
        this.agent = agent;
        this.home = home;
        this.workspace = home.resolve("work");
        this.data = data;
        this.server = RunningServer.start(data, 0);
        this.model = LoopbackModel.start(wanted);
    }

    /** A home in {@code folder} whose model wants {@code wanted}, one call after the other. */
    static AgentHome in(Path folder, RealAgent agent, List<Wanted> wanted) throws IOException, InterruptedException {
        return in(folder, agent, wanted, RULES);
    }

    /** The same with rules of its own. */
    static AgentHome in(Path folder, RealAgent agent, List<Wanted> wanted, String rules)
            throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        write(data.resolve("workers/local/permissions.jsonc"), rules);
        Path home = folder.resolve("home");
        write(workspace(folder).resolve("keep.txt"), KEPT + "\n");
        write(workspace(folder).resolve(".env"), ENV);
        var made = new AgentHome(agent, home, data, wanted);
        try {
            // What an agent fetches for itself is fetched once as well.
            Path packages = home.resolve(".npm");
            if (!Files.exists(packages)) {
                Files.createSymbolicLink(packages, Files.createDirectories(AgentPackages.CACHE.resolve("npm")));
            }
            made.run(List.of("git", "init", "-q", "."));
            for (var file :
                    agent.configuration(made.model, mcp(workspace(folder))).entrySet()) {
                write(home.resolve(file.getKey()), file.getValue());
            }
            return made;
        } catch (Throwable e) {
            made.close();
            throw e;
        }
    }

    /** The workspace of a home in {@code folder}. */
    static Path workspace(Path folder) {
        return folder.resolve("home").resolve("work");
    }

    private static List<String> mcp(Path workspace) throws IOException, InterruptedException {
        Path program = AgentPackages.programs("@modelcontextprotocol/server-filesystem@2026.8.31")
                .resolve("mcp-server-filesystem");
        return List.of(AgentPackages.node().resolve("node").toString(), program.toString(), workspace.toString());
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    Path file(String name) {
        return workspace.resolve(name);
    }

    LoopbackModel model() {
        return model;
    }

    RunningServer server() {
        return server;
    }

    /** Hooks the agent up as its user would. */
    void install(String... more) throws IOException, InterruptedException {
        licet("install", Stream.concat(Stream.of(agent.name()), Stream.of(more)).toArray(String[]::new));
    }

    /** Runs {@code licet COMMAND} for this home; gives what it printed. */
    String licet(String command, String... more) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of(LICET, command, "--data-dir", data.toString()));
        line.addAll(List.of(more));
        return run(line);
    }

    /** Hooks it up with a program that is not there. */
    void installWhatIsGone(String... more) throws IOException, InterruptedException {
        var line = new ArrayList<>(List.of(
                "LICET_PROGRAM=" + home.resolve("gone/licet"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.licet.cli.Main",
                "install",
                agent.name(),
                "--data-dir",
                data.toString()));
        line.addAll(List.of(more));
        run(line);
    }

    /** Has the agent wait for its hooks only some seconds. */
    void shortenPatience() throws IOException {
        hooksChanged = true;
        change(text -> text.replaceAll("(\"timeout(?:Sec)?\" ?: ?)[0-9]{2,3}(000)?\\b", "$14$2"));
    }

    /** Changes every file in the home directory that {@code change} changes. */
    private void change(UnaryOperator<String> change) throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                String changed = change.apply(text);
                if (!changed.equals(text)) {
                    Files.write(file, changed.getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    /** Has the agent work until it is done; gives what it printed. */
    String work() throws IOException, InterruptedException {
        var printed = new StringBuilder();
        for (List<String> command : agent.commands(model, home)) {
            var line = new ArrayList<>(command);
            if (hooksChanged) {
                line.addAll(2, agent.withChangedHooks());
            }
            printed.append(run(line));
        }
        return printed.toString();
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        var whole = new ArrayList<>(List.of("env"));
        whole.addAll(command);
        Path out = Files.createTempFile(data, "out", ".txt");
        ProcessBuilder builder = new ProcessBuilder(whole)
                .directory(workspace.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("HOME", home.toString());
        Path programs = AgentPackages.programs(agent.traits().npm());
        environment.put("PATH", programs + ":" + AgentPackages.node() + ":/usr/bin:/bin");
        environment.put("TERM", "dumb");
        environment.put("DISABLE_TELEMETRY", "1");
        environment.put("DISABLE_AUTOUPDATER", "1");
        environment.put("DO_NOT_TRACK", "1");
        environment.putAll(agent.environment(model));
        Process process = builder.start();
        boolean ended = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
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
        model.close();
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
