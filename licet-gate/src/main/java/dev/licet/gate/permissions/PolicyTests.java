package dev.licet.gate.permissions;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import dev.licet.gate.json.Located.Member;
import dev.licet.gate.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A file of policy tests: calls with the decision they should get.
 *
 * <p>In YAML or JSON with comments: {@code policy} (a file beside this one), {@code preset}, {@code mode}, {@code cwd} and
 * {@code home}, all with defaults, and {@code tests}, a list of {@code allow:}, {@code ask:} or {@code deny:} with a command
 * line or {@code {tool, args}}, and with {@code name} or {@code cwd} beside it. Judged without a look at the disk.
 */
public final class PolicyTests {
    private static final List<String> KEYS = List.of("policy", "preset", "mode", "cwd", "home", "tests");
    private static final List<String> TEST = List.of("allow", "ask", "deny", "name", "cwd");

    private String policyFile = "permissions.jsonc";
    private Preset preset = Preset.standard();
    private Optional<Mode> mode = Optional.empty();
    private String directory = "/home/dev/project";
    private String home = "/home/dev";
    private final List<Test> tests = new ArrayList<>();

    private PolicyTests() {}

    /** One test: a call, what is expected of it, and the line that it stands on. */
    record Test(ToolCall call, Action expected, String name, int line) {}

    /** What came of a test. */
    public record Result(String name, int line, Action expected, Decision decision) {
        public boolean passed() {
            return expected == decision.action();
        }
    }

    /** The tests that {@code text} spells; {@code name} ends in {@code .yaml} or {@code .yml} if it is YAML. */
    public static PolicyTests parse(String text, String name) throws InvalidJson {
        boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
        Located root = yaml ? Yaml.parse(text) : Jsonc.parse(text);
        if (!(root instanceof Located.Members members)) {
            throw wrong(root, "expected keys and values, not " + root.kindOf());
        }
        var tests = new PolicyTests();
        for (Member member : members.members()) {
            if (!member.name().equals("tests")) {
                tests.setting(member);
            }
        }
        for (Member member : members.members()) {
            if (member.name().equals("tests")) {
                tests.tests(member.value());
            }
        }
        return tests;
    }

    private static InvalidJson wrong(Located where, String what) {
        return InvalidJson.at(what, where.place().line(), where.place().column());
    }

    private void setting(Member member) throws InvalidJson {
        String text = text(member.value());
        switch (member.name()) {
            case "policy" -> policyFile = text;
            case "preset" ->
                preset = Preset.named(text)
                        .orElseThrow(() ->
                                wrong(member.value(), "unknown preset `" + text + "`: use one of " + Preset.NAMES));
            case "mode" ->
                mode = Optional.of(Mode.of(text)
                        .orElseThrow(() -> wrong(
                                member.value(),
                                "unknown mode `" + text + "`: none, always-ask, write, contained or yolo")));
            case "cwd" -> directory = text;
            case "home" -> home = text;
            default ->
                throw InvalidJson.at(
                        "unknown key `" + member.name() + "`: use " + String.join(", ", KEYS),
                        member.namePlace().line(),
                        member.namePlace().column());
        }
    }

    private static String text(Located value) throws InvalidJson {
        if (value instanceof Located.Text text) {
            return text.value();
        }
        throw wrong(value, "expected a text, not " + value.kindOf());
    }

    private void tests(Located value) throws InvalidJson {
        if (!(value instanceof Located.Elements list)) {
            throw wrong(value, "expected a list of tests, not " + value.kindOf());
        }
        for (Located each : list.elements()) {
            if (!(each instanceof Located.Members members)) {
                throw wrong(each, "expected a test such as `allow: git status`, not " + each.kindOf());
            }
            test(members);
        }
    }

    private void test(Located.Members members) throws InvalidJson {
        Optional<Action> expected = Optional.empty();
        Optional<Located> call = Optional.empty();
        String name = "";
        String cwd = directory;
        for (Member member : members.members()) {
            switch (member.name()) {
                case "allow", "ask", "deny" -> {
                    if (expected.isPresent()) {
                        throw wrong(members, "a test expects one thing");
                    }
                    expected = Optional.of(Action.valueOf(member.name().toUpperCase(Locale.ROOT)));
                    call = Optional.of(member.value());
                }
                case "name" -> name = text(member.value());
                case "cwd" -> cwd = text(member.value());
                default ->
                    throw InvalidJson.at(
                            "unknown key `" + member.name() + "`: use " + String.join(", ", TEST),
                            member.namePlace().line(),
                            member.namePlace().column());
            }
        }
        if (expected.isEmpty() || call.isEmpty()) {
            throw wrong(members, "the test has none of `allow`, `ask` and `deny`");
        }
        ToolCall asked = call(call.get(), cwd);
        String shown = asked.arguments()
                .text("command")
                .orElseGet(() -> asked.tool() + " " + JsonText.write(asked.arguments()));
        tests.add(new Test(
                asked,
                expected.get(),
                name.isEmpty() ? shown : name,
                members.place().line()));
    }

    private static ToolCall call(Located value, String cwd) throws InvalidJson {
        String tool = "shell_exec";
        JsonObject arguments = JsonObject.empty();
        if (value instanceof Located.Text command) {
            arguments = arguments.with("command", command.value());
        } else if (value instanceof Located.Members members) {
            for (Member member : members.members()) {
                switch (member.name()) {
                    case "tool" -> tool = text(member.value());
                    case "args" -> arguments = arguments(member.value());
                    default -> throw wrong(member.value(), "a call has `tool` and `args`, not `" + member.name() + "`");
                }
            }
        } else {
            throw wrong(value, "expected a command line or {tool, args}, not " + value.kindOf());
        }
        try {
            return new ToolCall(
                    new CallId("test"), tool, arguments, new SessionId("test"), new WorkerId("test"), cwd, Map.of());
        } catch (IllegalArgumentException e) {
            throw wrong(value, String.valueOf(e.getMessage()));
        }
    }

    private static JsonObject arguments(Located value) throws InvalidJson {
        if (Located.json(value) instanceof JsonObject object) {
            return object;
        }
        throw wrong(value, "expected an object of arguments, not " + value.kindOf());
    }

    /** The file of rules that is tested, as seen from the file of tests. */
    public String policyFile() {
        return policyFile;
    }

    public String directory() {
        return directory;
    }

    public String home() {
        return home;
    }

    /** What comes of every test under {@code rules}. */
    public List<Result> run(Policy rules) {
        Policy policy = preset.around(rules, mode.orElse(preset.mode()));
        var judge = Judge.standard();
        return tests.stream()
                .map(test -> new Result(
                        test.name(),
                        test.line(),
                        test.expected(),
                        judge.decide(
                                test.call(),
                                policy,
                                new JudgeContext(directory, home, home + "/.licet", FileView.NONE))))
                .toList();
    }

    /** The rules of {@code policy} that decided nothing in {@code results}. */
    public static List<Rule> unused(Policy policy, List<Result> results) {
        Set<Rule> used = new HashSet<>();
        for (Result result : results) {
            for (Finding finding : result.decision().findings()) {
                finding.cause().decidedBy().ifPresent(used::add);
            }
        }
        return policy.rules().stream().filter(rule -> !used.contains(rule)).toList();
    }
}
