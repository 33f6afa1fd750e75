package dev.licet.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Programs as a user starts them: `./licet` from the root of this checkout, and tools of the system. */
public final class Program {
    public static final Path ROOT =
            Path.of(System.getProperty("licet.root", "..")).toAbsolutePath().normalize();

    private Program() {}

    /** What a finished process left behind. */
    record Result(int status, String out, String err) {}

    /** Starts `./licet` with {@code args}. */
    static Process licet(String... args) throws IOException {
        return licet(Map.of(), args);
    }

    /** The same with {@code more} in its environment. */
    static Process licet(Map<String, String> more, String... args) throws IOException {
        var command = new ArrayList<>(List.of(ROOT.resolve("licet").toString()));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(more);
        return builder.start();
    }

    /** What became of {@code line}, run by bash in {@code folder}. */
    static Result bash(Path folder, String line) throws IOException, InterruptedException {
        return finish(
                new ProcessBuilder("bash", "-c", line)
                        .directory(folder.toFile())
                        .start(),
                "");
    }

    /** Passes {@code input} to {@code process} and waits for its end. */
    static Result finish(Process process, String input) throws IOException, InterruptedException {
        try (OutputStream out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A program that ends without reading its input is judged by what it printed.
            return result(process);
        }
        return result(process);
    }

    private static Result result(Process process) throws IOException, InterruptedException {
        var err = new StringBuilder();
        Thread reader = Thread.ofPlatform().daemon().start(() -> {
            try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(line -> err.append(line).append('\n'));
            } catch (IOException e) {
                err.append(e);
            }
        });
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running after two minutes: " + process.info());
        }
        reader.join();
        return new Result(process.exitValue(), out, err.toString());
    }

    /** Runs a program of the system and returns what it printed. */
    static String run(String... command) throws IOException, InterruptedException {
        Result result = finish(new ProcessBuilder(command).start(), "");
        if (result.status() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + result.out() + result.err());
        }
        return result.out();
    }

    /**
     * The path of the first of {@code names} that is installed. On Debian as root the package is installed if none is.
     *
     * @throws AssertionError saying what to install: a test without its tool fails, it is never skipped
     */
    public static Path require(String debianPackage, String... names) throws IOException, InterruptedException {
        Path found = find(names);
        if (found != null) {
            return found;
        }
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root && find("apt-get") != null) {
            // One test at a time, whichever process it is in.
            run(
                    "flock",
                    Path.of(System.getProperty("java.io.tmpdir"), "licet-tests-apt")
                            .toString(),
                    "sh",
                    "-c",
                    "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; apt-get update -qq && apt-get install -y -qq "
                            + debianPackage);
            found = find(names);
        }
        if (found == null) {
            throw new AssertionError("this test needs " + String.join(" or ", names) + ": install the package `"
                    + debianPackage + "` (Debian) or put the program on the PATH");
        }
        return found;
    }

    private static @Nullable Path find(String... names) {
        for (String name : names) {
            for (String folder : System.getenv("PATH").split(":", -1)) {
                Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
                if (Files.isExecutable(candidate) && Files.isRegularFile(candidate)) {
                    return candidate;
                }
            }
        }
        return null;
    }
}
