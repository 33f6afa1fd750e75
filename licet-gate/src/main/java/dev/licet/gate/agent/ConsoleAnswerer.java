package dev.licet.gate.agent;

import dev.licet.core.display.SafeText;
import dev.licet.core.rule.RuleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks with plain lines on any pair of streams: {@code y} once, {@code a} always, {@code n} not, {@code s} not and stop; words
 * behind it are told to the model. A person at the standard streams writes the question's number behind {@code y} and
 * {@code a}, so that nothing they typed for something else approves it. One call at a time. Once the input is at its end every
 * call is left to others. Thread-safe.
 *
 * <p>The input is read while a question is open, by a daemon thread; a line that is begun when its question ends is lost to
 * the program.
 */
public final class ConsoleAnswerer implements Answerer {
    private final BufferedReader in;
    private final PrintStream out;
    private final boolean person;
    private final LinkedBlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private final Semaphore wanted = new Semaphore(0);
    private final ReentrantLock asking = new ReentrantLock();
    private @Nullable Thread reader;
    private int questions;
    private int outstanding;

    private ConsoleAnswerer(InputStream in, PrintStream out, boolean person) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
        this.person = person;
    }

    /** Asks the person at the standard streams. */
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
            String number = person ? String.valueOf(++questions) : "";
            show(ask);
            while (true) {
                out.print("y" + number + " yes, " + (ask.always().isEmpty() ? "" : "a" + number + " always, ")
                        + "n no, s stop, words follow: ");
                out.flush();
                Optional<String> line = line();
                if (line.isEmpty()) {
                    out.println("nobody is here to answer");
                    return Reply.left();
                }
                Optional<Reply> reply = reply(line.get().strip(), number, ask);
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

    /** The next line; empty at the end of the input, also when asked again. */
    private Optional<String> line() throws InterruptedException {
        if (outstanding == 0) {
            wanted.release();
            outstanding = 1;
        }
        Optional<String> line = lines.take();
        if (line.isEmpty()) {
            lines.add(line);
        } else {
            outstanding = 0;
        }
        return line;
    }

    private void start() {
        if (reader == null) {
            reader = Thread.ofPlatform().daemon().name("licet-console").start(this::read);
        }
    }

    private void read() {
        try {
            wanted.acquire();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(Optional.of(line));
                wanted.acquire();
            }
        } catch (IOException e) {
            out.println("the answers cannot be read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lines.add(Optional.empty());
    }

    private void show(Ask ask) {
        out.println();
        out.println("The agent wants to use " + ask.tool() + ":");
        ask.agents().forEach(agent -> out.println("  agent: " + agent));
        // No line of the call looks like one of these.
        ask.text().lines().forEach(line -> out.println("  | " + line));
        out.println("  " + ask.risk().line());
        ask.reasons().forEach(reason -> out.println("  asked because " + reason));
        ask.behind().forEach(each -> out.println("  then: " + each));
        ask.always().forEach(rule -> out.println("  always: " + text(rule)));
    }

    private static String text(RuleText rule) {
        return SafeText.oneLine(rule.pattern().equals("*") ? rule.tool() : rule.tool() + " " + rule.pattern());
    }

    private static Optional<Reply> reply(String line, String number, Ask ask) {
        String[] parts = line.split("\\s+", 2);
        String words = parts.length > 1 ? parts[1] : "";
        String said = parts[0].toLowerCase(Locale.ROOT);
        if (said.equals("y" + number) || said.equals("yes" + number)) {
            return Optional.of(new Reply.Once(words));
        }
        if (said.equals("a" + number) || said.equals("always" + number)) {
            return ask.always().isEmpty() ? Optional.empty() : Optional.of(new Reply.Always(words));
        }
        return switch (said) {
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
