package dev.licet.gate.permissions;

import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.json.Located;
import dev.licet.gate.json.Located.Place;
import java.util.List;
import java.util.Optional;

/**
 * A JSONC text with one part changed, added or taken away. Comments, order and layout of everything else stay as they are.
 * Places are those of the text as it was parsed: each change gives a new text. Immutable.
 */
record JsoncEdit(String text) {

    /** How a text stands in JSON. */
    static String quote(String value) {
        return JsonText.write(new JsonString(value));
    }

    /** Where a member stands, from its name to the end of its value. */
    static Place place(Located.Member member) {
        return new Place(
                member.namePlace().start(),
                member.value().place().end(),
                member.namePlace().line(),
                member.namePlace().column());
    }

    /** Where the members of {@code object} stand. */
    static List<Place> places(Located.Members object) {
        return object.members().stream().map(JsoncEdit::place).toList();
    }

    /** What stands at {@code place}. */
    String at(Place place) {
        return text.substring(place.start(), place.end());
    }

    /** The text with {@code value} at {@code place}. */
    String replacing(Place place, String value) {
        return text.substring(0, place.start()) + value + text.substring(place.end());
    }

    /** The text with {@code member} as the last one of {@code object}. */
    String appending(Located.Members object, String member) {
        return appending(object.place(), places(object), member);
    }

    /** The text with {@code element} as the last one of {@code array}. */
    String appending(Located.Elements array, String element) {
        return appending(
                array.place(), array.elements().stream().map(Located::place).toList(), element);
    }

    /** Puts {@code addition} behind the last of {@code parts}, laid out like that one. */
    private String appending(Place whole, List<Place> parts, String addition) {
        if (parts.isEmpty()) {
            int open = whole.start() + 1;
            return text.substring(0, open) + " " + addition + " " + text.substring(open);
        }
        int end = parts.getLast().end();
        Optional<String> indent = indentOf(parts.getLast().start());
        int comma = commaAfter(end);
        String glue = comma < 0 ? "," : text.substring(end, comma + 1);
        int rest = comma < 0 ? end : comma + 1;
        if (indent.isEmpty()) {
            return text.substring(0, end) + glue + " " + addition + text.substring(rest);
        }
        // The rest of the line belongs to the part before: a comment that explains it stays with it.
        int lineEnd = endOfLine(rest);
        String newline = text.contains("\r\n") ? "\r\n" : "\n";
        return text.substring(0, end)
                + glue
                + text.substring(rest, lineEnd)
                + newline
                + indent.get()
                + addition
                + text.substring(lineEnd);
    }

    /** The text without the part {@code index} of {@code parts}, its comma, and what is said of it behind it on its line. */
    String removing(List<Place> parts, int index) {
        Place part = parts.get(index);
        int comma = commaAfter(part.end());
        int start = part.start();
        int end = comma < 0 ? part.end() : comma + 1;
        String rest = text;
        if (comma < 0 && index > 0) {
            // The comma before it would be the last thing in its object.
            int before = commaAfter(parts.get(index - 1).end());
            rest = text.substring(0, before) + " " + text.substring(before + 1);
        }
        boolean alone = indentOf(start).isPresent() && endsLine(endOfLine(end));
        int from = alone ? endOfLineBefore(start) : start;
        int to = alone ? endOfLine(end) : end;
        String kept = rest.substring(0, from) + rest.substring(to);
        return comma < 0 && index > 0
                ? withoutBlankAt(kept, parts.get(index - 1).end())
                : kept;
    }

    /** A comma that was blanked out leaves nothing behind where it stood by itself. */
    private static String withoutBlankAt(String text, int position) {
        boolean blank = position < text.length() && text.charAt(position) == ' ';
        return blank ? text.substring(0, position) + text.substring(position + 1) : text;
    }

    /** The text with the part {@code index} of {@code parts} and the next one in each other's place. */
    String swapping(List<Place> parts, int index) {
        Place first = parts.get(index);
        Place second = parts.get(index + 1);
        return text.substring(0, first.start())
                + at(second)
                + text.substring(first.end(), second.start())
                + at(first)
                + text.substring(second.end());
    }

    /** The blanks before {@code position} if nothing else stands before it on its line. */
    private Optional<String> indentOf(int position) {
        int lineStart = text.lastIndexOf('\n', position - 1) + 1;
        String before = text.substring(lineStart, position);
        return lineStart > 0 && before.isBlank() ? Optional.of(before) : Optional.empty();
    }

    /** The index of the comma that follows {@code position} after blanks and comments, or -1. */
    private int commaAfter(int position) {
        int i = position;
        while (i < text.length()) {
            if (text.startsWith("//", i)) {
                i = lineBreak(i);
            } else if (text.startsWith("/*", i)) {
                i = text.indexOf("*/", i) + 2;
            } else if (Character.isWhitespace(text.charAt(i))) {
                i++;
            } else {
                return text.charAt(i) == ',' ? i : -1;
            }
        }
        return -1;
    }

    /** Where the line at {@code position} ends, or where its object closes on the same line. */
    private int endOfLine(int position) {
        int i = position;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
            if (text.startsWith("//", i)) {
                return lineBreak(i);
            }
            if (text.startsWith("/*", i)) {
                i = text.indexOf("*/", i) + 2;
            } else if (text.charAt(i) == ' ' || text.charAt(i) == '\t') {
                i++;
            } else {
                return position;
            }
        }
        return i;
    }

    /** Where the line above the one at {@code position} ends, whichever of the two forms its break has. */
    private int endOfLineBefore(int position) {
        int end = text.lastIndexOf('\n', position - 1);
        return end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    private boolean endsLine(int position) {
        return position == text.length() || text.charAt(position) == '\n' || text.charAt(position) == '\r';
    }

    private int lineBreak(int position) {
        int i = position;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
            i++;
        }
        return i;
    }
}
