package dev.licet.core.call;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.path.FileAddress;
import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.ShellLanguage;
import dev.licet.shell.Shells;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what a call of any kind would do. Pure: the same call always gives the same facts. */
public final class CallFacts {
    /** A blank, or a character without a form. */
    private static final Predicate<String> UNSEEN =
            Pattern.compile("[\\p{javaWhitespace}\\p{Z}\\p{C}]").asMatchPredicate();

    /** Some tools take the lines that are wanted, or how, behind the name of the file. */
    private static final Pattern LINES = Pattern.compile("(.+?)(?::.*|#.*)", Pattern.DOTALL);

    /** How JSON with texts or objects in it begins. */
    private static final Pattern LIST = Pattern.compile("\\s*[\\[{]\\s*[\"{\\[]");

    /** Where a file goes that an edit moves. */
    private static final Set<String> RENAMING = Set.of(
            "rename",
            "move",
            "move_to",
            "moveTo",
            "new_path",
            "newPath",
            "destination",
            "target",
            "dest",
            "renameTo",
            "rename_to",
            "to");

    private static final Span NOWHERE = new Span(0, 0);

    /** Arguments of an edit that are a patch, which names its files itself. */
    private static final List<String> PATCHES = List.of("input", "patch", "patchText");

    /** The tool whose patch the hooks of Codex call {@code command}; with other tools that may be anything. */
    private static final String PATCH_TOOL = "apply_patch";

    private final ShellLanguage shell;
    private final ToolTable tools;

    public CallFacts(ShellLanguage shell, ToolTable tools) {
        this.shell = shell;
        this.tools = tools;
    }

    /** The facts of {@code call}, at least one. */
    public List<Fact> of(ToolCall call) {
        return of(call, Shells.UNKNOWN);
    }

    /** The same, where {@code otherwise} may run the command line of a call that does not say which shell does. */
    public List<Fact> of(ToolCall call, Shells otherwise) {
        var facts = new ArrayList<Fact>();
        ToolKind kind = tools.kind(call.tool());
        if (!call.directory().startsWith("/")) {
            facts.add(opaque("paths of this system are not read yet"));
        }
        if (kind == ToolKind.MCP || kind == ToolKind.OTHER) {
            facts.add(new Fact.Uses(call.tool(), "", NOWHERE));
        } else {
            known(call, kind, otherwise, facts);
        }
        if (!call.environment().isEmpty()) {
            call.environment().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(set -> new Fact.Sets(set.getKey(), Shape.of(set.getValue()), Fact.Reach.COMMAND, NOWHERE))
                    .forEach(facts::add);
        }
        return List.copyOf(facts);
    }

    /** The command lines that {@code call} has among its arguments. */
    public List<String> commandLines(ToolCall call) {
        ToolTable.Form form = tools.form(tools.kind(call.tool()));
        return call.arguments().members().entrySet().stream()
                .filter(argument -> form.subjects().contains(argument.getKey()))
                .flatMap(argument -> texts(argument.getKey(), argument.getValue(), tools.kind(call.tool())).stream())
                .toList();
    }

    private void known(ToolCall call, ToolKind kind, Shells otherwise, List<Fact> facts) {
        ToolTable.Form form = tools.form(kind);
        var subjects = new ArrayList<Map.Entry<String, String>>();
        for (var argument : call.arguments().members().entrySet()) {
            String name = argument.getKey();
            if (form.subjects().contains(name)) {
                List<String> texts = texts(name, argument.getValue(), kind);
                texts.forEach(value -> subjects.add(Map.entry(name, value)));
                if (texts.isEmpty() && !isLeftOut(argument.getValue(), kind)) {
                    facts.add(opaque("the argument `" + name + "` is not a text"));
                }
            } else if (namesFiles(kind) && names(argument.getValue(), form)) {
                facts.add(opaque("the argument `" + name + "` of `" + call.tool() + "` names files of its own"));
            } else if (!form.isHarmless(name) && !(kind == ToolKind.EDIT && isPatch(call, name))) {
                facts.add(opaque("the argument `" + name + "` of `" + call.tool() + "` is not known"));
            }
        }
        if (kind == ToolKind.EDIT) {
            patches(call, subjects, facts);
        }
        if (namesFiles(kind)) {
            subjects.addAll(trimmed(subjects));
            addresses(subjects, facts);
        }
        // INVARIANT (every fact): a call whose subject cannot be read has an opaque fact, never none.
        boolean without = switch (kind) {
            case GREP, GLOB, PLAN, INPUT -> true;
            case SHELL, READ, WRITE, EDIT, SKILL, FETCH, TASK, MCP, OTHER -> false;
        };
        if (subjects.isEmpty() && !without) {
            facts.add(opaque("the call does not say what `" + call.tool() + "` works on"));
        }
        if (kind == ToolKind.SHELL) {
            Shells said = call.context().shells();
            Shells shells = said.equals(Shells.UNKNOWN) ? otherwise : said;
            for (String directory : directories(call, facts)) {
                for (var command : subjects) {
                    List<Fact> found = shell.facts(command.getValue(), directory, shells);
                    if (facts.isEmpty()) {
                        facts.addAll(found);
                    } else {
                        // Several lines, or one in several folders, may share some.
                        found.stream().filter(fact -> !facts.contains(fact)).forEach(facts::add);
                    }
                }
            }
            return;
        }
        subject(call, kind, subjects, facts);
    }

