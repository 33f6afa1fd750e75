package dev.licet.server.push;

import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Which browsers are told, in the file {@code push.json}. Thread-safe. */
final class Subscriptions {
    /** Most browsers in all, and of one sign-in; the oldest makes room. */
    static final int MOST = 1_000;

    static final int MOST_OF_ONE = 5;

    private final Path file;

    /** The file is changed by one at a time. */
    private final ReentrantLock changing = new ReentrantLock();

    private List<Subscription> all;

    /**
     * A browser.
     *
     * @param endpoint where its push service takes messages for it
     * @param key its public key, P-256 in Base64 for addresses
     * @param secret what only it and this server know, in the same form
     * @param tokenId the sign-in that it belongs to: it is told as long as that is good
     */
    record Subscription(String endpoint, String key, String secret, String tokenId) {}

    Subscriptions(DataDirectory directory) {
        this.file = directory.path().resolve("push.json");
        this.all = read();
    }

    private List<Subscription> read() {
        try {
            return Files.exists(file)
                    ? JsonText.parseObject(Files.readString(file)).elements("subscriptions").stream()
                            .map(each -> subscription((JsonObject) each))
                            .toList()
                    : List.of();
        } catch (IOException | InvalidJson | RuntimeException e) {
            throw new GateException(
                    "`" + file + "` cannot be read: " + e.getMessage() + "; remove it, and browsers have to ask again",
                    e);
        }
    }

    private static Subscription subscription(JsonObject form) {
        return new Subscription(
                form.text("endpoint").orElseThrow(),
                form.text("key").orElseThrow(),
                form.text("secret").orElseThrow(),
                form.text("tokenId").orElseThrow());
    }

    List<Subscription> all() {
        changing.lock();
        try {
            return all;
        } finally {
            changing.unlock();
        }
    }

    void add(Subscription subscription) {
        changing.lock();
        try {
            var more = new ArrayList<>(all);
            more.removeIf(each -> each.endpoint().equals(subscription.endpoint()));
            more.add(subscription);
            List<Subscription> own = more.stream()
                    .filter(each -> each.tokenId().equals(subscription.tokenId()))
                    .toList();
            more.removeAll(own.subList(0, Math.max(0, own.size() - MOST_OF_ONE)));
            write(more.subList(Math.max(0, more.size() - MOST), more.size()));
        } finally {
            changing.unlock();
        }
    }

    void remove(Subscription subscription) {
        changing.lock();
        try {
            if (all.contains(subscription)) {
                write(all.stream().filter(each -> !each.equals(subscription)).toList());
            }
        } finally {
            changing.unlock();
        }
    }

    private void write(List<Subscription> now) {
        List<JsonObject> forms = now.stream()
                .map(each -> JsonObject.empty()
                        .with("endpoint", each.endpoint())
                        .with("key", each.key())
                        .with("secret", each.secret())
                        .with("tokenId", each.tokenId()))
                .toList();
        try {
            DataDirectory.replace(file, JsonText.write(JsonObject.empty().with("subscriptions", JsonArray.of(forms))));
            all = List.copyOf(now);
        } catch (IOException e) {
            throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
        }
    }
}
