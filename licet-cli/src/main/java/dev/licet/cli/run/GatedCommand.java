package dev.licet.cli.run;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.client.ServerVerdict;
import dev.licet.contain.BoundsHints;
import dev.licet.contain.ContainedRun;
import dev.licet.contain.Container;
import dev.licet.contain.NotContained;
import dev.licet.contain.NotPreviewed;
import dev.licet.contain.PreviewRun;
import dev.licet.contain.RunWatch;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.contain.Bounds;
import dev.licet.core.contain.HostUse;
import dev.licet.core.contain.PreviewTerms;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.tty.Interrupts;
import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Judges a shell command, asks where it has to be asked, and runs it with a ticket. */
public final class GatedCommand {
    private static final int CANNOT_RUN = 126;

    /** Who waits longer for the question is told why. */
    private static final Duration SLOW = Duration.ofSeconds(2);

    private static final int LONGEST_NOTE = 300;

    private static final String NOT_AS_APPROVED =
            "nothing that it changed was put in place: it does something else by now"
                    + " than what was approved; run it again, it is asked";

    /** What would have bash run something before the command, or something else for its words. */
    private static final List<String> NOT_INHERITED = List.of("BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS");

    private final LicetClient client;
    private final Streams streams;
    private final Paint paint;
    private final Optional<Container> container;
    private final boolean previews;

    /**
     * Puts commands through the gate of {@code client}.
     *
     * @param container holds them in bounds where the gate wants that; empty where nothing can
     * @param previews whether what is asked is run within bounds first, so that whoever answers sees what it changes
     */
    public GatedCommand(
            LicetClient client, Streams streams, Paint paint, Optional<Container> container, boolean previews) {
        this.client = client;
        this.streams = streams;
        this.paint = paint;
        this.container = container;
        this.previews = previews;
    }

    /**
     * Puts {@code made}, a call of a shell, through the gate.
     *
     * @param wait how long an answer from elsewhere is waited for where nobody can be asked here
     * @return the command's exit status, {@link ExitCode#DENY}, or {@link ExitCode#ASK} where nobody has answered
     */
    public int run(ToolCall made, Duration wait) throws InterruptedException {
        ToolCall call = container.isPresent() ? made.in(made.context().contained()) : made;
        ServerVerdict verdict = decide(call, Duration.ZERO);
        if (!(verdict instanceof ServerVerdict.Held held)) {
            return ended(call, verdict, Optional.empty());
        }
        try (Asked asked = new Asked(call, held)) {
            return ended(call, asked.answer(wait), asked.tried);
        }
    }

    private ServerVerdict decide(ToolCall call, Duration patience) throws InterruptedException {
        return container.isPresent() ? client.decidePreviewing(call, patience) : client.decide(call, patience);
    }

    private int ended(ToolCall call, ServerVerdict verdict, Optional<PreviewRun> tried) throws InterruptedException {
        return switch (verdict) {
            case ServerVerdict.Allowed allowed -> execute(call, allowed, tried);
            case ServerVerdict.Denied denied -> {
                streams.err().println(SafeText.of(denied.reason()).text());
                yield ExitCode.DENY;
            }
            case ServerVerdict.Held held -> {
                streams.err()
                        .println("Nobody has answered. The approval waits: licet approve " + held.id()
                                + ", or licet deny " + held.id() + "; then run the same command again.");
                yield ExitCode.ASK;
            }
        };
    }

    /** Does what a hook put this in the place of. */
    public int runContained(LicetClient.Replaced replaced) throws InterruptedException {
        return switch (replaced) {
            case LicetClient.Replaced.Bounded bounded -> runContained(bounded);
            case LicetClient.Replaced.Done done -> printed(done);
        };
    }

    private int printed(LicetClient.Replaced.Done done) {
        streams.out().writeBytes(Base64.getDecoder().decode(done.out()));
        streams.out().flush();
        streams.err().writeBytes(Base64.getDecoder().decode(done.err()));
        done.notes().forEach(this::note);
        return done.status();
    }

    private int runContained(LicetClient.Replaced.Bounded bounded) throws InterruptedException {
        ServerVerdict.Allowed allowed = bounded.allowed();
        client.redeem(allowed);
        if (allowed.preview().isPresent()) {
            return putInPlace(bounded.call(), allowed, allowed.preview().get(), Optional.empty());
        }
        return contained(bounded.call(), allowed, line(bounded.call(), allowed.arguments()), true);
    }

    /** The command; agents call the argument that it is in differently. */
    private static String line(ToolCall call, JsonObject arguments) {
        return ToolTable.commandLine(arguments)
                .orElseThrow(() -> new GateException("a call of " + call.tool() + " has no command"));
    }

    /** A call that somebody has to answer, and what it did when it was tried, which is thrown away in the end. */
    private final class Asked implements AutoCloseable {
        private final ToolCall call;
        private ServerVerdict.Held held;
        private Optional<PreviewRun> tried = Optional.empty();

        Asked(ToolCall call, ServerVerdict.Held held) {
            this.call = call;
            this.held = held;
        }

