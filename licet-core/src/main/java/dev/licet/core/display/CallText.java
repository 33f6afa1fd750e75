package dev.licet.core.display;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.contain.Preview;
import dev.licet.core.decide.Decision;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call as a person has to read it before they answer: everything that would be executed, hidden characters visible.
 *
 * @param tool the tool's name
 * @param where worker, session and directory
 * @param text the command of a shell call that has nothing else to it; otherwise every argument by name
 * @param parts the same in parts, for those who can show more than text
 */
public record CallText(String tool, String where, SafeText text, List<Part> parts) {
    public CallText {
        parts = List.copyOf(parts);
    }

    /** What a part is. */
    public enum Kind {
        /** A line of shell. */
        COMMAND,
        /** An argument, or a variable of the environment. */
        ARGUMENT,
        /** What an edit takes away and puts in its place, as lines that begin with {@code -}, {@code +} or a blank. */
        DIFF,
        /** What it did when it was tried within bounds. */
        EFFECT,
        /** What the model says about the call; nobody has checked it. */
        SAID("the model's words"),
        /** What the tool says about the call; nobody has checked it either. */
        DETAILS("the tool's words");

        private final String speaker;

        Kind() {
            this("");
        }

        Kind(String speaker) {
            this.speaker = speaker;
        }

        /** The name that documents carry: in small letters. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind called {@code text}; one that is not known is an argument. */
        public static Kind of(String text) {
            return Stream.of(values())
                    .filter(kind -> kind.text().equals(text))
                    .findFirst()
                    .orElse(ARGUMENT);
        }

        /** Whether this is said about the call, and nothing that would be used. */
        public boolean isSaid() {
            return !speaker.isEmpty();
        }

        /** What stands before a part called {@code name}: whose words it is, where it is only said. */
        public String label(String name) {
            return isSaid() ? name + " (" + speaker + ")" : name;
        }
    }

    /**
     * One part of a call.
     *
     * @param label what it is: the argument's name
     * @param asks the stretches of {@code text} that need somebody's approval, in order, none touching another
     */
    public record Part(String label, Kind kind, SafeText text, List<Span> asks) {
        public Part {
            asks = List.copyOf(asks);
        }
    }

    /** The text of {@code call}, of which nothing is judged yet. */
    public static CallText of(ToolCall call) {
        return of(call, List.of());
    }

    /** The text of {@code call}, on which {@code decision} was made. */
    public static CallText of(ToolCall call, Decision decision) {
        return of(
                call,
                decision.findings().stream()
                        .filter(finding -> finding.action() != Action.ALLOW)
                        .map(finding -> finding.fact().span())
                        .toList());
    }

    /** The same with what the call did when it was tried. */
    public CallText with(Preview preview, ToolCall call) {
        return new CallText(
                tool,
                where,
                text,
                Stream.concat(parts.stream(), PreviewText.parts(preview, call.directory()).stream())
                        .toList());
    }

    private static CallText of(ToolCall call, List<Span> asks) {
        String where = call.worker().text() + " · " + call.session().text() + " · " + call.directory();
        List<Part> parts = parts(call, asks);
        return new CallText(SafeText.oneLine(call.tool()), SafeText.oneLine(where), whole(call, parts), parts);
    }

    private static List<Part> parts(ToolCall call, List<Span> asks) {
        var parts = new ArrayList<Part>();
        var said = new ArrayList<Part>();
        new TreeMap<>(call.environment())
                .forEach((name, value) -> parts.add(argument("environment " + name, new JsonString(value))));
        boolean plain = ToolTable.standard().isPlainCommand(call);
        List<Edits.Edit> edits = Edits.of(call);
        // What is changed stands before how.
        Predicate<String> first = name -> !edits.isEmpty()
                && ToolTable.standard().isSubject(call.tool(), name)
                && edits.stream().noneMatch(edit -> edit.arguments().contains(name));
        call.arguments().members().forEach((name, value) -> {
            if (first.test(name)) {
                parts.add(argument(name, value));
            }
        });
        edits.forEach(edit -> parts.add(new Part(edit.label(), Kind.DIFF, edit.diff(), List.of())));
        call.arguments().members().forEach((name, value) -> {
            boolean says = ToolTable.standard().isSaid(call.tool(), name);
            if (says) {
                said.add(new Part(SafeText.oneLine(name), Kind.SAID, SafeText.of(text(value)), List.of()));
            } else if (plain && name.equals("command")) {
                parts.add(command(text(value), asks));
            } else if (!plain
                    && !first.test(name)
                    && edits.stream().noneMatch(edit -> edit.arguments().contains(name))) {
                parts.add(argument(name, value));
            }
        });
        List<String> details = call.context().words().details();
        if (!details.isEmpty()) {
            said.add(new Part("details", Kind.DETAILS, SafeText.of(String.join("\n", details)), List.of()));
        }
        parts.addAll(said);
        return parts;
    }

    private static Part command(String text, List<Span> asks) {
        return new Part("command", Kind.COMMAND, SafeText.of(text), SafeText.places(text, asks));
    }

    private static Part argument(String name, JsonValue value) {
        SafeText shown = SafeText.of(text(value));
        int hidden = shown.hidden() + SafeText.of(name).hidden();
        return new Part(SafeText.oneLine(name), Kind.ARGUMENT, new SafeText(shown.text(), hidden), List.of());
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString string ? string.value() : CanonicalJson.of(value);
    }

    /** All of it; what is only said is left out where there is nothing beside a command. */
    private static SafeText whole(ToolCall call, List<Part> parts) {
        boolean onlyCommand = ToolTable.standard().isPlainCommand(call);
        List<Part> shown = parts.stream()
                .filter(part -> !(onlyCommand && part.kind().isSaid()))
                .toList();
        if (shown.isEmpty()) {
            return new SafeText("(no arguments)", 0);
        }
        String text = shown.stream()
                .map(part -> part.kind() == Kind.COMMAND ? part.text().text() : named(part))
                .collect(Collectors.joining("\n"));
        return new SafeText(
                text, shown.stream().mapToInt(part -> part.text().hidden()).sum());
    }

    /** A text of several lines is indented, so that a line in it never looks like another argument. */
    private static String named(Part part) {
        String label = part.kind().label(part.label());
        String text = part.text().text();
        boolean several = part.kind() == Kind.DIFF || text.contains("\n");
        return label + ":" + (several ? "\n  " + text.replace("\n", "\n  ") : " " + text);
    }
}
