package dev.licet.core.call;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which tool names mean which kind, and which arguments each kind has, read from {@code tools.txt}, whose head explains
 * the format. Immutable and thread-safe.
 */
public final class ToolTable {
    private static final ToolTable STANDARD = load();

    /**
     * The arguments of one kind of tool.
     *
     * @param name the name that rules use for this kind
     * @param subjects arguments that say what the tool works on
     * @param harmless arguments that do not change what it touches
     * @param said arguments in which the model speaks about the call
     */
    record Form(String name, List<String> subjects, List<String> harmless, List<String> said) {
        Form {
            subjects = List.copyOf(subjects);
            harmless = List.copyOf(harmless);
            said = List.copyOf(said);
        }

        /** Whether {@code argument} changes nothing about what the tool touches. */
        boolean isHarmless(String argument) {
            return harmless.contains(argument)
                    || said.contains(argument)
                    || (harmless.contains(EVERY) && !COMMAND_LINES.contains(argument));
        }
    }

    /** What is called like this may be run, whatever the tool is for. */
    private static final Set<String> COMMAND_LINES = Set.of("command", "cmd", "script", "shell", "commands");

    /** Of these a shell takes one, which is the command. */
    private static final List<String> COMMANDS = List.of("command", "cmd");

    /** Stands for every argument that is not called like a command line. */
    private static final String EVERY = "*";

    /** Arguments of a shell call that say where it runs. */
    static final List<String> DIRECTORIES = List.of("cwd", "workdir", "dir_path", "directory");

    private final Map<String, ToolKind> kinds;
    private final Map<ToolKind, Form> forms;

    private ToolTable(Map<String, ToolKind> kinds, Map<ToolKind, Form> forms) {
        this.kinds = new HashMap<>(kinds);
        this.forms = Map.copyOf(forms);
    }

    /** The table that ships with the product. */
    public static ToolTable standard() {
        return STANDARD;
    }

    /** The kind of the tool called {@code name}, compared to the letter; unknown names are {@link ToolKind#OTHER}. */
    public ToolKind kind(String name) {
        ToolKind kind = kinds.get(name);
        if (kind != null) {
            return kind;
        }
        return name.startsWith("mcp__") || name.startsWith("mcp:") ? ToolKind.MCP : ToolKind.OTHER;
    }

    /** The name that rules use for a tool called {@code name}: {@code shell_exec} for {@code Bash}. */
    public String ruleName(String name) {
        ToolKind kind = kind(name);
        Form form = forms.get(kind);
        return form == null || !kind.hasAliases() ? name : form.name();
    }

    /** Of all known names the one that {@code name} is most likely a misspelling of. */
    public Optional<String> nearest(String name) {
        return kinds.keySet().stream()
                .filter(known -> isClose(known, name))
                .min(Comparator.comparingInt((String known) -> Math.abs(known.length() - name.length()))
                        .thenComparing(known -> known));
    }

