package dev.licet.gate.permissions;

import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.preset.Preset;
import dev.licet.core.preset.Preset.SeedRule;
import dev.licet.gate.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a worker's file says before anybody has changed it. */
final class Seed {
    private static final String HEADER = """
            // Licet: what agents on this worker may do.
            //
            // "tool": "action"                    one answer for the whole tool
            // "tool": { "pattern": "action" }     one answer per path, command or name
            //
            // Actions: "allow" runs silently, "ask" waits for a person, "deny" refuses and tells the model why.
            // The last matching rule wins, inside a tool and over the whole file. What no rule names is decided by the mode:
            // MODE.
            // In a pattern, * stands for anything, also across / and blanks; ~/, $HOME/ and ${workspace}/ are directories.
            // A shell line is allowed only if every command, file and variable in it is; patterns see one command at a
            // time, and options that do more than a command's name says have to be spelled ("git log --output=*").
            // "cat:src/" is the command cat on files below src, and nothing else.
            // Answering "always" adds a rule here. Edits count from the next call on; comments stay where they are.
            """;

    private Seed() {}

    /** The text of a new file under {@code preset}. */
    static String text(Preset preset) {
        Map<String, List<SeedRule>> byTool = new LinkedHashMap<>();
        for (SeedRule rule : preset.seed()) {
            byTool.computeIfAbsent(rule.text().tool(), tool -> new ArrayList<>())
                    .add(rule);
        }
        String tools = byTool.entrySet().stream()
                .map(each -> "  " + quote(each.getKey()) + ": " + value(each.getValue()))
                .collect(Collectors.joining(",\n"));
        return HEADER.replace("MODE", mode(preset)) + (tools.isEmpty() ? "{}\n" : "{\n" + tools + "\n}\n");
    }

    private static String mode(Preset preset) {
        return switch (preset.mode()) {
            case NONE -> "there is none here, so it is asked";
            case ALWAYS_ASK -> "always-ask allows reading and asks about everything else";
            case WRITE -> "write allows reading and writing in the workspace and asks about everything else";
            case YOLO -> "yolo allows everything";
        };
    }

    private static String value(List<SeedRule> rules) {
        boolean simple = rules.size() == 1 && rules.getFirst().text().pattern().equals("*");
        return simple
                ? action(rules.getFirst())
                : rules.stream()
                        .map(rule -> "    " + quote(rule.text().pattern()) + ": " + action(rule))
                        .collect(Collectors.joining(",\n", "{\n", "\n  }"));
    }

    private static String action(SeedRule rule) {
        return quote(rule.action().text());
    }

    private static String quote(String text) {
        return JsonText.write(new JsonString(text));
    }
}
