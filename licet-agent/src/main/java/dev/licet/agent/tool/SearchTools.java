package dev.licet.agent.tool;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.GatedTool;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The tools that find files, and lines in them. They follow no links, and pass over hidden files and what looks secret. */
final class SearchTools {
    private static final int MOST_FILES = 1_000;
    private static final int MOST_LINES = 500;
    private static final int LONGEST_LINE = 400;
    private static final int MOST_VISITED = 200_000;
    private static final Set<String> PASSED = Set.of("node_modules", "target", "build", "__pycache__");

    /** Reading these is for read_file to ask about, one by one. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)secret|credential|\\.pem|\\.key|\\.p12|\\.pfx|id_rsa|id_ed25519");

    private SearchTools() {}

    /** {@code glob}. */
    record Glob(Workspace workspace) implements AgentTool {
        @Override
        public GatedTool gated() {
            return GatedTool.named("glob")
                    .tier(Tier.READ)
                    .withSchema(new Schema()
                            .needs("pattern", "string", "such as **/*.java")
                            .takes("path", "string", "the folder to look in; else the workspace")
                            .build());
        }

        @Override
        public String description() {
            return "Finds files by their names.";
        }

        @Override
        public String execute(JsonObject form) throws IOException, ToolProblem {
            var arguments = new Arguments(form);
            Path folder = folder(workspace, arguments);
            PathMatcher matcher = matcher(arguments.text("pattern"));
            List<String> found = files(folder).stream()
                    .filter(file -> matcher.matches(folder.relativize(file)))
                    .map(workspace::shown)
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                return "no files";
            }
            String more = found.size() > MOST_FILES ? "\n… and " + (found.size() - MOST_FILES) + " more" : "";
            return String.join("\n", found.subList(0, Math.min(found.size(), MOST_FILES))) + more;
        }
    }

    /** {@code grep}. */
    record Grep(Workspace workspace, Judging judging) implements AgentTool {
        @Override
        public GatedTool gated() {
            return GatedTool.named("grep")
                    .tier(Tier.READ)
                    .withSchema(new Schema()
                            .needs("pattern", "string", "a regular expression, as RE2 has them")
                            .takes("path", "string", "the file or folder to look in; else the workspace")
                            .takes("glob", "string", "only files of this pattern, such as *.java")
                            .build());
        }

        @Override
        public String description() {
            return "Finds lines in files; passes over those that you may not read.";
        }

        @Override
        public String execute(JsonObject form) throws IOException, ToolProblem, InterruptedException {
            var arguments = new Arguments(form);
            Pattern pattern = pattern(arguments.text("pattern"));
            Path where = workspace.path(arguments.text("path", "."));
            PathMatcher matcher = matcher(arguments.text("glob", "**"));
            // A file that the call names has been judged with it.
            boolean named = Files.isRegularFile(where);
            List<Path> files = named ? List.of(where) : files(folder(workspace, arguments));
            // Where reading is asked about in general, whoever approved the search has approved that.
            boolean general = judging.judge("grep", form) == Action.ASK && read(where.resolve("x")) == Action.ASK;
            var found = new ArrayList<String>();
            for (Path file : files) {
                boolean fits = matcher.matches(file.getFileName()) || matcher.matches(where.relativize(file));
                if (fits && found.size() < MOST_LINES) {
                    var lines = new ArrayList<String>();
                    search(file, pattern, lines);
                    // INVARIANT (rules): a search shows nothing of a file that reading it would not show, nor that it
                    // is there.
                    if (!lines.isEmpty() && (named || mayShow(read(file), general))) {
                        found.addAll(lines);
                    }
                }
            }
            return found.isEmpty() ? "no lines" : workspace.bounded(String.join("\n", found));
        }

        private Action read(Path file) throws InterruptedException {
            return judging.judge("read_file", JsonObject.empty().with("path", file.toString()));
        }

        private static boolean mayShow(Action reading, boolean general) {
            return reading == Action.ALLOW || (general && reading == Action.ASK);
        }

        private void search(Path file, Pattern pattern, List<String> found) throws IOException {
            try {
                int number = 0;
                for (String line : TextFile.read(file).text().lines().toList()) {
                    number++;
                    boolean fits = pattern.matcher(line).find();
                    if (fits && found.size() < MOST_LINES) {
                        found.add(workspace.shown(file) + ":" + number + ": "
                                + (line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " …"));
                    }
                }
            } catch (ToolProblem e) {
                // Binary files and the like have no lines.
                return;
            }
        }

        private static Pattern pattern(String text) throws ToolProblem {
            try {
                return Pattern.compile(text);
            } catch (PatternSyntaxException e) {
                throw new ToolProblem("`pattern` is no regular expression: " + e.getDescription());
            }
        }
    }

    private static PathMatcher matcher(String pattern) throws ToolProblem {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (IllegalArgumentException e) {
            throw new ToolProblem("`" + pattern + "` is no pattern: " + e.getMessage());
        }
    }

    private static Path folder(Workspace workspace, Arguments arguments) throws ToolProblem {
        Path folder = workspace.path(arguments.text("path", "."));
        if (!Files.isDirectory(folder)) {
            throw new ToolProblem("there is no folder `" + folder + "`");
        }
        return folder;
    }

    private static List<Path> files(Path folder) throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = String.valueOf(directory.getFileName());
                boolean passed = !directory.equals(folder) && (name.startsWith(".") || PASSED.contains(name));
                return passed ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = String.valueOf(file.getFileName());
                if (attributes.isRegularFile()
                        && !name.startsWith(".")
                        && !SECRET.matcher(name).find()) {
                    files.add(file);
                }
                return files.size() < MOST_VISITED ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