    /** Whether two names differ by their case, one letter more or less, one other letter, or two that changed places. */
    private static boolean isClose(String left, String right) {
        String one = left.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        String other = right.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        int start = 0;
        while (start < Math.min(one.length(), other.length()) && one.charAt(start) == other.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < Math.min(one.length(), other.length()) - start
                && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        int oneLeft = one.length() - start - end;
        int otherLeft = other.length() - start - end;
        boolean swapped = oneLeft == 2
                && otherLeft == 2
                && one.charAt(start) == other.charAt(start + 1)
                && one.charAt(start + 1) == other.charAt(start);
        return Math.max(oneLeft, otherLeft) <= 1 || swapped;
    }

    /** Whether the argument called {@code argument} says what the tool called {@code name} works on. */
    public boolean isSubject(String name, String argument) {
        Form form = forms.get(kind(name));
        return form != null && form.subjects().contains(argument);
    }

    /** Whether the tool called {@code name} is of a kind that has the argument called {@code argument}. */
    public boolean knows(String name, String argument) {
        Form form = forms.get(kind(name));
        boolean directory = kind(name) == ToolKind.SHELL && DIRECTORIES.contains(argument);
        return form != null && (directory || form.subjects().contains(argument) || form.isHarmless(argument));
    }

    /** Whether an argument of {@code call} is called like a command line. */
    public boolean namesCommandLine(ToolCall call) {
        return call.arguments().members().keySet().stream().anyMatch(COMMAND_LINES::contains);
    }

    /** The argument of {@code arguments}, a shell's, that is the command; empty if there is none. */
    public static Optional<String> commandArgument(JsonObject arguments) {
        return COMMANDS.stream()
                .filter(name -> arguments.text(name).isPresent())
                .findFirst();
    }

    /** The command that {@code arguments}, a shell's, name; empty if there is none. */
    public static Optional<String> commandLine(JsonObject arguments) {
        return commandArgument(arguments).flatMap(arguments::text);
    }

    /**
     * Whether {@code call} says in one argument, a text, what a shell is to run, and where: then whoever runs that text in its
     * {@link #directory} runs what is meant, and nothing is left of it.
     */
    public boolean isOneCommand(ToolCall call) {
        List<String> subjects = form(kind(call.tool())).subjects();
        List<Map.Entry<String, JsonValue>> lines = call.arguments().members().entrySet().stream()
                .filter(argument -> COMMAND_LINES.contains(argument.getKey()) || subjects.contains(argument.getKey()))
                .toList();
        return lines.size() == 1
                && lines.getFirst().getValue() instanceof JsonValue.JsonString
                && directory(call).isPresent();
    }

    /**
     * Where the command of {@code call} runs: in the folder that its arguments name, else in that of the call. Empty if they name
     * several, or one that only its tool knows.
     */
    public static Optional<String> directory(ToolCall call) {
        List<JsonValue> named = DIRECTORIES.stream()
                .flatMap(name -> call.arguments().get(name).stream())
                .filter(value -> !(value instanceof JsonValue.JsonNull))
                .toList();
        if (named.isEmpty()) {
            return Optional.of(call.directory());
        }
        return named.size() == 1
                        && named.getFirst() instanceof JsonValue.JsonString folder
                        && isPlainFolder(folder.value())
                ? Optional.of(folder.value().startsWith("/") ? folder.value() : call.directory() + "/" + folder.value())
                : Optional.empty();
    }

    /** Whether a tilde or a variable is expanded is for the tool to say. */
    static boolean isPlainFolder(String folder) {
        return !folder.startsWith("~") && folder.indexOf('$') < 0;
    }

    /** Every name of tools of {@code kind}. */
    public List<String> names(ToolKind kind) {
        return kinds.entrySet().stream()
                .filter(entry -> entry.getValue() == kind)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether {@code call} is a shell command and nothing it says beside the command matters. */
    public boolean isPlainCommand(ToolCall call) {
        if (kind(call.tool()) != ToolKind.SHELL
                || call.arguments().text("command").isEmpty()) {
            return false;
        }
        Form form = form(ToolKind.SHELL);
        return call.arguments().members().keySet().stream()
                .allMatch(name -> name.equals("command") || (form.isHarmless(name) && !DIRECTORIES.contains(name)));
    }

    /** Whether the argument called {@code argument} of the tool called {@code name} is what the model says about the call. */
    public boolean isSaid(String name, String argument) {
        Form form = forms.get(kind(name));
        return form != null && form.said().contains(argument);
    }

    /** The form of {@code kind}, which has one: every kind but {@link ToolKind#MCP} and {@link ToolKind#OTHER}. */
    Form form(ToolKind kind) {
        return Objects.requireNonNull(forms.get(kind), () -> "no form for " + kind);
    }

    private static ToolTable load() {
        try (InputStream in = Objects.requireNonNull(ToolTable.class.getResourceAsStream("tools.txt"))) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the table of tools", e);
        }
    }

    private static ToolTable parse(String text) {
        var kinds = new HashMap<String, ToolKind>();
        var forms = new EnumMap<ToolKind, Form>(ToolKind.class);
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|", -1);
            ToolKind kind = ToolKind.valueOf(fields[0].strip());
            List<String> names = words(fields[1]);
            names.forEach(name -> kinds.put(name, kind));
            forms.put(kind, new Form(names.get(0), words(fields[2]), words(fields[3]), words(fields[4])));
        }
        return new ToolTable(kinds, forms);
    }

    private static List<String> words(String field) {
        return field.isBlank() ? List.of() : List.of(field.strip().split(" +", -1));
    }
}
