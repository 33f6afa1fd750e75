package dev.licet.cli.hook;

import dev.licet.cli.ExitCode;
import dev.licet.cli.Places;
import dev.licet.cli.Streams;
import dev.licet.gate.DataDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * {@code licet hook claude}: passes the hook's input to the server and its answer back.
 *
 * <p>Fails closed: whenever there is no answer that the host understands, it exits with 2, which blocks the call, and
 * says why on standard error, which the model reads.
 */
public final class Hook {
    /** The exit status for an event that is no tool call; the launcher turns it into 1, which blocks nothing. */
    public static final int NOT_A_CALL = 3;

    private static final int MAX_INPUT = 2 * 1024 * 1024;
    private static final int MAX_ANSWER = 128 * 1024;

    /** A whole decision, from its first to its last character: the host ignores what is cut off. */
    private static final Pattern DECISION = Pattern.compile(
            "\\{\"hookSpecificOutput\":\\{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"(allow|deny)\","
                    + "\"permissionDecisionReason\":\"(?:[^\"\\\\]++|\\\\.)*+\"}}\\s*");

    private static final int CONNECT_MILLIS = 5_000;

    /** Longer than the server holds a call. */
    private static final int READ_MILLIS = 600_000;

    private static final String USAGE =
            "usage: licet hook claude [--data-dir DIR] [--server URL] [--worker ID] [--wait SECONDS]";

    private final Streams streams;
    private final Map<String, String> environment;
    private Path dataDirectory;
    private Optional<String> server = Optional.empty();
    private String query = "";

    public Hook(Streams streams, Map<String, String> environment) {
        this.streams = streams;
        this.environment = environment;
        this.dataDirectory = Places.dataDirectory(environment);
    }

    /** Runs {@code hook} with {@code args}, the host first, and returns its exit status. */
    public int run(List<String> args) {
        try {
            if (!args.get(0).equals("claude")) {
                return block("unknown host `" + args.get(0) + "`; " + USAGE);
            }
            Optional<String> mistake = options(args.subList(1, args.size()));
            if (mistake.isPresent()) {
                return block(mistake.get() + "; " + USAGE);
            }
            return pass();
        } catch (IOException e) {
            return block("the Licet server at " + address() + " cannot be reached (" + e.getMessage()
                    + "); start it with `licet serve`");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return block("the hook failed: " + e);
        }
    }

    private Optional<String> options(List<String> args) {
        for (int i = 0; i < args.size(); i += 2) {
            if (i + 1 == args.size()) {
                return Optional.of("the option `" + args.get(i) + "` needs a value");
            }
            String value = args.get(i + 1);
            switch (args.get(i)) {
                case "--data-dir" -> dataDirectory = Path.of(value);
                case "--server" -> server = Optional.of(value);
                case "--worker" -> query += "&worker=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
                case "--wait" -> query += "&wait=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
                default -> {
                    return Optional.of("unknown option `" + args.get(i) + "`");
                }
            }
        }
        return Optional.empty();
    }

    private String address() {
        return server.or(() -> Optional.ofNullable(environment.get("LICET_SERVER")))
                .or(() -> new DataDirectory(dataDirectory).announcedServer())
                .orElse(Places.DEFAULT_SERVER);
    }

    private int pass() throws IOException {
        Optional<String> token = new DataDirectory(dataDirectory).existingToken();
        if (token.isEmpty()) {
            return block("there is no token in `" + dataDirectory + "`; start the server with `licet serve`");
        }
        byte[] input = streams.in().readNBytes(MAX_INPUT);
        URI uri = URI.create(address() + "/hooks/claude" + (query.isEmpty() ? "" : "?" + query.substring(1)));
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        connection.setRequestProperty("Authorization", "Bearer " + token.get());
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(input.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(input);
        }
        return answer(connection);
    }

    private int answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            String text = body == null ? "" : new String(body.readNBytes(MAX_ANSWER), StandardCharsets.UTF_8);
            if (status == 422 && text.contains("\"code\":\"unsupported-event\"")) {
                // Not a tool call: there is nothing to block, but the person should mend their settings.
                streams.err().println("licet: " + text.strip());
                return NOT_A_CALL;
            }
            // Whatever else answers on that port must not be taken for a decision: the host would ignore it and go on.
            if (status != 200 || !DECISION.matcher(text).matches()) {
                return block("no answer from Licet at " + address() + ", but status " + status);
            }
            streams.out().print(text);
            streams.out().flush();
            return streams.out().checkError() ? block("the answer could not be written") : ExitCode.OK;
        }
    }

    private int block(String why) {
        streams.err().println("Licet denied this call: " + why);
        return ExitCode.USAGE;
    }
}
