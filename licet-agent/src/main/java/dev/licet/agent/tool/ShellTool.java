package dev.licet.agent.tool;

import dev.licet.contain.BoundsHints;
import dev.licet.contain.ContainedRun;
import dev.licet.contain.Container;
import dev.licet.contain.NotContained;
import dev.licet.contain.NotPreviewed;
import dev.licet.contain.PreviewRun;
import dev.licet.contain.RunWatch;
import dev.licet.core.contain.Preview;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.ContainedCall;
import dev.licet.gate.agent.Executor;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.PlannedCall;
import dev.licet.gate.agent.PreviewingExecutor;
import dev.licet.gate.data.GateException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code shell_exec}: bash, as the gate reads it: no start-up files, nothing inherited that could change what a line means. The
 * command has a group of processes of its own, which is killed as a whole when its time is over or it is interrupted. What it
 * detaches from that ({@code setsid}) goes on, as in any shell.
 */
final class ShellTool implements AgentTool {
    private static final Logger LOG = LoggerFactory.getLogger(ShellTool.class);

    private static final int STANDARD_SECONDS = 120;
    private static final int MAX_SECONDS = 3_600;
    private static final int MAX_OUTPUT = 10 * 1024 * 1024;
    private static final int GRACE_MILLIS = 500;

    private final Workspace workspace;
    private final Optional<Container> container;

    ShellTool(Workspace workspace) {
        this(workspace, Optional.empty());
    }

    private ShellTool(Workspace workspace, Optional<Container> container) {
        this.workspace = workspace;
        this.container = container;
    }

    /** This tool, which runs commands in {@code container} where the gate wants that. */
    ShellTool within(Container container) {
        return new ShellTool(workspace, Optional.of(container));
    }

    @Override
    public PlannedCall<String> planned(JsonObject arguments) {
        return new PlannedCall<>(
                gated(), arguments, container.<Executor<String>>map(Held::new).orElse(this::execute));
    }

    /** Runs commands also within bounds. */
    private final class Held implements PreviewingExecutor<String> {
        private final Container container;

        Held(Container container) {
            this.container = container;
        }

        @Override
        public String execute(JsonObject form) throws IOException, ToolProblem, InterruptedException {
            return ShellTool.this.execute(form);
        }

        @Override
        public PreviewingExecutor.Tried<String> tryOut(JsonObject form, TriedCall within)
                throws ToolProblem, NotPreviewed, InterruptedException {
            var environment = new HashMap<>(System.getenv());
            environment(environment);
            PreviewRun run = PreviewRun.of(
                    container,
                    within.bounds(),
                    workspace.directory(),
                    environment,
                    Container.bash(new Arguments(form).text("command")),
                    within::objections);
            return new TriedCommand(run, within);
        }

        @Override
        public String execute(JsonObject form, ContainedCall within)
                throws IOException, ToolProblem, InterruptedException {
            var arguments = new Arguments(form);
            int seconds = arguments.number("timeout", STANDARD_SECONDS, MAX_SECONDS);
            try {
                return contained(container, arguments.text("command"), seconds, within);
            } catch (NotContained e) {
                // Made again, it is asked.
                within.outgrew();
                throw e;
            }
        }
    }

    /** What a command did when it was tried. */
    private final class TriedCommand implements PreviewingExecutor.Tried<String> {
        private final PreviewRun run;
        private final PreviewingExecutor.TriedCall within;

        TriedCommand(PreviewRun run, PreviewingExecutor.TriedCall within) {
            this.run = run;
            this.within = within;
        }

        @Override
        public Preview preview() {
            return run.preview();
        }

        @Override
        public String put() throws IOException, InterruptedException {
            var printed = new ByteArrayOutputStream();
            var notes = new ArrayList<String>();
            int status = run.put(within::objections, printed, printed, notes::add);
            return told(printed.toString(StandardCharsets.UTF_8), status, notes);
        }

        @Override
        public void close() {
            run.close();
        }
    }

    private String contained(Container container, String command, int seconds, ContainedCall within)
            throws IOException, InterruptedException {
        var environment = new HashMap<>(System.getenv());
        environment(environment);
        try (ContainedRun run =
                container.prepare(within.bounds(), workspace.directory(), environment, Container.bash(command))) {
            ProcessBuilder builder = run.builder();
            builder.redirectErrorStream(true);
            builder.redirectInput(Path.of("/dev/null").toFile());
            Process process = builder.start();
            RunWatch watch = run.watch(process);
            var output = new Output(process.getInputStream());
            boolean ended = false;
            try {
                ended = process.waitFor(seconds, TimeUnit.SECONDS);
            } finally {
                if (!ended) {
                    process.destroyForcibly();
                    process.waitFor();
                }
            }
            String text = told(process, output.text(), ended ? 0 : seconds);
            var notes = new ArrayList<String>();
            try {
                within.connected(run.hosts());
            } catch (GateException e) {
                // It has run all the same.
                notes.add("which hosts it reached is not on record: " + e.getMessage());
            }
            notes.addAll(run.settle(within::refused).lines());
            watch.ended().ifPresent(why -> notes.add("it was ended: " + why));
            notes.addAll(run.unreached());
            if (process.exitValue() != 0 && (!run.unreached().isEmpty() || BoundsHints.areIn(text))) {
                within.outgrew();
                container.hostObstacle(within.bounds()).ifPresent(notes::add);
                notes.add(BoundsHints.ADVICE);
            }
            return noted(text, notes);
        }
    }

