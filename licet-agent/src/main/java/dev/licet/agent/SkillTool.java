package dev.licet.agent;

import dev.licet.agent.tool.AgentTool;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.RuleText;
import dev.licet.core.rule.Tier;
import dev.licet.gate.agent.GatedTool;
import dev.licet.gate.agent.PlannedCall;
import dev.licet.gate.agent.Skill;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tool {@code skill}: instructions for a kind of task, from {@code NAME/SKILL.md} in {@code .agents/skills},
 * {@code .claude/skills} or {@code .co/skills} of the folder and of the home directory. A person approves each version of
 * one; what its heading lists under {@code tools} is allowed until the turn ends.
 */
public final class SkillTool implements AgentTool {
    private static final String SCHEMA = """
            {"type": "object", "required": ["name"], "additionalProperties": false, "properties": {
              "name": {"type": "string", "description": "the skill's name"}}}
            """;

    private static final List<String> FOLDERS = List.of(".agents/skills", ".claude/skills", ".co/skills");
    private static final Pattern TOOL = Pattern.compile("([A-Za-z0-9_.*-]+)(?:\\((.*)\\))?", Pattern.DOTALL);

    private final List<Path> folders;

    private SkillTool(List<Path> folders) {
        this.folders = folders;
    }

    /** Those of {@code directory} and {@code home}; empty where there are none. */
    public static Optional<AgentTool> in(Path directory, Path home) {
        var skills = new SkillTool(List.of(directory, home).stream()
                .flatMap(place -> FOLDERS.stream().map(place::resolve))
                .toList());
        return skills.all().isEmpty() ? Optional.empty() : Optional.of(skills);
    }

    private List<Definition> all() {
        return Definition.folders(folders, "SKILL.md");
    }

    @Override
    public GatedTool gated() {
        try {
            return GatedTool.named("skill").tier(Tier.EXEC).withSchema(JsonText.parseObject(SCHEMA));
        } catch (InvalidJson e) {
            throw new IllegalStateException("the schema above is JSON", e);
        }
    }

    @Override
    public String description() {
        return "Gives you the instructions of a skill, for a task that it is about. There are: "
                + all().stream()
                        .map(skill -> skill.description().isEmpty()
                                ? skill.name()
                                : skill.name() + " (" + skill.description() + ")")
                        .collect(Collectors.joining("; "));
    }

    /** INVARIANT (version): the text that the model is given is the one that was approved, whatever becomes of the file. */
    @Override
    public PlannedCall<String> planned(JsonObject arguments) {
        Definition skill = named(arguments);
        var used = new Skill(
                skill.name(),
                skill.text(),
                skill.allows().stream().map(SkillTool::rule).toList());
        return PlannedCall.using(used, allowed -> skill.body());
    }

    @Override
    public String execute(JsonObject arguments) {
        return named(arguments).body();
    }

    private Definition named(JsonObject arguments) {
        String name = arguments.text("name").orElse("");
        return all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no skill `" + name + "`; there are "
                        + all().stream().map(Definition::name).toList()));
    }

    /** {@code read_file}, or {@code Bash(git status *)}, also as {@code Bash(git status:*)}. */
    private static RuleText rule(String text) {
        Matcher matcher = TOOL.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the skill wants to be allowed what cannot be read: `" + text + "`");
        }
        String pattern = Optional.ofNullable(matcher.group(2)).orElse("*");
        return new RuleText(matcher.group(1), pattern.replaceFirst(":\\*\\z", " *"));
    }
}
