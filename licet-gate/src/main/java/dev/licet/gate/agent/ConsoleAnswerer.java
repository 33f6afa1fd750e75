package dev.licet.gate.agent;

import dev.licet.core.display.SafeText;
import dev.licet.core.policy.RuleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks with plain lines on any pair of streams: {@code y} once, {@code a} always, {@code n} not, {@code s} not and stop; words
 * behind it are told to the model. One call at a time. Once the input is at its end every call is left to others. Thread-safe.
 *
 * <p>Its reader is a daemon thread that takes every line of the input from the first question on.
 */
public final class ConsoleAnswerer implements Answerer {
    private final BufferedReader in;
    private final PrintStream out;
    private final boolean person;
    private final LinkedBlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private final ReentrantLock asking = new ReentrantLock();
    private @Nullable Thread reader;

    private ConsoleAnswerer(InputStream in, PrintStream out, boolean person) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
        this.person = person;
    }

    /** Asks the person at the standard streams: a line that they typed before they could see the question does not count. */
    public static ConsoleAnswerer standard() {
        return new ConsoleAnswerer(System.in, System.out, true);
    }

    /** Takes the answers from {@code in}, a line for each question, also where they stand there already. */
    public static ConsoleAnswerer on(InputStream in, PrintStream out) {
        return new ConsoleAnswerer(in, out, false);
    }

    @Override
    public Reply answer(Ask ask) throws InterruptedException {
        asking.lockInterruptibly();
        try {
            start();
            if (person) {
                lines.removeIf(Optional::isPresent);
            }
            show(ask);
            while (true) {
                out.print("[y]es, " + (ask.always().isEmpty() ? "" : "[a]lways, ") + "[n]o, [s]top, words follow: ");
                out.flush();
                Optional<String> line = lines.take();
                if (line.isEmpty()) {
                    lines.add(line);
                    out.println("nobody is here to answer");
                    return Reply.left();
                }
                Optional<Reply> reply = reply(line.get().strip(), ask);
                if (reply.isPresent()) {
                    return reply.get();
                }
            }
        } catch (InterruptedException e) {
            out.println("answered elsewhere");
            throw e;
        } finally {
            asking.unlock();
        }
    }

    private void start() {
        if (reader == null) {
            reader = Thread.ofPlatform().daemon().name("licet-console").start(this::read);
        }
    }

    private void read() {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException e) {
            out.println("the answers cannot be read: " + e.getMessage());
        }
        lines.add(Optional.empty());
    }

    private void show(Ask ask) {
        out.println();
        out.println("The agent wants to use " + ask.tool() + ":");
        ask.agents().forEach(agent -> out.println("  agent: " + agent));
        // No line of the call looks like one of these.
        ask.text().lines().forEach(line -> out.println("  | " + line));
        ask.reasons().forEach(reason -> out.println("  asked because " + reason));
        ask.behind().forEach(each -> out.println("  then: " + each));
        ask.always().forEach(rule -> out.println("  always: " + text(rule)));
    }

    private static String text(RuleText rule) {
        return SafeText.oneLine(rule.pattern().equals("*") ? rule.tool() : rule.tool() + " " + rule.pattern());
    }

    private static Optional<Reply> reply(String line, Ask ask) {
        String[] parts = line.split("\\s+", 2);
        String words = parts.length > 1 ? parts[1] : "";
        return switch (parts[0].toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> Optional.of(new Reply.Once(words));
            case "a", "always" -> ask.always().isEmpty() ? Optional.empty() : Optional.of(new Reply.Always(words));
            case "n", "no" -> Optional.of(Reply.skip(words));
            case "s", "stop" -> Optional.of(Reply.stop(words));
            default -> Optional.empty();
        };
    }

    @Override
    public void refused(Ask ask, String why) {
        out.println(SafeText.oneLine(why));
    }
}
