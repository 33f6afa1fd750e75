package dev.licet.cli.imports;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the calls in a Starlark file whose arguments are all written out: texts, lists, {@code True}, {@code False},
 * {@code None}. What would have to be run (variables, functions, joined texts) is refused with its place, as nobody can
 * say what it comes to without running it.
 */
final class StarlarkCalls {
    private static final int MAX_DEPTH = 32;

    private final String text;
    private int at;

    private StarlarkCalls(String text) {
        this.text = text;
    }

    /**
     * A call as it is written.
     *
     * @param function what is called
     * @param line where it begins, counted from 1
     */
    record Call(String function, JsonObject arguments, int line) {
        /** The text called {@code name}; anything else that is called so is a fault. */
        Optional<String> text(String name) throws InvalidJson {
            Optional<JsonValue> value = arguments.get(name);
            if (value.isPresent() && !(value.get() instanceof JsonString)) {
                throw fault("`" + name + "` is a text");
            }
            return arguments.text(name);
        }

        /** No other arguments than these. */
        void allows(String... names) throws InvalidJson {
            for (String name : arguments.members().keySet()) {
                if (!List.of(names).contains(name)) {
                    throw fault("`" + function + "` has no argument `" + name + "`");
                }
            }
        }

        InvalidJson fault(String problem) {
            return InvalidJson.at(problem, line, 1);
        }
    }

    /** The calls in {@code text}, in order. */
    static List<Call> read(String text) throws InvalidJson {
        return new StarlarkCalls(text.startsWith("\ufeff") ? text.substring(1) : text).calls();
    }

    private List<Call> calls() throws InvalidJson {
        var calls = new ArrayList<Call>();
        skip();
        while (at < text.length()) {
            int line = line(at);
            boolean begins = at == 0 || text.charAt(at - 1) == '\n';
            String function = name();
            if (!begins || function.isEmpty() || !takes('(')) {
                throw fault("expected a call at the beginning of a line, such as"
                        + " prefix_rule(pattern = [\"git\", \"status\"], decision = \"allow\")");
            }
            calls.add(new Call(function, arguments(), line));
            skip();
        }
        return calls;
    }

    private JsonObject arguments() throws InvalidJson {
        Map<String, JsonValue> named = new LinkedHashMap<>();
        while (!takes(')')) {
            String name = name();
            if (name.isEmpty() || !takes('=')) {
                throw fault("expected a named argument, `name = value`");
            }
            if (named.put(name, value(0)) != null) {
                throw fault("`" + name + "` is there twice");
            }
            if (!takes(',') && !isNext(')')) {
                throw fault("expected `,` or `)`: only texts and lists that are written out can be read");
            }
        }
        return new JsonObject(named);
    }

    private JsonValue value(int depth) throws InvalidJson {
        skip();
        if (depth > MAX_DEPTH) {
            throw fault("lists within lists, too deep");
        }
        if (takes('[')) {
            var elements = new ArrayList<JsonValue>();
            while (!takes(']')) {
                elements.add(value(depth + 1));
                if (!takes(',') && !isNext(']')) {
                    throw fault("expected `,` or `]`: only texts and lists that are written out can be read");
                }
            }
            return JsonArray.of(elements);
        }
        if (isNext('"') || isNext('\'')) {
            return new JsonString(string(false));
        }
        int start = at;
        String name = name();
        boolean raw = name.equals("r") && at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
        if (raw) {
            return new JsonString(string(true));
        }
        return switch (name) {
            case "True" -> new JsonBoolean(true);
            case "False" -> new JsonBoolean(false);
            case "None" -> new JsonNull();
            default -> {
                at = start;
                throw fault("expected a text or a list that is written out");
            }
        };
    }

    private String string(boolean raw) throws InvalidJson {
        int start = at;
        String quote = text.substring(at, at + 1);
        String end = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
        at += end.length();
        var value = new StringBuilder();
        while (!text.startsWith(end, at)) {
            if (at >= text.length() || (end.length() == 1 && text.charAt(at) == '\n')) {
                at = start;
                throw fault("a text without an end");
            }
            char each = text.charAt(at++);
            if (each != '\\') {
                value.append(each);
            } else if (raw && at < text.length()) {
                value.append(each).append(text.charAt(at++));
            } else {
                escape(value);
            }
        }
        at += end.length();
        return value.toString();
    }

    private void escape(StringBuilder value) throws InvalidJson {
        char escaped = at < text.length() ? text.charAt(at++) : '\0';
        switch (escaped) {
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case 'r' -> value.append('\r');
            case '\\', '"', '\'' -> value.append(escaped);
            case '\n' -> {
                // The line goes on.
            }
            case 'x' -> value.appendCodePoint(code(2));
            case 'u' -> value.appendCodePoint(code(4));
            case 'U' -> value.appendCodePoint(code(8));
            default -> throw fault("an escape that is not known");
        }
    }

    private int code(int digits) throws InvalidJson {
        int end = Math.min(text.length(), at + digits);
        try {
            int code = Integer.parseUnsignedInt(text.substring(at, end), 16);
            if (end - at < digits || !Character.isValidCodePoint(code)) {
                throw fault("an escape that is no character");
            }
            at = end;
            return code;
        } catch (NumberFormatException e) {
            throw fault("an escape that is no character");
        }
    }

    private String name() {
        skip();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    /** Passes over white space and comments. */
    private void skip() {
        while (at < text.length()) {
            if (text.charAt(at) == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            } else {
                return;
            }
        }
    }

    private boolean isNext(char wanted) {
        skip();
        return at < text.length() && text.charAt(at) == wanted;
    }

    private boolean takes(char wanted) {
        boolean there = isNext(wanted);
        if (there) {
            at++;
        }
        return there;
    }

    private int line(int place) {
        return 1
                + (int) text.substring(0, place)
                        .chars()
                        .filter(each -> each == '\n')
                        .count();
    }

    private InvalidJson fault(String problem) {
        int place = Math.min(at, text.length());
        return InvalidJson.at(problem, line(place), place - text.lastIndexOf('\n', place - 1));
    }
}
