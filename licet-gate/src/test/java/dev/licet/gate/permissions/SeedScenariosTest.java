package dev.licet.gate.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.propose.Choice;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Declaration;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Tier;
import dev.licet.gate.Rows;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The four systems' own scenarios, each under the preset of its system; {@code scenarios.txt} explains the rows. */
class SeedScenariosTest {
    private static final Rule.Origin HERE = new Rule.Origin("here", 1);
    private static final Judge JUDGE = Judge.standard();
    private static final JudgeContext SURROUNDINGS =
            new JudgeContext("/srv/project", "/home/dev", "/home/dev/.licet", new EmptyDisk());

    /** No file is there. */
    private static final class EmptyDisk implements FileView {
        @Override
        public String canonical(String absolute) {
            return FileView.NONE.canonical(absolute);
        }

        @Override
        public boolean ignoresCase() {
            return false;
        }

        @Override
        public Optional<List<String>> below(String absolute) {
            return Optional.of(List.of());
        }
    }

    /** How many scenarios each system has. */
    private static final Map<String, Integer> TOTAL =
            Map.of("T-OMP", 88, "T-MOLF", 311, "T-CO", 238, "T-OLL", 59, "T-PR", 15);

    private record Row(String ids, String kind, List<String> fields, String text) {
        String field(int index) {
            return index < fields.size() ? fields.get(index) : "";
        }
    }

    private static List<Row> rows() throws IOException {
        return Rows.of(SeedScenariosTest.class, "scenarios.txt").stream()
                .map(SeedScenariosTest::row)
                .toList();
    }

    private static Row row(String line) {
        List<String> fields = Rows.fields(line);
        return new Row(fields.get(0), fields.get(1), fields.subList(2, fields.size()), line);
    }

    @TestFactory
    Stream<DynamicTest> everyScenario_endsAsItsSystemSays() throws IOException {
        return rows().stream()
                .filter(row -> !row.kind().equals("no") && !row.kind().equals("out"))
                .map(row -> DynamicTest.dynamicTest(row.text(), () -> check(row)));
    }

    private static void check(Row row) throws Exception {
        switch (row.kind()) {
            case "decide" -> {
                Action expected = Action.valueOf(row.field(3).toUpperCase(Locale.ROOT));
                assertEquals(expected, decide(row), () -> String.valueOf(decision(row)));
            }
            case "prefix" -> assertEquals(row.field(2), proposed(row.field(0), row.field(1), GrantKind.PREFIX));
            case "folder" -> assertEquals(row.field(1), proposed("ollama", row.field(0), GrantKind.FOLDER));
            case "say" ->
                assertEquals(
                        row.field(3).replace("\\n", "\n"),
                        preset(row.field(0)).say(row.field(1), values(row.field(2))));
            case "rules" -> assertEquals(row.field(2), rules(row.field(0), row.field(1)));
            case "glob" ->
                assertEquals(row.field(2).equals("yes"), Glob.of(row.field(0)).matches(row.field(1)));
            default -> throw new IllegalArgumentException("not a row: " + row.text());
        }
    }

    private static Preset preset(String name) {
        return Preset.named(name).orElseThrow();
    }

