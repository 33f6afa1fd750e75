package dev.licet.cli.inbox;

import dev.licet.cli.approval.Follower;
import dev.licet.client.LicetClient;
import dev.licet.core.display.SafeText;
import dev.licet.gate.json.InvalidJson;
import dev.licet.terminal.Editor;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.tty.Key;
import dev.licet.terminal.tty.Screen;
import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The inbox on a terminal that it has for itself. {@link #run} belongs to one thread. */
public final class InboxScreen implements Follower.Receiver {
    /** How soon what the server tells is shown. */
    private static final Duration TICK = Duration.ofMillis(50);

    /** What is listed but not told as it happens is asked for this often. */
    private static final Duration RELOAD = Duration.ofSeconds(2);

    private final Tty tty;
    private final Paint paint;
    private final LicetClient client;
    private final InstantSource clock;
    private final Inbox inbox = new Inbox(new InboxModel());
    private final BlockingQueue<InboxEvent> news = new LinkedBlockingQueue<>();

    public InboxScreen(Tty tty, Paint paint, LicetClient client, InstantSource clock) {
        this.tty = tty;
        this.paint = paint;
        this.client = client;
        this.clock = clock;
    }

    @Override
    public void connected() {
        news.add(new InboxEvent.Connected());
    }

    @Override
    public void arrived(LicetClient.Event event) {
        news.add(new InboxEvent.Arrived(event));
    }

    @Override
    public void lost(String why) {
        news.add(new InboxEvent.Lost(SafeText.oneLine(why)));
    }

    /** Shows the inbox until the person leaves; returns how many of their answers could not be sent. */
    public int run() throws InterruptedException {
        Follower follower = Follower.start(client, this);
        var clerk = new ServerCommands(client, news::add);
        try {
            tty.takeScreen();
            loop(new Screen(tty), clerk);
            return clerk.finish();
        } finally {
            follower.stop();
        }
    }

    private void loop(Screen screen, ServerCommands clerk) throws InterruptedException {
        Instant reload = clock.instant();
        long drawn = Long.MIN_VALUE;
        while (true) {
            var heard = new ArrayList<InboxEvent>();
            news.drainTo(heard);
            inbox.hear(heard).forEach(clerk::carryOut);
            Instant now = clock.instant();
            if (!now.isBefore(reload)) {
                reload = now.plus(RELOAD);
                reload(clerk);
            }
            // Nothing but the time changes by itself, and that by the second.
            if (!heard.isEmpty() || drawn != now.getEpochSecond()) {
                draw(screen, now);
                drawn = now.getEpochSecond();
            }
            Optional<Key> key = tty.read(TICK);
            if (key.isPresent()) {
                if (!react(key.get(), screen, clerk)) {
                    return;
                }
                drawn = Long.MIN_VALUE;
            }
        }
    }

    private void reload(ServerCommands clerk) {
        Tab tab = inbox.listing().tab();
        if (inbox.book().isLoading() && inbox.book().trouble().isEmpty()) {
            clerk.carryOut(new InboxCommand.Load(Tab.HISTORY));
        }
        if ((tab == Tab.GRANTS || tab == Tab.SESSIONS) && inbox.book().trouble().isEmpty()) {
            clerk.carryOut(new InboxCommand.Load(tab));
        }
    }

    private void draw(Screen screen, Instant now) {
        Frame frame = InboxView.draw(inbox, new InboxView.Look(paint, tty.columns(), tty.rows()), now);
        screen.show(frame.lines());
        // From now on it can be read, however long it took to draw.
        inbox.attention().drawn(frame, clock.instant());
    }

    /** Whether to go on. */
    private boolean react(Key key, Screen screen, ServerCommands clerk) throws InterruptedException {
        if (key == Key.Named.RESIZED) {
            screen.forget();
            return true;
        }
        if (key == Key.Named.SUSPEND) {
            tty.suspend();
            screen.forget();
            return staysAfterSettling();
        }
        List<InboxCommand> orders = inbox.press(key, clock.instant());
        for (InboxCommand order : orders) {
            boolean stays = switch (order) {
                case InboxCommand.Leave leave -> false;
                case InboxCommand.Edit edit -> {
                    edit(edit, clerk);
                    screen.forget();
                    yield staysAfterSettling();
                }
                case InboxCommand.Errand errand -> {
                    clerk.carryOut(errand);
                    yield true;
                }
            };
            if (!stays) {
                return false;
            }
        }
        return true;
    }

    /** What was typed for another program answers nothing here; whether the person did not want to leave. */
    private boolean staysAfterSettling() {
        Optional<Key> key = tty.settle(Tty.QUIET);
        return key.isEmpty() || key.get() == Key.Named.RESIZED;
    }

    private void edit(InboxCommand.Edit edit, ServerCommands clerk) throws InterruptedException {
        try {
            new Editor(System.getenv())
                    .change(edit.arguments(), edit.approval().isCommand(), tty)
                    .ifPresentOrElse(
                            changed -> clerk.carryOut(new InboxCommand.TryOut(edit.approval(), changed)),
                            () -> news.add(new InboxEvent.Said("nothing was changed")));
        } catch (IOException | InvalidJson e) {
            news.add(new InboxEvent.Said(SafeText.oneLine("not changed: " + e.getMessage())));
        }
    }
}
