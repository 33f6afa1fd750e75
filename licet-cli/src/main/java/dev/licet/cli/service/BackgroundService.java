package dev.licet.cli.service;

import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of its own that outlives the terminal. Its number and its log are in the data directory. */
final class BackgroundService implements Service {
    /** So long a server takes to let go of its connections, and some more. */
    private static final Duration ENDING = Duration.ofSeconds(15);

    /** The number of a process, and when it began. */
    private static final Pattern NOTED = Pattern.compile("(\\d{1,18}) (\\d{1,18})\n");

    private final ServerCommand command;
    private final Path note;
    private final Path log;

    BackgroundService(ServerCommand command) {
        this.command = command;
        this.note = command.dataDirectory().resolve("server.pid");
        this.log = command.dataDirectory().resolve("server.log");
    }

    @Override
    public String what() {
        return "a process in the background";
    }

    @Override
    public String howLong() {
        return "now, until the machine is shut down";
    }

    @Override
    public void start(int port) throws InterruptedException {
        if (isRunning()) {
            return;
        }
        DataDirectory.at(command.dataDirectory());
        var words =
                new ArrayList<>(List.of("sh", "-c", "nohup \"$@\" >\"$0\" 2>&1 </dev/null & echo $!", log.toString()));
        words.addAll(command.words(port));
        ServerCommand.Ended ended = ServerCommand.run(words);
        try {
            long number = Long.parseLong(ended.output().strip());
            long began = ProcessHandle.of(number).map(BackgroundService::began).orElse(0L);
            DataDirectory.replace(note, number + " " + began + "\n");
        } catch (IOException | NumberFormatException e) {
            throw new GateException(
                    "the server cannot be started: " + ended.output().strip(), e);
        }
    }

    /** Another process may have the number later: that began at another time. */
    private static long began(ProcessHandle process) {
        return process.info().startInstant().map(start -> start.toEpochMilli()).orElse(0L);
    }

    @Override
    public void stop() throws InterruptedException {
        Optional<ProcessHandle> process = process();
        if (process.isEmpty()) {
            return;
        }
        try {
            process.get().destroy();
            process.get().onExit().get(ENDING.toSeconds(), TimeUnit.SECONDS);
            Files.deleteIfExists(note);
        } catch (TimeoutException e) {
            throw new GateException("the server, process " + process.get().pid() + ", does not end", e);
        } catch (ExecutionException | IOException e) {
            throw new GateException("the server cannot be ended: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean isRunning() {
        return process().isPresent();
    }

    private Optional<ProcessHandle> process() {
        try {
            if (!Files.exists(note)) {
                return Optional.empty();
            }
            Matcher noted = NOTED.matcher(Files.readString(note));
            return noted.matches()
                    ? ProcessHandle.of(Long.parseLong(noted.group(1)))
                            .filter(ProcessHandle::isAlive)
                            .filter(process -> began(process) == Long.parseLong(noted.group(2)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> log(int most) {
        try {
            List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
            return lines.subList(Math.max(0, lines.size() - most), lines.size());
        } catch (IOException e) {
            throw new GateException("cannot read `" + log + "`: " + e.getMessage(), e);
        }
    }
}