        ServerVerdict answer(Duration wait) throws InterruptedException {
            if (isSomebodyHere()) {
                return here(wait);
            }
            tryOut();
            return elsewhere(wait);
        }

        private boolean isSomebodyHere() {
            Optional<Tty> terminal = streams.terminals().open(Tty.Output.ERROR);
            if (terminal.isEmpty()) {
                return false;
            }
            try (Tty tty = terminal.get()) {
                return SelectorBox.fits(tty);
            }
        }

        private ServerVerdict elsewhere(Duration wait) throws InterruptedException {
            return wait.isZero() ? held : decide(call, wait);
        }

        private ServerVerdict here(Duration wait) throws InterruptedException {
            // Whoever collects what became of it second would ask it anew.
            var collecting = new AtomicBoolean();
            var withdrawing = new Thread(() -> withdraw(call, held, collecting));
            Runtime.getRuntime().addShutdownHook(withdrawing);
            // The terminal's keys still interrupt.
            Thread slow = Thread.startVirtualThread(this::sayWhatIsSlow);
            try {
                tryOut();
            } finally {
                slow.interrupt();
            }
            Optional<Tty> terminal = streams.terminals().open(Tty.Output.ERROR);
            if (terminal.isEmpty()) {
                remove(withdrawing);
                return elsewhere(wait);
            }
            boolean denied;
            try (Tty tty = terminal.get()) {
                denied = new TerminalAsker(tty, paint, client).ask(new ShownApproval(held.approval()));
            }
            remove(withdrawing);
            if (collecting.getAndSet(true)) {
                return new ServerVerdict.Denied("It was withdrawn, and not run.", false);
            }
            // What somebody else allowed meanwhile is collected all the same, so that it is used up.
            ServerVerdict verdict = decide(call, Duration.ZERO);
            return denied && !(verdict instanceof ServerVerdict.Denied)
                    ? new ServerVerdict.Denied("You denied it, and it was not run.", false)
                    : verdict;
        }

        private void sayWhatIsSlow() {
            try {
                Thread.sleep(SLOW);
                note("it is tried within bounds, to see what it changes; Ctrl-C withdraws it");
            } catch (InterruptedException e) {
                // It was not slow.
                return;
            }
        }

        /** Runs it within bounds, if that is to be, so that whoever answers sees what it changes. */
        private void tryOut() throws InterruptedException {
            // What it would read from its input it cannot be given twice.
            if (container.isEmpty() || !previews || streams.hasInput()) {
                return;
            }
            try {
                if (client.previewTerms(held.id()) instanceof PreviewTerms.Within within) {
                    PreviewRun run = preview(call, within.bounds(), Container.bash(line(call, call.arguments())));
                    tried = Optional.of(run);
                    held = client.previewed(held.id(), run.preview())
                            .map(ServerVerdict.Held::new)
                            .orElse(held);
                }
            } catch (NotPreviewed | GateException e) {
                // It is asked as it is.
                note(SafeText.cut("there is no preview: " + e.getMessage(), LONGEST_NOTE));
            }
        }

        @Override
        public void close() {
            tried.ifPresent(PreviewRun::close);
        }
    }

