package dev.licet.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.ToolCall;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.PolicyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where "always" saves something else than the system that a preset stands for; {@code always.txt} explains the rows. */
class AlwaysTest extends WithGate {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    /** One call, and why what is saved for it differs. */
    private record Row(String reason, String preset, String call, String theirs, String ours) {}

    private static List<Row> rows() throws IOException {
        var rows = new ArrayList<Row>();
        String reason = "";
        for (String line : Rows.of(AlwaysTest.class, "always.txt")) {
            if (line.startsWith("= ")) {
                reason = line.substring(2);
            } else {
                List<String> fields =
                        Rows.fields(line).stream().map(AlwaysTest::unescaped).toList();
                rows.add(new Row(reason, fields.get(0), fields.get(1), fields.get(2), fields.get(3)));
            }
        }
        return rows;
    }

    private static String unescaped(String field) {
        return ESCAPE.matcher(field)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1).equals("n") ? "\n" : found.group(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"molf", "ollama"})
    void whatIsSaved_differsAsTheRowsSay(String preset) throws Exception {
        open.reopen(GateOptions.STANDARD.withChoice(new PolicyFiles.Choice(Preset.named(preset), Optional.empty())));
        var others = new ArrayList<String>();
        int calls = 0;
        for (Row row : rows()) {
            if (row.preset().equals(preset)) {
                calls++;
                String saved = saved(call("s" + calls, row.call()));
                if (!saved.equals(row.ours())) {
                    others.add(row.call() + " | " + row.ours() + " | " + saved);
                }
            }
        }
        assertTrue(calls > 0);
        assertEquals("", String.join("\n", others));
    }

    @Test
    void everyRow_differsFromItsSystem() throws IOException {
        for (Row row : rows()) {
            // An empty text is what that system saves for an empty one.
            assertNotEquals(row.theirs(), row.ours().isEmpty() ? "nothing" : plain(row.ours()), row::call);
        }
    }

    @Test
    void everyReason_standsInTheDocuments() throws IOException {
        String document = Files.readString(Path.of("../docs/migration.md"));
        List<String> missing = rows().stream()
                .map(Row::reason)
                .distinct()
                .filter(reason -> !document.contains("* " + reason + "\n"))
                .toList();
        assertTrue(missing.isEmpty(), missing::toString);
    }

    /** Rules without the tool that they are for. */
    private static String plain(String rules) {
        return Stream.of(rules.split(", ", -1))
                .map(rule -> rule.substring(rule.indexOf(": ") + 1).strip())
                .collect(Collectors.joining(", "));
    }

    private String saved(ToolCall call) throws InterruptedException {
        Outcome outcome = open.submit(call);
        if (!(outcome instanceof Outcome.Held held)) {
            return "not asked: " + outcome;
        }
        String home = System.getProperty("user.home");
        return held.approval().always().stream()
                .map(RuleText::toString)
                .map(rule -> rule.replace(": " + home + "/", ": {home}/"))
                .collect(Collectors.joining(", "));
    }

    private static ToolCall call(String session, String text) throws InvalidJson {
        if (text.startsWith("$")) {
            return OpenGate.shell(session, text.substring(1).stripLeading());
        }
        String[] parts = text.split(" ", 2);
        return OpenGate.call(session, parts[0], JsonText.parseObject(parts[1]));
    }
}