    /** Some tools take addresses for files: one of a file is that file, and what another is nobody knows here. */
    private static void addresses(List<Map.Entry<String, String>> subjects, List<Fact> facts) {
        for (var subject : List.copyOf(subjects)) {
            Optional<String> scheme = FileAddress.scheme(subject.getValue());
            List<String> paths = FileAddress.paths(subject.getValue());
            paths.forEach(path -> subjects.add(Map.entry(subject.getKey(), path)));
            if (scheme.isPresent() && paths.isEmpty()) {
                String why = "the argument `" + subject.getKey() + "` is an address and no path";
                facts.add(new Fact.Opaque(new OpaqueReason.Address(scheme.get(), why), NOWHERE));
            }
        }
    }

    /** Some tools cut off what surrounds a name and cannot be seen: the file without it may be meant as well. */
    private static List<Map.Entry<String, String>> trimmed(List<Map.Entry<String, String>> files) {
        return files.stream()
                .map(file -> Map.entry(file.getKey(), trimmed(file.getValue())))
                .filter(file -> !file.getValue().isEmpty() && !files.contains(file))
                .toList();
    }

    /** {@code name} without what stands around it, is not seen, and some tool cuts off. */
    static String trimmed(String name) {
        int start = 0;
        int end = name.length();
        while (start < end && UNSEEN.test(Character.toString(name.codePointAt(start)))) {
            start += Character.charCount(name.codePointAt(start));
        }
        while (end > start && UNSEEN.test(Character.toString(name.codePointBefore(end)))) {
            end -= Character.charCount(name.codePointBefore(end));
        }
        return name.substring(start, end);
    }

    /** Where a command may run: where its arguments say, or in the folder of the call, if the tool does not heed them. */
    private static Set<String> directories(ToolCall call, List<Fact> facts) {
        var directories = new LinkedHashSet<String>();
        for (String name : ToolTable.DIRECTORIES) {
            Optional<JsonValue> said = call.arguments().get(name).filter(value -> !(value instanceof JsonNull));
            if (said.isPresent()) {
                Optional<String> folder = text(said.get()).filter(ToolTable::isPlainFolder);
                folder.ifPresentOrElse(
                        text -> directories.add(text.startsWith("/") ? text : call.directory() + "/" + text),
                        () -> facts.add(opaque("the argument `" + name + "` does not say in which folder it runs")));
            }
        }
        if (directories.size() > 1) {
            facts.add(opaque("the arguments name several folders to run in"));
        }
        directories.add(call.directory());
        return directories;
    }

    /** The files that patches among the arguments name are what the call works on. */
    private static void patches(ToolCall call, List<Map.Entry<String, String>> subjects, List<Fact> facts) {
        call.arguments().members().forEach((name, value) -> {
            if (isPatch(call, name)) {
                Optional<List<String>> files = text(value).flatMap(PatchFiles::in);
                files.ifPresentOrElse(
                        all -> all.forEach(file -> subjects.add(Map.entry(name, file))),
                        () -> facts.add(opaque("the argument `" + name + "` is no patch that can be read")));
            }
        });
    }

    private static boolean isPatch(ToolCall call, String argument) {
        return PATCHES.contains(argument)
                || (argument.equals("command") && call.tool().equals(PATCH_TOOL));
    }

    private static boolean namesFiles(ToolKind kind) {
        return switch (kind) {
            case READ, WRITE, EDIT, GREP, GLOB -> true;
            case SHELL, SKILL, FETCH, TASK, PLAN, INPUT, MCP, OTHER -> false;
        };
    }

    /** Whether something inside of {@code value} is called like an argument that names a file. */
    private static boolean names(JsonValue value, ToolTable.Form form) {
        return switch (value) {
            case JsonObject object ->
                object.members().entrySet().stream()
                        .anyMatch(member -> form.subjects().contains(member.getKey())
                                || isRenaming(member)
                                || names(member.getValue(), form));
            case JsonArray array -> array.elements().stream().anyMatch(element -> names(element, form));
            case JsonString string -> false;
            case JsonNumber number -> false;
            case JsonBoolean bool -> false;
            case JsonNull none -> false;
        };
    }

    private static boolean isRenaming(Map.Entry<String, JsonValue> member) {
        return RENAMING.contains(member.getKey()) && text(member.getValue()).isPresent();
    }

