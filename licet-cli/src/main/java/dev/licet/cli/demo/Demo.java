package dev.licet.cli.demo;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.watch.Watch;
import dev.licet.client.LicetClient;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.server.LicetServer;
import dev.licet.terminal.box.Paint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** {@code licet serve --demo}: a server of its own, a scratch workspace, and an agent that works in it. */
public final class Demo {
    private final Streams streams;
    private final String host;
    private final int port;
    private final Answers answers;

    /** Who answers what the agent's calls ask. */
    public enum Answers {
        /** Whoever comes: in this terminal, in another, in the browser. */
        PERSON,
        /** Everything is approved, once. */
        YES,
        /** Everything is denied. */
        NO
    }

    public Demo(Streams streams, String host, int port, Answers answers) {
        this.streams = streams;
        this.host = host;
        this.port = port;
        this.answers = answers;
    }

    /**
     * Runs the demonstration and returns the exit status. With answers given it ends by itself; with a person it serves
     * on until they leave.
     *
     * @param data the data directory; the scratch folder has one when none is given
     */
    public int run(Optional<Path> data) throws IOException, InterruptedException {
        DemoWorkspace workspace = DemoWorkspace.create();
        var cleaning = new Thread(() -> remove(workspace));
        Runtime.getRuntime().addShutdownHook(cleaning);
        try {
            DataDirectory directory = DataDirectory.at(data.orElse(workspace.data()));
            if (data.isEmpty()) {
                DemoWorkspace.writeRules(directory.permissions(WorkerId.STANDARD));
            }
            try (LicetServer server = LicetServer.start(directory, host, port)) {
                return perform(server, directory, workspace);
            }
        } finally {
            Runtime.getRuntime().removeShutdownHook(cleaning);
            remove(workspace);
        }
    }

    private void remove(DemoWorkspace workspace) {
        try {
            workspace.delete();
        } catch (IOException e) {
            streams.err()
                    .println("licet: the scratch folder `" + workspace.scratch() + "` could not be removed: "
                            + e.getMessage());
        }
    }

    private int perform(LicetServer server, DataDirectory directory, DemoWorkspace workspace)
            throws IOException, InterruptedException {
        var client = new LicetClient(server.url(), directory.token());
        streams.out().println("A scripted agent works in " + workspace.project() + ".");
        streams.out().println("Its rules are in " + directory.permissions(WorkerId.STANDARD) + ".");
        if (answers != Answers.PERSON) {
            answerEverything(client);
            new DemoAgent(client, workspace, this::print).run();
            return ExitCode.OK;
        }
        streams.out().println("When it is asked, answer here, in the browser, or in another terminal:");
        streams.out().println("  " + server.url() + "/#token=" + directory.token());
        streams.out().println("  licet watch --data-dir " + directory.path());
        var watch = new Watch(client, streams, Paint.by(System.getenv()));
        Thread.ofVirtual().start(() -> work(client, workspace, watch::say));
        return watch.run(Watch.AtEndOfInput.STAY);
    }

    private void print(String line) {
        streams.out().println(line);
    }

    private static void work(LicetClient client, DemoWorkspace workspace, Consumer<String> say) {
        try {
            new DemoAgent(client, workspace, say).run();
            say.accept("The server runs on; leave with q or Ctrl-C.");
        } catch (IOException | GateException e) {
            say.accept("the agent stopped: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answerEverything(LicetClient client) {
        Thread.ofVirtual().start(() -> {
            try {
                client.follow(OptionalLong.empty(), () -> {}, event -> answer(client, event));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (GateException e) {
                // The server has ended, and with it the demonstration.
                return;
            }
        });
    }

    private void answer(LicetClient client, LicetClient.Event event) {
        if (!event.name().equals("approval_required")) {
            return;
        }
        String id = event.approval().text("id").orElse("");
        JsonObject answer = JsonObject.empty()
                .with("channel", "demo")
                .with("digest", event.approval().text("digest").orElse(""));
        try {
            if (answers == Answers.YES) {
                client.approve(id, answer);
            } else {
                client.deny(
                        id, answer.with("feedback", "not in this demonstration").with("mode", "soft"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