    private PreviewRun preview(ToolCall call, Bounds bounds, List<String> command)
            throws NotPreviewed, InterruptedException {
        return PreviewRun.of(
                container.orElseThrow(() -> new GateException("nothing here can hold it in its bounds")),
                bounds,
                directory(call),
                System.getenv(),
                command,
                changes -> client.objections(call, changes));
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending, and the hook does its work.
            return;
        }
    }

    /** Who is told to end while the question is open leaves no question behind that an answer later would release. */
    private void withdraw(ToolCall call, ServerVerdict.Held held, AtomicBoolean collecting) {
        try {
            client.post("/v1/approvals/" + held.id() + "/cancel", JsonObject.empty());
            // Collected as well, so that the same command is asked about anew.
            if (!collecting.getAndSet(true)) {
                client.submit(call, Duration.ZERO);
            }
        } catch (GateException e) {
            streams.err().println("licet: the question stays open: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int execute(ToolCall call, ServerVerdict.Allowed allowed, Optional<PreviewRun> tried)
            throws InterruptedException {
        String line = line(call, allowed.arguments());
        client.redeem(allowed);
        if (allowed.preview().isPresent()) {
            return putInPlace(call, allowed, allowed.preview().get(), tried);
        }
        if (allowed.bounds().isPresent()) {
            return contained(call, allowed, line, false);
        }
        int status = CANNOT_RUN;
        var reported = new CountDownLatch(1);
        try {
            var bash = new ProcessBuilder("bash", "--norc", "--noprofile", "-c", "--", line)
                    .directory(Path.of(call.directory()).toFile())
                    .inheritIO();
            Map<String, String> environment = bash.environment();
            environment.keySet().removeIf(name -> NOT_INHERITED.contains(name) || name.startsWith("BASH_FUNC_"));
            Interrupts.leave();
            status = finish(bash.start(), reported);
        } catch (IOException e) {
            streams.err().println("licet: bash cannot be started: " + e.getMessage());
        } finally {
            report(allowed, status, false);
            reported.countDown();
        }
        return status;
    }

    /** Puts in place what was approved: these very changes. Whoever has not made them makes them anew, and looks whether they are. */
    private int putInPlace(ToolCall call, ServerVerdict.Allowed allowed, String approved, Optional<PreviewRun> tried)
            throws InterruptedException {
        int status = CANNOT_RUN;
        try {
            status = tried.isPresent() && tried.get().preview().digest().equals(approved)
                    ? put(call, tried.get())
                    : putAnew(call, allowed, approved);
        } finally {
            report(allowed, status, false);
        }
        return status;
    }

    private int putAnew(ToolCall call, ServerVerdict.Allowed allowed, String approved) throws InterruptedException {
        if (allowed.bounds().isEmpty()) {
            note(NOT_AS_APPROVED);
            return CANNOT_RUN;
        }
        List<String> command = Container.bash(line(call, allowed.arguments()));
        try (PreviewRun again = preview(call, allowed.bounds().get(), command)) {
            if (again.preview().digest().equals(approved)) {
                return put(call, again);
            }
            note(NOT_AS_APPROVED);
        } catch (NotPreviewed e) {
            note("nothing that it changed was put in place: " + e.getMessage());
        }
        return CANNOT_RUN;
    }

    private static Path directory(ToolCall call) {
        return Path.of(ToolTable.directory(call)
                .orElseThrow(() -> new GateException("the call does not say in which folder it runs")));
    }

    private int put(ToolCall call, PreviewRun run) throws InterruptedException {
        return run.put(changes -> client.objections(call, changes), streams.out(), streams.err(), this::note);
    }

    /** @param forAgent whether it is a coding agent's: what it prints is looked at then, for it is not a terminal's */
    private int contained(ToolCall call, ServerVerdict.Allowed allowed, String line, boolean forAgent)
            throws InterruptedException {
        // INVARIANT (bounds): what may run within bounds only never runs without them.
        Container bounding = container.orElseThrow(() -> new GateException("nothing here can hold it in its bounds"));
        int status = CANNOT_RUN;
        boolean outgrew = false;
        var reported = new CountDownLatch(1);
        try (ContainedRun run = bounding.prepare(
                allowed.bounds().orElseThrow(), directory(call), System.getenv(), Container.bash(line))) {
            Interrupts.leave();
            ProcessBuilder builder = run.builder().inheritIO();
            if (forAgent) {
                builder.redirectOutput(ProcessBuilder.Redirect.PIPE)
                        .redirectError(ProcessBuilder.Redirect.PIPE)
                        .redirectErrorStream(PassedOutput.isOne());
            }
            Process process = builder.start();
            RunWatch watch = run.watch(process);
            Optional<PassedOutput> output =
                    forAgent ? Optional.of(PassedOutput.of(process, streams.out(), streams.err())) : Optional.empty();
            status = finish(process, reported);
            // All of it is passed on before anything else is said.
            String printed = output.isPresent() ? output.get().end() : "";
            // Whatever becomes of its changes.
            connected(call, run.hosts());
            List<String> unreached = run.unreached();
            outgrew = status != 0 && (!unreached.isEmpty() || BoundsHints.areIn(printed));
            run.settle(changes -> client.refused(call, changes)).lines().forEach(this::note);
            watch.ended().ifPresent(why -> note("it was ended: " + why));
            unreached.forEach(this::note);
            if (outgrew) {
                bounding.hostObstacle(allowed.bounds().orElseThrow()).ifPresent(this::note);
                note(BoundsHints.ADVICE);
            } else if (status != 0 && !forAgent) {
                note("it ran within bounds; to be asked to run it without them: licet run --no-bounds");
            }
        } catch (NotContained e) {
            status = CANNOT_RUN;
            outgrew = true;
            note(e.getMessage() + "; run again, it is asked");
        } catch (IOException e) {
            status = CANNOT_RUN;
            note("nothing that it changed was put in place: " + e.getMessage());
        } finally {
            report(allowed, status, outgrew);
            reported.countDown();
        }
        return status;
    }

    private void connected(ToolCall call, List<HostUse> uses) throws InterruptedException {
        if (uses.isEmpty()) {
            return;
        }
        try {
            client.connected(call, uses);
        } catch (GateException e) {
            // It has run all the same.
            note("which hosts it reached is not on record: " + e.getMessage());
        }
    }

    private void note(String text) {
        streams.err().println("licet: " + SafeText.oneLine(text));
    }

    /** Waits for {@code process}; if this process is told to end, it ends that one first, and goes once it is {@code reported}. */
    private static int finish(Process process, CountDownLatch reported) throws InterruptedException {
        var ending = new Thread(() -> {
            process.destroy();
            try {
                boolean inTime = reported.await(5, TimeUnit.SECONDS);
                if (!inTime) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(ending);
        int status = process.waitFor();
        remove(ending);
        return status;
    }

    private void report(ServerVerdict.Allowed allowed, int status, boolean outgrew) throws InterruptedException {
        try {
            client.finished(allowed, status == 0, "exit status " + status, outgrew);
        } catch (GateException e) {
            streams.err().println("licet: the outcome is not on record: " + e.getMessage());
        }
    }
}