    private static String noted(String text, List<String> notes) {
        return text + notes.stream().map(note -> "\n(" + note + ")").collect(Collectors.joining());
    }

    @Override
    public GatedTool gated() {
        return GatedTool.named("shell_exec")
                .tier(Tier.EXEC)
                .withSchema(new Schema()
                        .needs("command", "string", "a line of bash")
                        .takes("timeout", "integer", "after how many seconds it is killed; else " + STANDARD_SECONDS)
                        .build());
    }

    @Override
    public String description() {
        return "Runs a command in bash, in the workspace. It gets no input and no terminal.";
    }

    @Override
    public String execute(JsonObject form) throws IOException, ToolProblem, InterruptedException {
        var arguments = new Arguments(form);
        int seconds = arguments.number("timeout", STANDARD_SECONDS, MAX_SECONDS);
        return run(arguments.text("command"), seconds);
    }

    private String run(String command, int seconds) throws IOException, InterruptedException {
        Optional<Path> setsid = setsid();
        var line = new ArrayList<String>();
        setsid.ifPresent(program -> line.add(program.toString()));
        line.addAll(List.of("bash", "--norc", "--noprofile", "-c", "--", command));
        var builder = new ProcessBuilder(line);
        builder.directory(workspace.directory().toFile());
        environment(builder.environment());
        builder.redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        Process process = builder.start();
        var output = new Output(process.getInputStream());
        boolean ended = false;
        try {
            ended = process.waitFor(seconds, TimeUnit.SECONDS);
        } finally {
            if (!ended || process.isAlive()) {
                kill(process, setsid.isPresent());
            }
        }
        return told(process, output.text(), ended ? 0 : seconds);
    }

    /** @param killed after how many seconds; none if it ended by itself */
    private String told(Process process, String text, int killed) throws IOException {
        if (killed > 0) {
            return workspace.bounded(text) + "\n(killed after " + killed + " s; what it had done by then is done)";
        }
        return told(text, process.exitValue(), List.of());
    }

    private String told(String text, int status, List<String> notes) throws IOException {
        if (status == 0) {
            return noted(text.isEmpty() ? "(no output)" : workspace.bounded(text), notes);
        }
        String gap = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
        return noted(workspace.bounded(text) + gap + "(exit status " + status + ")", notes);
    }

    private static void environment(Map<String, String> environment) {
        Map<String, String> before = Map.copyOf(environment);
        environment.clear();
        for (String name : List.of("USER", "LOGNAME", "TMPDIR", "TZ")) {
            Optional.ofNullable(before.get(name)).ifPresent(value -> environment.put(name, value));
        }
        // INVARIANT (same path): `~` is what the gate takes it for.
        environment.put("HOME", System.getProperty("user.home", "/"));
        environment.put("PATH", before.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TERM", "dumb");
    }

    private static Optional<Path> setsid() {
        return List.of("/usr/bin/setsid", "/bin/setsid").stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Asks every process of the group to end, and ends what does not, whatever goes wrong on the way. */
    private static void kill(Process process, boolean hasGroup) {
        List<ProcessHandle> all = process.descendants().toList();
        signal(process, hasGroup, "TERM");
        all.forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        signal(process, hasGroup, "KILL");
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** By bash itself, which ran the command: a program `kill` need not be there. */
    private static void signal(Process process, boolean hasGroup, String signal) {
        if (!hasGroup) {
            return;
        }
        try {
            new ProcessBuilder("bash", "--norc", "--noprofile", "-c", "kill -" + signal + " -- -" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            LOG.warn("the group of a command cannot be signalled, only its processes: {}", e.getMessage());
        }
    }

    /** What a process writes, read as it writes it; the end of very much is left out. */
    private static final class Output {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread reader;
        private long left;

        private Output(InputStream in) {
            // A virtual thread that waits for a process may hold up all others.
            this.reader =
                    Thread.ofPlatform().daemon().name("licet-agent-output").start(() -> read(in));
        }

        private void read(InputStream in) {
            byte[] buffer = new byte[8_192];
            try (in) {
                int n = in.read(buffer);
                while (n >= 0) {
                    add(buffer, n);
                    n = in.read(buffer);
                }
            } catch (IOException e) {
                // The process is gone, and with it its output.
                return;
            }
        }

        private synchronized void add(byte[] buffer, int n) {
            int room = Math.max(0, Math.min(n, MAX_OUTPUT - bytes.size()));
            bytes.write(buffer, 0, room);
            left += n - room;
        }

        /** What was written, once the process is gone; a process that went to the background does not keep it waiting. */
        private String text() throws InterruptedException {
            reader.join(GRACE_MILLIS);
            synchronized (this) {
                String text = bytes.toString(StandardCharsets.UTF_8);
                return left == 0 ? text : text + "\n(" + left + " more bytes were not kept)";
            }
        }
    }
}
