package dev.licet.core.display;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a person thinks of when they read a call, in one line: the command, the file, the host, the server's tool.
 *
 * @param kind what the line is about
 * @param text the line, without hidden characters
 * @param added how many lines an edit brings; 0 for everything else
 * @param removed how many it takes away
 */
public record Headline(Kind kind, String text, int added, int removed) {
    private static final int MAX_TEXT = 300;
    private static final int MAX_SUBJECT = 120;

    /** The arguments that say what a tool of which nothing is known is about, the first that is there. */
    private static final List<String> SUBJECTS = List.of(
            "title",
            "name",
            "subject",
            "query",
            "url",
            "path",
            "file_path",
            "uri",
            "id",
            "issueId",
            "key",
            "text",
            "message");

    private static final Pattern SERVER = Pattern.compile("mcp__(.+?)__(.+)|mcp[:_]([^:_]+)[:_](.+)");
    private static final Pattern WORDS = Pattern.compile("[_-]+|(?<=[a-z])(?=[A-Z])");

    /** What a line is about. */
    public enum Kind {
        COMMAND,
        FILE,
        ADDRESS,
        TOOL;

        /** The word for it, in small letters. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The line for {@code call}. */
    public static Headline of(ToolCall call) {
        ToolKind kind = ToolTable.standard().kind(call.tool());
        return switch (kind) {
            case SHELL ->
                line(Kind.COMMAND, ToolTable.commandLine(call.arguments()).orElse(call.tool()));
            case WRITE, EDIT, READ -> file(call);
            case FETCH -> line(Kind.ADDRESS, argument(call, "url").orElse(call.tool()));
            case GLOB, GREP, SKILL, TASK, PLAN, INPUT, MCP, OTHER -> tool(call);
        };
    }

    private static Headline line(Kind kind, String text) {
        return new Headline(kind, cut(text), 0, 0);
    }

    private static String cut(String text) {
        return SafeText.cut(SafeText.oneLine(text), MAX_TEXT);
    }

    private static Optional<String> argument(ToolCall call, String... names) {
        return Stream.of(names)
                .flatMap(name -> call.arguments().text(name).stream())
                .findFirst();
    }

    private static Headline file(ToolCall call) {
        Optional<String> path =
                argument(call, "path", "file_path", "filePath", "absolute_path", "target_file", "notebook_path");
        List<String> changed = Edits.of(call).stream()
                .flatMap(edit -> edit.diff().text().lines())
                .toList();
        int added = count(changed, "+");
        int removed = count(changed, "-");
        Optional<String> content = argument(call, "content", "contents", "file_text");
        int all = changed.isEmpty() && content.isPresent()
                ? (int) content.get().lines().count()
                : added;
        return path.map(text -> new Headline(Kind.FILE, cut(inWorkspace(call, text)), all, removed))
                .orElseGet(() -> tool(call));
    }

    /** What lies in the folder of the call is named from there. */
    private static String inWorkspace(ToolCall call, String path) {
        String folder = call.directory().endsWith("/") ? call.directory() : call.directory() + "/";
        return path.startsWith(folder) ? path.substring(folder.length()) : path;
    }

    private static int count(List<String> lines, String sign) {
        return (int) lines.stream().filter(line -> line.startsWith(sign)).count();
    }

    /** `linear › create issue "Fix the login"`. */
    private static Headline tool(ToolCall call) {
        var server = SERVER.matcher(call.tool());
        String name = !server.matches()
                ? safe(call.tool())
                : server.group(1) != null
                        ? safe(server.group(1)) + " › " + words(server.group(2))
                        : safe(server.group(3)) + " › " + words(server.group(4));
        String about = SUBJECTS.stream()
                .flatMap(subject -> call.arguments().text(subject).stream())
                .filter(text -> !text.isBlank())
                .findFirst()
                .map(text -> " “" + safe(SafeText.cut(text, MAX_SUBJECT)) + "”")
                .orElse("");
        return new Headline(Kind.TOOL, SafeText.cut(name + about, MAX_TEXT), 0, 0);
    }

    private static String safe(String text) {
        return SafeText.oneLine(text);
    }

    private static String words(String name) {
        return safe(String.join(" ", WORDS.split(name)).toLowerCase(Locale.ROOT).strip());
    }
}
