package dev.licet.cli.report;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.propose.Proposal;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.permissions.RuleFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Scores a file of judged cases, one JSON object a line: calls with the answer they must or must not get, and globs with
 * the answer they have. A call is judged by its own policy, with the parent of its directory as home and without a look
 * at the disk.
 */
public final class Corpus {
    private static final FileView IGNORING_CASE = new FileView() {
        @Override
        public String canonical(String absolute) {
            return FileView.NONE.canonical(absolute);
        }

        @Override
        public boolean ignoresCase() {
            return true;
        }
    };

    private final Judge judge = Judge.standard();
    private final Map<String, int[]> byClass = new TreeMap<>();
    private final List<JsonObject> failures = new ArrayList<>();
    private int passed;

    /** Scores one line; an empty line is skipped. */
    public void score(String line) throws InvalidJson {
        if (line.isBlank()) {
            return;
        }
        JsonObject given = JsonText.parseObject(line);
        if (given.text("pattern").isPresent() && given.text("expect").isEmpty()) {
            glob(given);
        } else {
            call(given);
        }
    }

    private void glob(JsonObject given) throws InvalidJson {
        String value = given.text("value").orElse("");
        boolean match = Glob.of(given.text("pattern").orElse("")).matches(value);
        boolean expected = given.get("match").orElse(null) instanceof JsonBoolean flag && flag.value();
        count("glob", match == expected, given.with("got", match));
    }

    private void call(JsonObject given) throws InvalidJson {
        String expect = given.text("expect").orElseThrow(() -> InvalidJson.at("a case without `expect`", 1, 1));
        Action action = decide(given);
        boolean right = switch (expect) {
            case "must_not_allow" -> action != Action.ALLOW;
            case "should_allow" -> action == Action.ALLOW;
            case "must_deny" -> action == Action.DENY;
            default -> throw InvalidJson.at("unknown expectation `" + expect + "`", 1, 1);
        };
        count(given.text("class").orElse("?") + " (" + expect + ")", right, given.with("got", action.text()));
    }

    private Action decide(JsonObject given) throws InvalidJson {
        String directory = given.text("cwd").orElse("/home/dev/project");
        String home = directory.substring(0, Math.max(directory.lastIndexOf('/'), directory.lastIndexOf('\\')));
        FileView files = directory.startsWith("/Users/") ? IGNORING_CASE : FileView.NONE;
        var surroundings = new JudgeContext(directory, home, home + "/.licet", files);
        Policy policy = RuleFile.parse(
                JsonText.write(given.object("policy").orElse(JsonObject.empty())), "policy", home, directory);
        for (var granted : given.elements("granted")) {
            policy = withGrant((JsonObject) granted, given, directory, policy, surroundings);
        }
        try {
            return judge.decide(toCall(given, given, directory), policy, surroundings)
                    .action();
        } catch (InvalidJson e) {
            if (given.text("args").isEmpty()) {
                throw e;
            }
            return Action.DENY;
        } catch (IllegalArgumentException e) {
            return Action.DENY;
        }
    }

    /** What the policy is after a person answered "always" to {@code granted}. */
    private Policy withGrant(
            JsonObject granted, JsonObject given, String directory, Policy policy, JudgeContext surroundings)
            throws InvalidJson {
        ToolCall call = toCall(granted, given, directory);
        Decision decision = judge.decide(call, policy, surroundings);
        if (!(decision instanceof Decision.Ask)) {
            return policy;
        }
        return policy.allowing(Proposal.of(
                new Proposal.Asked(call, decision, policy, surroundings),
                wider -> judge.decide(call, wider, surroundings)));
    }

    private static ToolCall toCall(JsonObject form, JsonObject given, String directory) throws InvalidJson {
        JsonObject arguments = form.get("args").orElse(JsonObject.empty()) instanceof JsonString text
                ? JsonText.parseObject(text.value())
                : form.object("args").orElseThrow(() -> InvalidJson.at("a case without `args`", 1, 1));
        return new ToolCall(
                new CallId("case"),
                form.text("tool").or(() -> given.text("tool")).orElse(""),
                arguments,
                new SessionId("corpus"),
                new WorkerId("corpus"),
                directory,
                Map.of());
    }

    private void count(String name, boolean right, JsonObject given) {
        byClass.computeIfAbsent(name, key -> new int[2])[right ? 0 : 1]++;
        if (right) {
            passed++;
        } else {
            failures.add(given);
        }
    }

    /** The cases that got a wrong answer, each with it as {@code got}. */
    public List<JsonObject> failures() {
        return List.copyOf(failures);
    }

    /** A line per class, and the total. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        byClass.forEach((name, counts) ->
                lines.add(String.format(Locale.ROOT, "%-48s %5d passed %5d failed", name, counts[0], counts[1])));
        lines.add(passed + " passed, " + failures.size() + " failed");
        return lines;
    }
}
