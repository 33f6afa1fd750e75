package dev.licet.agent.tool;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.GatedTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tools that read, write and edit files. */
final class FileTools {
    private static final int MOST_LINES = 2_000;
    private static final int LONGEST_LINE = 2_000;
    private static final int MOST_DIFF_LINES = 60;

    private FileTools() {}

    /** {@code read_file}. */
    record Read(Workspace workspace) implements AgentTool {
        @Override
        public GatedTool gated() {
            return GatedTool.named("read_file")
                    .tier(Tier.READ)
                    .withSchema(new Schema()
                            .needs("path", "string", "the file")
                            .takes("offset", "integer", "the first line, counted from 1")
                            .takes("limit", "integer", "how many lines, at most " + MOST_LINES)
                            .build());
        }

        @Override
        public String description() {
            return "Reads a file of text, with the numbers of its lines.";
        }

        @Override
        public String execute(JsonObject form) throws IOException, ToolProblem {
            var arguments = new Arguments(form);
            Path path = workspace.path(arguments.text("path"));
            List<String> lines = TextFile.read(path).text().lines().toList();
            int first = arguments.number("offset", 1, Integer.MAX_VALUE);
            int most = arguments.number("limit", MOST_LINES, MOST_LINES);
            if (lines.isEmpty()) {
                return "(the file is empty)";
            }
            if (first > lines.size()) {
                throw new ToolProblem("the file has " + lines.size() + " lines");
            }
            int last = Math.min(lines.size(), first - 1 + most);
            var shown = new StringBuilder();
            for (int i = first - 1; i < last; i++) {
                String line = lines.get(i);
                shown.append(i + 1)
                        .append('\t')
                        .append(line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + " …")
                        .append('\n');
            }
            if (last < lines.size()) {
                shown.append("(").append(lines.size() - last).append(" more lines; use offset)\n");
            }
            return workspace.bounded(shown.toString());
        }
    }

    /** {@code write_file}. */
    record Write(Workspace workspace) implements AgentTool {
        @Override
        public GatedTool gated() {
            return GatedTool.named("write_file")
                    .tier(Tier.WRITE)
                    .withSchema(new Schema()
                            .needs("path", "string", "the file")
                            .needs("content", "string", "all that is to stand in it")
                            .build());
        }

        @Override
        public String description() {
            return "Writes a file, whole; what stood in it is gone. Use edit_file to change a part.";
        }

        @Override
        public String execute(JsonObject form) throws IOException, ToolProblem {
            var arguments = new Arguments(form);
            Path path = workspace.path(arguments.text("path"));
            String content = arguments.text("content");
            if (!Files.exists(path)) {
                TextFile.of(content).write(path);
                return "created " + workspace.shown(path) + ", "
                        + content.lines().count() + " lines";
            }
            TextFile before = TextFile.read(path);
            before.with(content).write(path);
            return "wrote " + workspace.shown(path) + "\n" + diff(workspace.shown(path), before.text(), content);
        }
    }

    /** {@code edit_file}. */
    record Edit(Workspace workspace) implements AgentTool {
        @Override
        public GatedTool gated() {
            return GatedTool.named("edit_file")
                    .tier(Tier.WRITE)
                    .withSchema(new Schema()
                            .needs("path", "string", "the file")
                            .needs("old_string", "string", "what is replaced, to the letter; it has to be there once")
                            .needs("new_string", "string", "what takes its place")
                            .takes("replace_all", "boolean", "replace it wherever it is")
                            .build());
        }

        @Override
        public String description() {
            return "Replaces a text in a file by another.";
        }

        @Override
        public String execute(JsonObject form) throws IOException, ToolProblem {
            var arguments = new Arguments(form);
            Path path = workspace.path(arguments.text("path"));
            TextFile before = TextFile.read(path);
            String old = inLinesOf(before.text(), arguments.text("old_string"));
            String now = inLinesOf(before.text(), arguments.text("new_string"));
            if (old.isEmpty()) {
                throw new ToolProblem("`old_string` is empty; use write_file to write a whole file");
            }
            if (old.equals(now)) {
                throw new ToolProblem("`old_string` and `new_string` are the same");
            }
            int first = before.text().indexOf(old);
            if (first < 0) {
                throw new ToolProblem(
                        "`old_string` is not in " + workspace.shown(path) + "; read it, and copy it to the letter");
            }
            boolean several = before.text().indexOf(old, first + 1) >= 0;
            if (several && !arguments.isTrue("replace_all")) {
                throw new ToolProblem("`old_string` is there more than once; take more of what stands around it, or set"
                        + " `replace_all`");
            }
            String after = before.text().replace(old, now);
            before.with(after).write(path);
            return "edited " + workspace.shown(path) + "\n" + diff(workspace.shown(path), before.text(), after);
        }

        /** Models write LF: in a file with CRLF that is meant. */
        private static String inLinesOf(String file, String text) {
            return file.contains("\r\n") && !text.contains("\r\n") ? text.replace("\n", "\r\n") : text;
        }
    }

    private static String diff(String name, String before, String after) {
        List<String> old = before.lines().toList();
        List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(
                name, name, old, DiffUtils.diff(old, after.lines().toList()), 2);
        return lines.size() <= MOST_DIFF_LINES
                ? String.join("\n", lines)
                : String.join("\n", lines.subList(0, MOST_DIFF_LINES)) + "\n… " + (lines.size() - MOST_DIFF_LINES)
                        + " more lines";
    }
}
