package dev.licet.gate.permissions;

import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.Agent.AgentLayer;
import dev.licet.core.session.Agent.AgentRule;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Located;
import dev.licet.gate.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of subagents: {@code explore} and {@code general}, and those that a workspace defines in
 * {@code .agents/agents/*.md} or {@code .claude/agents/*.md}, Markdown with a heading of {@code name}, {@code description}
 * and {@code permission}. What a workspace defines only denies: an agent could have written it. No type may start further
 * subagents.
 */
public final class AgentTypes {
    private static final Set<String> BUILT_IN = Set.of("explore", "general");
    private static final List<String> FOLDERS = List.of(".agents/agents", ".claude/agents");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern HEADING =
            Pattern.compile("\\A\ufeff?---\\R(.*?)^---\\s*$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final AgentRule NO_TASKS = new AgentRule(new RuleText("task", "*"), Action.DENY);
    private static final AgentLayer NOTHING =
            new AgentLayer(List.of(new AgentRule(new RuleText("*", "*"), Action.DENY)), false);

    private final String home;

    public AgentTypes(String home) {
        this.home = home;
    }

    /**
     * What agents of {@code type} may not do in {@code workspace}. A definition that cannot be read denies everything.
     *
     * @throws IllegalArgumentException when there is no such type
     */
    public List<AgentLayer> layers(String type, String workspace) {
        var layers = new ArrayList<AgentLayer>();
        if (BUILT_IN.contains(type)) {
            layers.add(layer(builtIn(type), type, true));
        }
        definition(type, workspace).ifPresent(file -> layers.add(layer(read(file), file.toString(), false)));
        if (layers.isEmpty()) {
            throw new IllegalArgumentException("there is no type of agents `" + type
                    + "`: use explore or general, or define it in .agents/agents/" + type + ".md");
        }
        return layers;
    }

    private static String builtIn(String type) {
        try (InputStream in = AgentTypes.class.getResourceAsStream("agents/" + type + ".md")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new GateException("cannot read the type of agents `" + type + "`", e);
        }
    }

    private static Optional<Path> definition(String type, String workspace) {
        if (!NAME.matcher(type).matches() || workspace.isEmpty()) {
            return Optional.empty();
        }
        return FOLDERS.stream()
                .map(folder -> Path.of(workspace, folder, type + ".md"))
                .filter(Files::exists)
                .findFirst();
    }

    private static String read(Path file) {
        try {
            return CachedFile.read(file);
        } catch (IOException | InvalidJson e) {
            // Without a heading it denies everything.
            return "";
        }
    }

    private AgentLayer layer(String text, String file, boolean mayAllow) {
        Matcher heading = HEADING.matcher(text);
        if (!heading.find()) {
            return NOTHING;
        }
        try {
            Optional<Located> permission = permission(Yaml.parse(heading.group(1)));
            var rules = new ArrayList<AgentRule>();
            if (permission.isPresent()) {
                Policy policy = PermissionText.read(permission.get(), new RuleList(file, home, ""));
                if (!policy.problems().isEmpty()) {
                    return NOTHING;
                }
                policy.rules().forEach(rule -> rules.addAll(rules(rule)));
            }
            rules.add(NO_TASKS);
            return new AgentLayer(rules, mayAllow);
        } catch (InvalidJson e) {
            return NOTHING;
        }
    }

    private static Optional<Located> permission(Located heading) throws InvalidJson {
        if (!(heading instanceof Located.Members members)) {
            throw InvalidJson.at("expected keys and values", 1, 1);
        }
        return members.members().stream()
                .filter(member -> member.name().equals("permission"))
                .map(Located.Member::value)
                .findFirst();
    }

    /** A rule that holds under conditions only may deny without them, but not allow. */
    private static List<AgentRule> rules(Rule rule) {
        boolean conditional =
                !rule.options().conditions().isEmpty() || rule.options().until().isPresent();
        return conditional && rule.action() == Action.ALLOW
                ? List.of()
                : List.of(new AgentRule(rule.text(), rule.action()));
    }
}
