package dev.licet.contain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run that takes too much: processes, memory, or the last of a disk. Thread-safe; it ends with the run.
 */
public final class RunWatch {
    /** Most processes and threads that may run at a time. */
    static final int MAX_THREADS = 1_000;

    /** So much of a disk is left to others, in bytes. */
    static final long MIN_FREE = 256L * 1024 * 1024;

    /** How much of the machine's memory may be taken, in parts of a hundred. */
    private static final int MAX_MEMORY = 80;

    private static final long LOOK_MILLIS = 100;

    private final Process process;
    private final Path disk;
    private final long memory;
    private volatile String ended = "";

    private RunWatch(Process process, Path disk, long memory) {
        this.process = process;
        this.disk = disk;
        this.memory = memory;
    }

    static RunWatch of(Process process, Path disk) {
        var watch = new RunWatch(process, disk, memory());
        Thread.ofVirtual().name("licet-contain-watch").start(watch::look);
        return watch;
    }

    /** Why the run was ended; empty if it was not. */
    public Optional<String> ended() {
        return ended.isEmpty() ? Optional.empty() : Optional.of(ended);
    }

    private void look() {
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                String why = excess();
                if (!why.isEmpty()) {
                    ended = why;
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String excess() {
        long kilobytes = 0;
        int threads = 0;
        for (ProcessHandle each : process.descendants().toList()) {
            List<String> status = status(each.pid());
            threads += Math.max(1, (int) number(status, "Threads"));
            // What is shared with no file, each time that it is seen: nobody else may hold it.
            kilobytes += number(status, "RssAnon") + number(status, "RssShmem");
        }
        if (threads > MAX_THREADS) {
            return "it had more than " + MAX_THREADS + " processes and threads";
        }
        if (kilobytes * 1024 > memory) {
            return "it took more than " + memory / (1024 * 1024) + " MB of memory";
        }
        try {
            return Files.getFileStore(disk).getUsableSpace() < MIN_FREE ? "it filled the disk" : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** What Linux tells of a process in {@code proc_pid_status(5)}; nothing if it is gone. */
    private static List<String> status(long process) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process + "/status"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static long number(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .findFirst()
                .map(Long::parseLong)
                .orElse(0L);
    }

    private static long memory() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
                if (line.startsWith("MemTotal:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 100 * MAX_MEMORY;
                }
            }
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
        return Long.MAX_VALUE;
    }
}
