package dev.licet.cli.demo;

import dev.licet.core.json.JsonValue.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The demonstration agent's tools. They really do what they say, inside one workspace. */
final class DemoTools {
    private static final int TIMEOUT_SECONDS = 30;

    private final Path scratch;
    private final Path workspace;

    DemoTools(DemoWorkspace demo) {
        this.scratch = demo.scratch();
        this.workspace = demo.project();
    }

    /** Executes an allowed call and returns its result in a line or two. */
    String execute(String tool, JsonObject arguments) throws IOException, InterruptedException {
        return switch (tool) {
            case "read_file" -> Files.readAllLines(path(arguments)).size() + " lines";
            case "write_file" -> {
                Files.createDirectories(path(arguments).getParent());
                Files.writeString(path(arguments), text(arguments, "content"));
                yield "written";
            }
            case "edit_file" -> {
                String before = Files.readString(path(arguments));
                String after = before.replace(text(arguments, "old_string"), text(arguments, "new_string"));
                Files.writeString(path(arguments), after);
                yield before.equals(after) ? "nothing to change" : "changed";
            }
            case "glob" -> files().filter(file -> file.endsWith(".sh")).count() + " files";
            case "grep" -> grep(text(arguments, "pattern")) + " files";
            case "shell_exec" -> shell(text(arguments, "command"));
            default -> throw new IllegalArgumentException("no tool `" + tool + "`");
        };
    }

    private Path path(JsonObject arguments) {
        return workspace.resolve(text(arguments, "path"));
    }

    private static String text(JsonObject arguments, String name) {
        return arguments.text(name).orElseThrow(() -> new IllegalArgumentException("missing `" + name + "`"));
    }

    private Stream<String> files() throws IOException {
        try (Stream<Path> walk = Files.walk(workspace)) {
            return walk
                    .filter(Files::isRegularFile)
                    .map(file -> workspace.relativize(file).toString())
                    .filter(file -> !file.startsWith(".git/"))
                    .toList()
                    .stream();
        }
    }

    private long grep(String pattern) throws IOException {
        long found = 0;
        for (String file : files().toList()) {
            found += Files.readString(workspace.resolve(file)).contains(pattern) ? 1 : 0;
        }
        return found;
    }

    /** Runs bash as the judge read it: no start-up files, nothing inherited that could change the meaning of a line. */
    private String shell(String command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", "--norc", "--noprofile", "-c", "--", command);
        builder.directory(workspace.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH", "/usr/local/bin:/usr/bin:/bin",
                        "HOME", scratch.toString(),
                        "LC_ALL", "C.UTF-8",
                        "GIT_CONFIG_NOSYSTEM", "1"));
        builder.redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        Path output = Files.createTempFile(scratch, "output", ".txt");
        builder.redirectOutput(output.toFile());
        Process process = builder.start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            return "ended after " + TIMEOUT_SECONDS + " s";
        }
        List<String> lines =
                Files.readString(output, StandardCharsets.UTF_8).lines().toList();
        Files.delete(output);
        String last = lines.isEmpty() ? "" : ": " + lines.getLast();
        return "exit " + process.exitValue() + last;
    }
}
