package dev.licet.cli.inbox;

import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.tty.Key;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** From a key, or from news, to what is drawn, with few and with many pending. Prints, asserts no times. */
class InboxBenchmark {
    private static final int ROUNDS = 500;
    private static final InboxView.Look LOOK = new InboxView.Look(Paint.COLOUR, 120, 40);

    private static InboxEvent arrived(int number, String state) {
        JsonObject approval = JsonObject.empty()
                .with("id", "id" + number)
                .with("state", state)
                .with("digest", "d")
                .with("askedAt", "2027-01-01T00:00:00Z")
                .with(
                        "call",
                        JsonObject.empty()
                                .with("tool", "Bash")
                                .with("sessionId", "s" + number % 9)
                                .with("workerId", "local")
                                .with("cwd", "/home/u/project"))
                .with(
                        "display",
                        JsonObject.empty()
                                .with("tool", "Bash")
                                .with("where", "local · s · /home/u/project")
                                .with("text", "git push origin branch-" + number));
        return new InboxEvent.Arrived(new LicetClient.Event(OptionalLong.empty(), "approval_required", approval));
    }

    private static String quantiles(long[] nanos) {
        Arrays.sort(nanos);
        return "p50 %.2f ms, p99 %.2f ms, most %.2f ms"
                .formatted(
                        nanos[nanos.length / 2] / 1e6,
                        nanos[nanos.length * 99 / 100] / 1e6,
                        nanos[nanos.length - 1] / 1e6);
    }

    private static void measure(int pending) {
        var inbox = new Inbox(new InboxModel());
        Instant now = Instant.parse("2027-01-01T00:00:10Z");
        inbox.hear(List.of(new InboxEvent.Connected()));
        for (int i = 0; i < pending; i++) {
            inbox.hear(List.of(arrived(i, "pending")));
        }
        for (int warm = 0; warm < 2; warm++) {
            var keys = new long[ROUNDS];
            var news = new long[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                inbox.press(i % 100 < 50 ? Key.Named.DOWN : Key.Named.UP, now);
                inbox.attention().drawn(InboxView.draw(inbox, LOOK, now), now);
                keys[i] = System.nanoTime() - start;
                start = System.nanoTime();
                inbox.hear(List.of(arrived(pending + i, "pending")));
                inbox.attention().drawn(InboxView.draw(inbox, LOOK, now), now);
                news[i] = System.nanoTime() - start;
                inbox.hear(List.of(arrived(pending + i, "cancelled")));
            }
            if (warm == 1) {
                System.out.println(pending + " pending, a key: " + quantiles(keys) + "; news: " + quantiles(news));
            }
        }
    }

    @Test
    void keysAndNews() {
        measure(10);
        measure(2_000);
    }
}
