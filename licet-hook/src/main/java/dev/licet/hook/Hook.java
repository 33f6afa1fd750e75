package dev.licet.hook;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * {@code licet hook HOST}: passes the hook's input to the server and its answer back.
 *
 * <p>It runs once for every tool call of an agent, so this package uses no library, no lambda and as few classes of the JDK
 * as it can. It fails closed: whenever there is no answer of a gate, it blocks the call in the way the host understands and
 * says why.
 */
public final class Hook {
    /** The exit status for an answer that the host reads from standard output. */
    public static final int PASSED = 0;

    /** The exit status that blocks the call, whatever host it is. */
    public static final int BLOCKED = 2;

    /** The exit status for an event that is no tool call; the launcher turns it into 1, which blocks nothing. */
    public static final int NOT_A_CALL = 3;

    /** The exit status when no server runs and the call is to be judged in a process of its own. */
    public static final int JUDGE_HERE = 4;

    private static final int MAX_INPUT = 2 * 1024 * 1024;
    private static final int MAX_TEXT = 4_096;

    private static final String USAGE = "usage: licet hook HOST [--data-dir DIR] [--server URL] [--worker ID]"
            + " [--wait SECONDS] [--event NAME] [--offline deny|judge]";

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private String dataDirectory;
    private String server = "";
    private String host = "";
    private String query = "";
    private boolean judgeHere;

    /** A hook that reads and writes there, with the variables of {@code environment}. */
    public Hook(InputStream in, PrintStream out, PrintStream err, Map<String, String> environment) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.dataDirectory = Places.dataDirectory(environment).toString();
    }

    /** Where the data directory is, as the options say. */
    public Path dataDirectory() {
        return Path.of(dataDirectory);
    }

    /** What follows the address of the hook, as the options say. */
    public String query() {
        return query;
    }

    /** Runs {@code hook} with {@code args}, the host first, and returns its exit status. */
    public int run(List<String> args) {
        try {
            host = args.isEmpty() ? "" : args.get(0);
            String mistake = isName(host) ? options(args) : "`" + host + "` is no host";
            return mistake.isEmpty() ? pass() : block(mistake + "; " + USAGE);
        } catch (IOException e) {
            return block("the Licet server at " + server + " gives no answer (" + e.getMessage() + ")");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return block("the hook failed: " + e);
        }
    }

    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 'a' || text.charAt(i) > 'z') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Reads the options behind the host; says what is wrong with them, or nothing. */
    private String options(List<String> args) {
        var parameters = new StringBuilder();
        for (int i = 1; i < args.size(); i += 2) {
            String name = args.get(i);
            if (i + 1 == args.size()) {
                return "the option `" + name + "` needs a value";
            }
            String value = args.get(i + 1);
            switch (name) {
                case "--data-dir" -> dataDirectory = value;
                case "--server" -> server = value;
                case "--worker", "--wait", "--event" ->
                    parameters
                            .append(parameters.isEmpty() ? '?' : '&')
                            .append(name, 2, name.length())
                            .append('=')
                            .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                case "--offline" -> {
                    if (!value.equals("deny") && !value.equals("judge")) {
                        return "`--offline` is deny or judge";
                    }
                    judgeHere = value.equals("judge");
                }
                default -> {
                    return "unknown option `" + name + "`";
                }
            }
        }
        query = parameters.toString();
        return "";
    }

    private int pass() throws IOException {
        boolean direct = server.isEmpty();
        server = address();
        String own = text("hook-token");
        String token = own.isEmpty() ? text("token") : own;
        if (token.isEmpty()) {
            return judgeHere
                    ? JUDGE_HERE
                    : block("there is no token in `" + dataDirectory + "`; start the server with `licet serve`");
        }
        URI uri;
        try {
            uri = URI.create(server);
        } catch (IllegalArgumentException e) {
            return block("`" + server + "` is no server's address");
        }
        try (Exchange exchange = Exchange.open(uri, HookHost.of(host).patience())) {
            // Read once there is a server: else it is left for whoever judges instead.
            byte[] input;
            try {
                input = HookHost.of(host).question(in.readNBytes(MAX_INPUT), environment);
            } catch (IllegalArgumentException e) {
                return block(String.valueOf(e.getMessage()));
            }
            boolean here = direct && !"https".equals(uri.getScheme());
            Exchange.Answer answer = exchange.post("/hooks/" + host + query, token, input, here);
            boolean receipt = answer.wantsReceipt() && answer.isDecision();
            if (receipt && answer.isAllow()) {
                // INVARIANT (once): a leave that the server may hand over again has not been passed on.
                exchange.receipt();
            }
            int status = answer(answer);
            boolean told = status == PASSED
                    || (answer.status() == 200 && HookHost.of(host).readsNothing());
            if (receipt && !answer.isAllow() && told) {
                exchange.receipt();
            }
            return status;
        } catch (Exchange.NoServer e) {
            if (judgeHere) {
                return JUDGE_HERE;
            }
            return block("the Licet server at " + server + " cannot be reached (" + e.getMessage()
                    + "); start it with `licet serve`");
        }
    }

    /**
     * The server's address: an option, the last server of the data directory, the usual one. No variable: a project that
     * sets the variables of its agent could send the hook elsewhere.
     */
    private String address() throws IOException {
        if (!server.isEmpty()) {
            return server;
        }
        String announced = text("server");
        return announced.isEmpty() ? Places.DEFAULT_SERVER : announced;
    }

    private String text(String name) throws IOException {
        File file = new File(dataDirectory, name);
        if (!file.exists()) {
            return "";
        }
        try (var text = new FileInputStream(file)) {
            return new String(text.readNBytes(MAX_TEXT), StandardCharsets.UTF_8).strip();
        }
    }

    private int answer(Exchange.Answer answer) {
        if (answer.status() == 422 && answer.isDecision()) {
            // Not a tool call: there is nothing to block, but the person should mend their settings.
            err.println("licet: " + new String(answer.body(), StandardCharsets.UTF_8).strip());
            return NOT_A_CALL;
        }
        // Whatever else answers on that port must not be taken for a decision: the host would ignore it and go on.
        if (answer.status() != 200 || !answer.isDecision()) {
            return block("no answer from Licet at " + server + ", but status " + answer.status());
        }
        if (HookHost.of(host).readsNothing()) {
            if (answer.isAllow()) {
                return PASSED;
            }
            err.write(answer.body(), 0, answer.body().length);
            err.flush();
            return BLOCKED;
        }
        out.write(answer.body(), 0, answer.body().length);
        out.flush();
        return out.checkError() ? block("the answer could not be written") : PASSED;
    }

    /** Refuses the call without a server: some read it from the answer, the others from the exit status. */
    private int block(String why) {
        String reason = "Licet denied this call: " + why;
        if (!HookHost.of(host).obeysStatus()) {
            byte[] refusal = (HookHost.refusal(reason) + "\n").getBytes(StandardCharsets.UTF_8);
            out.write(refusal, 0, refusal.length);
            out.flush();
            return PASSED;
        }
        err.println(reason);
        return BLOCKED;
    }
}
