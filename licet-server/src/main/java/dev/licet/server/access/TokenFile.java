package dev.licet.server.access;

import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.json.Sha256;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The tokens of one data directory, hashed, in its file {@code tokens.json}. A running server notices at the next request
 * what was made or revoked. Thread-safe, and safe among processes.
 */
public final class TokenFile {
    /** Most tokens that people and programs may hold, and most browsers that may be signed in. */
    public static final int MAX_TOKENS = 1_000;

    /** In how many browsers one person may be signed in. */
    static final int MAX_BROWSERS = 20;

    private static final int ID_BYTES = 6;
    private static final int SECRET_BYTES = 32;

    /** A file lock keeps other processes out, not other threads of this one. */
    private static final ReentrantLock CHANGING = new ReentrantLock();

    private final Path file;

    public TokenFile(DataDirectory directory) {
        this.file = directory.tokens();
    }

    /** A new token: what is kept of it, and its text, which nobody can learn later. */
    public record Made(Token token, String text) {}

    /**
     * Makes a token for {@code principal}.
     *
     * @throws GateException when it cannot be stored
     */
    public Made make(Principal principal, Instant now, Optional<Instant> expires) {
        Made made = fresh(principal, now, expires, Optional.empty());
        change(tokens -> {
            long held = tokens.stream()
                    .filter(token -> token.signedInBy().isEmpty())
                    .count();
            if (held >= MAX_TOKENS) {
                throw new GateException("there are " + MAX_TOKENS + " tokens already; revoke some of them first");
            }
            var all = new ArrayList<>(tokens);
            all.add(made.token());
            return all;
        });
        return made;
    }

    /**
     * What the cookie of a browser stands for that signed in by {@code by} until {@code expires}; no text leads to it. One
     * that it replaces ends, and of too many of one person the oldest.
     */
    Token signIn(Principal principal, Instant now, Instant expires, String by, Optional<String> replaced) {
        Made made = fresh(principal, now, Optional.of(expires), Optional.of(by));
        change(tokens -> {
            var all = new ArrayList<>(tokens);
            all.removeIf(old ->
                    old.signedInBy().isPresent() && (!old.isGood(now) || replaced.equals(Optional.of(old.id()))));
            dropOldest(all, old -> old.principal().name().equals(principal.name()), MAX_BROWSERS);
            dropOldest(all, old -> true, MAX_TOKENS);
            all.add(made.token());
            return all;
        });
        return made.token();
    }

    /** Leaves room for one more sign-in among those of {@code which}. */
    private static void dropOldest(List<Token> tokens, Predicate<Token> which, int most) {
        List<Token> signIns = tokens.stream()
                .filter(token -> token.signedInBy().isPresent())
                .filter(which)
                .toList();
        tokens.removeAll(signIns.subList(0, Math.max(0, signIns.size() - most + 1)));
    }

    private static Made fresh(
            Principal principal, Instant now, Optional<Instant> expires, Optional<String> signedInBy) {
        var random = new SecureRandom();
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        String name = HexFormat.of().formatHex(id);
        String text = "licet_" + name + "_" + HexFormat.of().formatHex(secret);
        return new Made(new Token(name, Sha256.hex(text), principal, now, expires, signedInBy), text);
    }

    /** Revokes the token with {@code id}; says whether there was one. */
    public boolean revoke(String id) {
        var known = new ArrayList<Token>();
        change(tokens -> {
            tokens.stream().filter(token -> token.id().equals(id)).forEach(known::add);
            return tokens.stream().filter(token -> !token.id().equals(id)).toList();
        });
        return !known.isEmpty();
    }

    /**
     * Every token, the oldest first.
     *
     * @throws GateException when the file cannot be read
     */
    public List<Token> all() {
        try {
            return Files.exists(file)
                    ? JsonText.parseObject(Files.readString(file)).elements("tokens").stream()
                            .map(TokenFile::read)
                            .toList()
                    : List.of();
        } catch (InvalidJson | IllegalArgumentException | DateTimeException e) {
            throw new GateException("`" + file + "` is damaged: " + e.getMessage() + "; mend it, or remove it", e);
        } catch (IOException e) {
            throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
        }
    }

    /** What tells one version of the file from another; empty when there is none. */
    Optional<String> version() {
        try {
            return Files.exists(file)
                    ? Optional.of(Files.getLastModifiedTime(file) + " "
                            + Files.readAttributes(file, "unix:ino").get("ino"))
                    : Optional.empty();
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.of(Long.toString(System.nanoTime()));
        }
    }

    private void change(UnaryOperator<List<Token>> change) {
        Path lockFile = file.resolveSibling("tokens.lock");
        CHANGING.lock();
        try {
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!lock.isValid()) {
                    throw new GateException("`" + lockFile + "` cannot be locked");
                }
                List<JsonObject> tokens =
                        change.apply(all()).stream().map(TokenFile::write).toList();
                DataDirectory.replace(
                        file, JsonText.write(JsonObject.empty().with("tokens", JsonArray.of(tokens))) + "\n");
            } catch (IOException e) {
                throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
            }
        } finally {
            CHANGING.unlock();
        }
    }

    private static JsonObject write(Token token) {
        Principal principal = token.principal();
        JsonObject form = JsonObject.empty()
                .with("id", token.id())
                .with("hash", token.hash())
                .with("name", principal.name())
                .with("role", principal.role().text())
                .with("rights", texts(principal.rights(), Right::text))
                .with("workers", texts(principal.workers(), WorkerId::text))
                .with("sessions", texts(principal.sessions(), SessionId::text))
                .with("created", token.created().toString());
        form = token.signedInBy().isEmpty()
                ? form
                : form.with("signedInBy", token.signedInBy().get());
        return token.expires().isEmpty()
                ? form
                : form.with("expires", token.expires().get().toString());
    }

    private static <T> JsonArray texts(Set<T> values, Function<T, String> text) {
        return JsonArray.of(values.stream().map(text).collect(Collectors.toCollection(TreeSet::new)).stream()
                .map(JsonString::new)
                .toList());
    }

    private static Token read(JsonValue value) {
        if (!(value instanceof JsonObject form)) {
            throw new IllegalArgumentException("a token is an object");
        }
        var principal = new Principal(
                text(form, "name"),
                Role.of(text(form, "role")).orElseThrow(() -> new IllegalArgumentException("there is no such role")),
                texts(form, "rights", TokenFile::right),
                texts(form, "workers", WorkerId::new),
                texts(form, "sessions", SessionId::new));
        return new Token(
                text(form, "id"),
                text(form, "hash"),
                principal,
                Instant.parse(text(form, "created")),
                form.get("expires").map(expires -> Instant.parse(text(form, "expires"))),
                form.get("signedInBy").map(by -> text(form, "signedInBy")));
    }

    private static Right right(String text) {
        return Arrays.stream(Right.values())
                .filter(right -> right.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no right `" + text + "`"));
    }

    private static <T> Set<T> texts(JsonObject form, String name, Function<String, T> of) {
        if (!(form.get(name).orElse(null) instanceof JsonArray)) {
            throw new IllegalArgumentException("a token lacks the list `" + name + "`");
        }

        return form.elements(name).stream()
                .map(each -> {
                    if (each instanceof JsonString string) {
                        return of.apply(string.value());
                    }
                    throw new IllegalArgumentException("`" + name + "` is a list of texts");
                })
                .collect(Collectors.toSet());
    }

    private static String text(JsonObject form, String name) {
        return form.text(name).orElseThrow(() -> new IllegalArgumentException("a token lacks the text `" + name + "`"));
    }
}