    private static Map<String, String> values(String text) {
        return Arrays.stream(text.split("; ", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static Action decide(Row row) throws InvalidJson {
        return decision(row).action();
    }

    private static Decision decision(Row row) {
        try {
            String[] name = row.field(0).split("/", 2);
            Preset preset = preset(name[0]);
            Mode mode = name.length == 2 ? Mode.of(name[1]).orElseThrow() : preset.mode();
            return JUDGE.decide(call(row.field(2)), policy(preset, mode, row.field(1)), SURROUNDINGS);
        } catch (InvalidJson e) {
            throw new IllegalArgumentException(row.text(), e);
        }
    }

    private static Policy policy(Preset preset, Mode mode, String setup) throws InvalidJson {
        List<String> items = setup.isEmpty() ? List.of() : List.of(setup.split("; ", -1));
        var worker = new ArrayList<Rule>();
        var agent = new ArrayList<Rule>();
        var patterns = new ArrayList<String>();
        var tools = new ArrayList<String>();
        var declared = new HashMap<String, Declaration>();
        for (String item : items) {
            String[] words = item.split(" ", 2);
            switch (words[0]) {
                case "empty" -> {
                    // Said above.
                }
                case "agent" -> agent.add(rule(words[1]));
                case "pattern" -> patterns.add(yaml("{match: %s, approval: %s}", words[1]));
                case "tool" -> tools.add(yaml("%s: %s", words[1]));
                case "declare" -> declare(words[1], declared);
                default -> worker.add(rule(item));
            }
        }
        String yaml = "tools: {approval: {" + String.join(", ", tools) + "}}\nbash: {patterns: ["
                + String.join(", ", patterns) + "]}\n";
        Policy configured = RuleFile.parse(yaml, "licet.yaml", "/home/dev", "");
        Layer.Defaults defaults = items.contains("empty") ? Layer.Defaults.REPLACED : Layer.Defaults.BELOW;
        Policy policy =
                preset.around(configured.with(Layer.of(Owner.WORKER, worker).over(defaults)), mode);
        policy = agent.isEmpty() ? policy : preset.underAgent(policy, agent);
        for (var each : declared.entrySet()) {
            policy = policy.withSettings(policy.settings().declaring(each.getKey(), each.getValue()));
        }
        return policy;
    }

    private static String yaml(String form, String item) {
        String[] parts = item.split(": ", 2);
        return form.formatted("\"" + parts[1] + "\"", parts[0]);
    }

    /** {@code allow TOOL: PATTERN}. */
    private static Rule rule(String text) {
        String[] parts = text.split(" ", 2);
        int colon = parts[1].lastIndexOf(": ");
        return Rule.of(
                parts[1].substring(0, colon),
                parts[1].substring(colon + 2),
                Action.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                HERE);
    }

    private static void declare(String text, Map<String, Declaration> declared) {
        String[] words = text.split(" ", -1);
        Declaration declaration = Declaration.of(Tier.valueOf(words[1].toUpperCase(Locale.ROOT)));
        for (int i = 2; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            declaration = switch (pair[0]) {
                case "override" -> declaration.overriding("said so");
                case "key" -> declaration.withPolicyKey(pair[1]);
                case "says" -> declaration.withVerdict(Action.valueOf(pair[1].toUpperCase(Locale.ROOT)), "said so");
                default -> throw new IllegalArgumentException(text);
            };
        }
        declared.put(words[0], declaration);
    }

    private static ToolCall call(String text) throws InvalidJson {
        if (text.startsWith("$ ")) {
            String command =
                    text.substring(2).replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
            return call("shell_exec", JsonObject.empty().with("command", command));
        }
        String[] parts = text.split(" ", 2);
        return parts[1].startsWith("{")
                ? call(parts[0], JsonText.parseObject(parts[1]))
                : call(parts[0], JsonObject.empty().with("path", parts[1]));
    }

    private static ToolCall call(String tool, JsonObject arguments) {
        return new ToolCall(
                new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), "/srv/project", Map.of());
    }

    private static String proposed(String preset, String command, GrantKind kind) throws InvalidJson {
        ToolCall call = call("$ " + command);
        Policy policy = preset(preset).policy(preset(preset).mode());
        Decision decision = JUDGE.decide(call, policy, SURROUNDINGS);
        Optional<Choice> choice = Proposal.about(
                        new Proposal.Asked(call, decision, policy, SURROUNDINGS),
                        preset(preset).form(),
                        wider -> JUDGE.decide(call, wider, SURROUNDINGS))
                .choices()
                .stream()
                .filter(each -> each.kind() == kind || (kind == GrantKind.PREFIX && each.kind() == GrantKind.EXACT))
                .reduce((narrow, wide) -> wide);
        return choice.map(each -> each.rules().stream().map(Object::toString).collect(Collectors.joining(", ")))
                .orElse("");
    }

    private static String rules(String file, String text) throws InvalidJson {
        return RuleFile.parse(text.replace("\\n", "\n"), file, "/home/dev", "").rules().stream()
                .map(rule -> rule.tool().pattern() + " " + rule.value().pattern() + " " + rule.action())
                .collect(Collectors.joining(", "));
    }

    private static List<String> ids(Row row) {
        var ids = new ArrayList<String>();
        for (String part : row.ids().split(", ", -1)) {
            int dash = part.lastIndexOf('-');
            String[] range = part.substring(dash + 1).split("\\.\\.", 2);
            int last = Integer.parseInt(range[range.length - 1]);
            IntStream.rangeClosed(Integer.parseInt(range[0]), last)
                    .forEach(number -> ids.add(part.substring(0, dash) + "-" + number));
        }
        return ids;
    }

    @Test
    void noScenario_isLeftOut() throws IOException {
        var named = new TreeSet<String>();
        rows().forEach(row -> named.addAll(ids(row)));
        var missing = new ArrayList<String>();
        TOTAL.forEach((system, total) -> IntStream.rangeClosed(1, total)
                .mapToObj(number -> system + "-" + number)
                .filter(id -> !named.contains(id))
                .forEach(missing::add));
        assertEquals(List.of(), missing);
        assertEquals(TOTAL.values().stream().mapToInt(Integer::intValue).sum(), named.size());
    }

    /** The table in the documents is this file's; written anew where it differs, so that it only has to be committed. */
    @Test
    void theTableInTheDocuments_isUpToDate() throws IOException {
        var table = new StringBuilder("""
                # What the four systems' own tests say, and what Licet does

                Each row is a scenario of one of the systems that Licet stands in for, by its id, under the preset that stands for that system. \
                `decide`, `prefix`, `folder`, `say`, `rules` and `glob` rows are run by a test; `no` says why a scenario does not apply; \
                `out` are scenarios about something else than deciding. The rows are explained at the head of `scenarios.txt` among the gate's tests.

                | scenario | | |
                | --- | --- | --- |
                """);
        for (Row row : rows()) {
            table.append("| ")
                    .append(row.ids())
                    .append(" | ")
                    .append(row.kind())
                    .append(" | ")
                    .append(row.fields().stream()
                            .filter(field -> !field.isEmpty())
                            .map(field -> row.kind().equals("no") || row.kind().equals("out")
                                    ? field.replace("|", "\\|")
                                    : "`" + field.replace("|", "\\|").replace("`", "'") + "`")
                            .collect(Collectors.joining(" · ")))
                    .append(" |\n");
        }
        Path file = Path.of("../docs/scenarios.md");
        boolean same = Files.exists(file) && Files.readString(file).contentEquals(table);
        if (!same) {
            Files.writeString(file, table);
        }
        assertTrue(same, () -> file + " was written anew: commit it");
    }
}
