package dev.licet.core.display;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a call takes out of a file and puts in its place, by the names that tools have for both. */
public final class Edits {
    /** What is taken away, and what comes instead. */
    private static final List<List<String>> PAIRS = List.of(
            List.of("old_string", "new_string"),
            List.of("old_text", "new_text"),
            List.of("old_str", "new_str"),
            List.of("oldString", "newString"));

    /** A list of such pairs. */
    private static final String SEVERAL = "edits";

    private Edits() {}

    /**
     * One edit.
     *
     * @param arguments the arguments of the call that say all of it
     * @param diff as {@link TextDiff} writes it
     */
    record Edit(String label, Set<String> arguments, SafeText diff) {}

    /** The edits of {@code call}; none where an argument is not of the form that is known, so that it is shown as it is. */
    static List<Edit> of(ToolCall call) {
        if (ToolTable.standard().kind(call.tool()) != ToolKind.EDIT) {
            return List.of();
        }
        var edits = new ArrayList<Edit>();
        edit(call.arguments(), "edit").ifPresent(edits::add);
        if (call.arguments().get(SEVERAL).orElse(null) instanceof JsonArray several) {
            edits.addAll(several(several.elements()));
        }
        return edits;
    }

    /** The names by which {@code arguments} say an edit. */
    private static Optional<List<String>> pair(JsonObject arguments) {
        return PAIRS.stream()
                .filter(pair -> arguments.text(pair.get(0)).isPresent()
                        && arguments.text(pair.get(1)).isPresent())
                .findFirst();
    }

    private static Optional<Edit> edit(JsonObject arguments, String label) {
        return pair(arguments)
                .map(pair -> new Edit(
                        label,
                        Set.copyOf(pair),
                        diff(
                                arguments.text(pair.get(0)).orElseThrow(),
                                arguments.text(pair.get(1)).orElseThrow())));
    }

    /** The file that {@code call} edits, as it names it; empty where it is no edit whose texts are shown. */
    public static Optional<String> file(ToolCall call) {
        return of(call).isEmpty()
                ? Optional.empty()
                : call.arguments().members().keySet().stream()
                        .filter(name -> ToolTable.standard().isSubject(call.tool(), name))
                        .flatMap(name -> call.arguments().text(name).stream())
                        .findFirst();
    }

    /**
     * On which line of {@code text}, what its file has now, each edit of {@code call} begins, counted from 1, in the order in
     * which they are shown; 0 for one whose place is not certain.
     */
    public static List<Integer> lines(ToolCall call, String text) {
        Stream<JsonObject> one = Stream.of(call.arguments());
        Stream<JsonObject> several = call.arguments().elements(SEVERAL).stream()
                .flatMap(each -> each instanceof JsonObject form ? Stream.of(form) : Stream.empty());
        return Stream.concat(one, several)
                .flatMap(form -> pair(form).flatMap(pair -> form.text(pair.get(0))).stream())
                .map(before -> line(text, before))
                .toList();
    }

    private static int line(String text, String before) {
        int at = before.isEmpty() ? -1 : text.indexOf(before);
        boolean certain = at >= 0 && text.indexOf(before, at + 1) < 0;
        return certain
                ? 1 + (int) text.chars().limit(at).filter(each -> each == '\n').count()
                : 0;
    }

    private static List<Edit> several(List<JsonValue> elements) {
        var edits = new ArrayList<Edit>();
        for (int i = 0; i < elements.size(); i++) {
            String label = "edit " + (i + 1) + " of " + elements.size();
            JsonObject form = elements.get(i) instanceof JsonObject object ? object : JsonObject.empty();
            Optional<Edit> edit = edit(form, label);
            if (edit.isEmpty()) {
                return List.of();
            }
            SafeText more = SafeText.of(more(form, edit.get().arguments()));
            SafeText diff = edit.get().diff();
            edits.add(new Edit(
                    label + more.text().replace("\n", "⏎ "),
                    Set.of(SEVERAL),
                    new SafeText(diff.text(), diff.hidden() + more.hidden())));
        }
        return edits;
    }

    /** What an edit says beside {@code pair}, such as that it replaces every occurrence. */
    private static String more(JsonObject form, Set<String> pair) {
        var more = new StringBuilder();
        form.members().forEach((name, value) -> {
            if (!pair.contains(name)) {
                more.append(", ").append(name).append(' ').append(CanonicalJson.of(value));
            }
        });
        return more.toString();
    }

    private static SafeText diff(String before, String after) {
        return TextDiff.shown(TextDiff.whole(before, after));
    }
}
