package dev.licet.cli.watch;

import dev.licet.cli.approval.Follower;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.tty.Tty;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Shows pending approvals one after the other, as lines, and answers them. Works over the public API only. {@link #run} belongs to
 * one thread; {@link #say} may be called from any.
 */
public final class Watch {
    private static final Duration TICK = Duration.ofMillis(50);

    /** What is typed in the first moments after a question appears was not meant for it. */
    private static final long QUIET_NANOS = Duration.ofMillis(300).toNanos();

    private final LicetClient client;
    private final Streams streams;
    private final WatchEvents news = new WatchEvents();
    private final Map<String, ShownApproval> pending = new LinkedHashMap<>();
    private Paint paint;
    private Optional<Card> current = Optional.empty();
    private Optional<StringBuilder> feedback = Optional.empty();
    private long armedAt;
    private boolean endSeen;
    private boolean everConnected;
    private boolean connected;

    /** Shows the approvals of {@code client}'s server, in {@code paint} where there are keys. */
    public Watch(LicetClient client, Streams streams, Paint paint) {
        this.client = client;
        this.streams = streams;
        this.paint = paint;
    }

    /** What to do when nothing more can be typed. */
    public enum AtEndOfInput {
        LEAVE,
        /** Go on showing: answers may come from elsewhere. */
        STAY
    }

    /** Prints {@code line} between the approvals. */
    public void say(String line) {
        news.say(line);
    }

    /** Runs until the person leaves; returns the exit status. */
    public int run(AtEndOfInput atEnd) throws InterruptedException {
        Follower follower = Follower.start(client, news);
        try (Keyboard keyboard = keyboard()) {
            paint = keyboard.givesKeys() ? paint : Paint.PLAIN;
            return loop(keyboard, atEnd);
        } finally {
            follower.stop();
        }
    }

    private Keyboard keyboard() {
        Optional<Tty> terminal = streams.terminals().open(Tty.Output.STANDARD);
        return terminal.isPresent() ? new TerminalKeyboard(terminal.get()) : new LineKeyboard(streams.in());
    }

    private int loop(Keyboard keyboard, AtEndOfInput atEnd) throws InterruptedException {
        while (true) {
            Optional<WatchEvents.Item> item = news.next();
            while (item.isPresent()) {
                if (item.get() instanceof WatchEvents.Item.Lost lost && !everConnected) {
                    streams.err().println("licet: " + lost.why());
                    return ExitCode.FAILURE;
                }
                hear(item.get());
                item = news.next();
            }
            if (!pending.isEmpty() && feedback.isEmpty() && !isUpToDate()) {
                show(keyboard);
            }
            Optional<WatchInput> input = keyboard.poll(TICK);
            boolean ended = input.isPresent() && input.get() instanceof WatchInput.End;
            if (ended && (atEnd == AtEndOfInput.STAY || !everConnected)) {
                endSeen = true;
                continue;
            }
            if (endSeen && everConnected && atEnd == AtEndOfInput.LEAVE) {
                return ExitCode.OK;
            }
            if (input.isPresent() && !react(input.get(), keyboard)) {
                return ExitCode.OK;
            }
        }
    }

    private void hear(WatchEvents.Item item) {
        switch (item) {
            case WatchEvents.Item.Connected now -> {
                if (!connected) {
                    print(paint.soft(everConnected ? "connected again" : "connected; q leaves"));
                }
                everConnected = true;
                connected = true;
                // Whatever is still pending comes again at once.
                pending.clear();
                current = Optional.empty();
                feedback = Optional.empty();
            }
            case WatchEvents.Item.Lost lost -> {
                if (connected) {
                    print(paint.stop("connection lost, trying again: " + lost.why()));
                }
                connected = false;
            }
            case WatchEvents.Item.Arrived arrived -> arrived(arrived.event());
            case WatchEvents.Item.Said said -> print(said.line());
        }
    }

    private void arrived(LicetClient.Event event) {
        var approval = new ShownApproval(event.approval());
        String id = approval.id();
        if (approval.isPending()) {
            pending.put(id, approval);
            return;
        }
        boolean shown = current.filter(card -> card.approval().id().equals(id)).isPresent();
        boolean known = pending.remove(id) != null;
        if (known || shown) {
            print((shown ? "\n" : "") + new Card(approval, paint).outcome());
        }
        if (shown) {
            current = Optional.empty();
            feedback = Optional.empty();
        }
    }

    /** Whether what is to be seen of the first that waits is shown. */
    private boolean isUpToDate() {
        return current.filter(card ->
                        !card.isOutdatedBy(pending.getOrDefault(card.approval().id(), card.approval())))
                .isPresent();
    }

    private void show(Keyboard keyboard) {
        Card card = new Card(pending.values().iterator().next(), paint);
        current = Optional.of(card);
        card.lines().forEach(this::print);
        ask(card);
        keyboard.discard();
        armedAt = System.nanoTime() + QUIET_NANOS;
    }

    private void ask(Card card) {
        String always = card.offersAlways() ? "[a]lways  " : "";
        String more = pending.size() > 1 ? paint.soft("  (" + (pending.size() - 1) + " more)") : "";
        String yes = card.isPutInPlace() ? "[y]es, put in place  [r]un it instead  " : "[y]es, once  ";
        printPart(paint.ask("▌ ") + yes + always + "[n]o" + more + " ? ");
    }

    /** Whether to go on. */
    private boolean react(WatchInput input, Keyboard keyboard) throws InterruptedException {
        return switch (input) {
            case WatchInput.Interrupt interrupt -> leave();
            case WatchInput.End end -> leave();
            case WatchInput.Line line -> line(line.text().strip());
            case WatchInput.Key key -> System.nanoTime() < armedAt || key(key.codePoint(), keyboard);
        };
    }

    private boolean leave() {
        print("");
        return false;
    }

    private boolean line(String text) throws InterruptedException {
        if (text.equals("q")) {
            return leave();
        }
        if (current.isEmpty()) {
            return true;
        }
        String verb = text.isEmpty() ? "" : text.split(" ", 2)[0];
        switch (verb) {
            case "y", "yes" -> approve(JsonObject.empty());
            case "r", "run" -> runInstead();
            case "a", "always" -> always();
            case "n", "no" -> deny(text.substring(verb.length()).strip());
            default -> {
                String run = current.filter(Card::isPutInPlace).isPresent() ? "r, " : "";
                printPart("y, " + run + "a, n, or n and the reason ? ");
            }
        }
        return true;
    }

    private boolean key(int key, Keyboard keyboard) throws InterruptedException {
        if (feedback.isPresent()) {
            typeFeedback(feedback.get(), key);
            return true;
        }
        if (key == 'q' || key == 'Q') {
            return leave();
        }
        if (current.isEmpty()) {
            return true;
        }
        switch (key) {
            case 'y', 'Y' -> approve(JsonObject.empty());
            case 'r', 'R' -> runInstead();
            case 'a', 'A' -> always();
            case 'n', 'N' -> {
                feedback = Optional.of(new StringBuilder());
                printPart("\n" + paint.ask("▌ ") + "why not (Enter sends, Esc goes back): ");
                keyboard.discard();
            }
            default -> {}
        }
        return true;
    }

    private void typeFeedback(StringBuilder typed, int key) throws InterruptedException {
        if (key == WatchInput.Key.ENTER) {
            deny(typed.toString().strip());
        } else if (key == WatchInput.Key.ESCAPE) {
            feedback = Optional.empty();
            print("");
            current.ifPresent(this::ask);
        } else if (key == WatchInput.Key.ERASE) {
            if (!typed.isEmpty()) {
                typed.setLength(typed.offsetByCodePoints(typed.length(), -1));
                printPart("\b \b");
            }
        } else if (key >= ' ') {
            typed.appendCodePoint(key);
            printPart(Character.toString(key));
        }
    }

    private void runInstead() throws InterruptedException {
        if (current.filter(Card::isPutInPlace).isPresent()) {
            approve(JsonObject.empty().with("run", true));
        }
    }

    private void always() throws InterruptedException {
        if (current.filter(Card::offersAlways).isPresent()) {
            approve(JsonObject.empty().with("always", true));
        }
    }

    private void approve(JsonObject answer) throws InterruptedException {
        ShownApproval approval = current.orElseThrow().approval();
        send(() -> client.approve(approval.id(), approval.bound(answer)));
    }

    private void deny(String why) throws InterruptedException {
        ShownApproval approval = current.orElseThrow().approval();
        JsonObject answer = JsonObject.empty().with("feedback", why).with("mode", "soft");
        send(() -> client.deny(approval.id(), approval.bound(answer)));
    }

    private interface Sending {
        LicetClient.Reply send() throws InterruptedException;
    }

    /** The outcome is printed when its event arrives; here only what went wrong. */
    private void send(Sending sending) throws InterruptedException {
        feedback = Optional.empty();
        try {
            LicetClient.Reply reply = sending.send();
            if (reply.status() != 200) {
                print("\n" + paint.stop(reply.detail()));
                current.ifPresent(this::ask);
            }
        } catch (GateException e) {
            print("\n" + paint.stop(String.valueOf(e.getMessage())));
            current.ifPresent(this::ask);
        }
    }

    private void print(String line) {
        streams.out().println(line);
        streams.out().flush();
    }

    private void printPart(String text) {
        streams.out().print(text);
        streams.out().flush();
    }
}
