package dev.licet.terminal;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.display.CallText;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.terminal.box.Question;
import java.util.List;
import java.util.Map;

/** Calls as questions. */
final class Questions {
    /** Tools with one argument that says all, and what it is called. */
    private static final Map<String, String> SINGLE = Map.of("query", "Query", "url", "URL", "path", "Path");

    private Questions() {}

    /** What would run, by what it is: {@code Command}, {@code Query}, {@code URL}, else {@code Arguments}. */
    static List<Question.Detail> details(ToolCall call) {
        CallText text = CallText.of(call);
        String label = "Arguments";
        String shown = text.text().text();
        if (ToolTable.standard().isPlainCommand(call)) {
            label = call.environment().isEmpty() ? "Command" : label;
        } else if (call.arguments().members().size() == 1 && call.environment().isEmpty()) {
            String name = call.arguments().members().keySet().iterator().next();
            if (SINGLE.containsKey(name) && call.arguments().members().get(name) instanceof JsonString value) {
                label = SINGLE.getOrDefault(name, label);
                shown = SafeText.of(value.value()).text();
            }
        }
        return List.of(new Question.Detail(label, shown));
    }
}