    private void subject(ToolCall call, ToolKind kind, List<Map.Entry<String, String>> subjects, List<Fact> facts) {
        switch (kind) {
            case READ -> subjects.forEach(path -> read(path, call.directory(), facts));
            case WRITE, EDIT ->
                subjects.forEach(path -> facts.add(new Fact.Writes(
                        new Place.At(path.getValue(), call.directory()), Fact.Role.ARGUMENT, whole(path.getValue()))));
            case GREP ->
                new SearchedFiles(call)
                        .note(subjects.stream().map(Map.Entry::getValue).toList(), facts);
            case GLOB -> glob(call, subjects, facts);
            case SKILL, FETCH, TASK ->
                subjects.forEach(subject ->
                        facts.add(new Fact.Uses(call.tool(), subject.getValue(), whole(subject.getValue()))));
            case PLAN -> facts.add(new Fact.Uses(call.tool(), "", NOWHERE));
            case INPUT -> {
                if (subjects.isEmpty()) {
                    facts.add(new Fact.Uses(call.tool(), "", NOWHERE));
                }
                subjects.forEach(
                        typed -> facts.add(new Fact.Uses(call.tool(), typed.getValue(), whole(typed.getValue()))));
            }
            case SHELL, MCP, OTHER -> throw new IllegalArgumentException("no subject for " + kind);
        }
    }

    private static void read(Map.Entry<String, String> path, String directory, List<Fact> facts) {
        String name = path.getValue();
        facts.add(reads(name, directory));
        Matcher lines = LINES.matcher(name);
        if (lines.matches()) {
            facts.add(reads(lines.group(1), directory));
        }
        if (LIST.matcher(name).lookingAt()) {
            facts.add(opaque("the argument `" + path.getKey() + "` may be a list of files"));
        }
    }

    /** Every pattern may be meant for every folder. */
    private static void glob(ToolCall call, List<Map.Entry<String, String>> subjects, List<Fact> facts) {
        var folders = new ArrayList<String>();
        for (var subject : subjects) {
            if (!subject.getKey().equals("pattern")) {
                facts.add(reads(subject.getValue(), call.directory()));
                folders.add(
                        subject.getValue().startsWith("/")
                                ? subject.getValue()
                                : call.directory() + "/" + subject.getValue());
            }
        }
        if (folders.isEmpty()) {
            folders.add(call.directory());
        }
        if (subjects.isEmpty()) {
            facts.add(reads(".", call.directory()));
        }
        for (var subject : subjects) {
            if (subject.getKey().equals("pattern")) {
                if (subject.getValue().contains("..")) {
                    facts.add(new Fact.Opaque("the pattern may leave its directory", whole(subject.getValue())));
                }
                folders.forEach(folder -> facts.add(reads(subject.getValue(), folder)));
            }
        }
    }

    static Fact reads(String path, String directory) {
        return new Fact.Reads(new Place.At(path, directory), Fact.Role.ARGUMENT, whole(path));
    }

    /** What the argument {@code name} says a call works on; none if that is not certain. */
    private List<String> texts(String name, JsonValue value, ToolKind kind) {
        boolean several = switch (kind) {
            case GLOB, GREP, READ, FETCH -> true;
            // In the others a list is one command in words.
            case SHELL -> name.equals("commands");
            case WRITE, EDIT, SKILL, TASK, PLAN, INPUT, MCP, OTHER -> false;
        };
        if (several && value instanceof JsonArray array) {
            List<List<String>> texts = array.elements().stream()
                    .map(element -> element instanceof JsonObject object
                            ? texts(object, kind)
                            : text(element).stream().toList())
                    .toList();
            boolean certain = texts.stream().noneMatch(List::isEmpty);
            return certain ? texts.stream().flatMap(List::stream).toList() : List.of();
        }
        return value instanceof JsonObject object && several
                ? texts(object, kind)
                : text(value).map(List::of).orElse(List.of());
    }

    /** What one of several requests is about: a file with the lines to read, an address with a question. */
    private List<String> texts(JsonObject request, ToolKind kind) {
        ToolTable.Form form = tools.form(kind);
        var found = new ArrayList<String>();
        for (var member : request.members().entrySet()) {
            Optional<String> text = text(member.getValue());
            boolean subject = form.subjects().contains(member.getKey());
            boolean certain = subject ? text.isPresent() : form.isHarmless(member.getKey());
            if (kind == ToolKind.SHELL || !certain) {
                return List.of();
            }
            if (subject) {
                text.ifPresent(found::add);
            }
        }
        return found;
    }

    /** Whether nothing is typed. */
    private static boolean isLeftOut(JsonValue value, ToolKind kind) {
        return kind == ToolKind.INPUT
                && value instanceof JsonString string
                && string.value().isEmpty();
    }

    private static Optional<String> text(JsonValue value) {
        return value instanceof JsonString string && !string.value().isEmpty()
                ? Optional.of(string.value())
                : Optional.empty();
    }

    static Fact opaque(String why) {
        return new Fact.Opaque(why, NOWHERE);
    }

    private static Span whole(String text) {
        return new Span(0, text.length());
    }
}
