package dev.licet.core.decide;

import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.RuleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rules under the name {@code external_directory}: an allow for {@code /path/*} lets an agent work there as in the workspace;
 * a deny or an ask speaks of whatever touches such a folder, by whatever tool.
 */
public final class FolderRules {
    /** The name of a tool that these rules are written under. */
    public static final String TOOL = "external_directory";

    private FolderRules() {}

    /** The rule that lets an agent work in {@code folder}, an absolute path. */
    public static RuleText of(String folder) {
        return new RuleText(TOOL, Glob.quote(folder) + "/*");
    }

    /** The folder that an allow of {@code pattern} opens; empty if it is no absolute path with a star behind it. */
    public static Optional<String> folder(String pattern) {
        String start = pattern.replaceFirst("/\\*{1,2}$", "");
        Glob folder = Glob.of(start);
        return start.startsWith("/") && start.length() < pattern.length() && folder.isLiteral()
                ? Optional.of(folder.example())
                : Optional.empty();
    }

    /** The folders that the ordinary layers of {@code policy} open. */
    public static List<String> opened(Policy policy, ToolTable tools) {
        var folders = new ArrayList<String>();
        for (Layer layer : policy.layers()) {
            for (Rule rule : layer.of(TOOL, tools).all()) {
                boolean opens = rule.action() == Action.ALLOW
                        && rule.tool().pattern().equals(TOOL)
                        && rule.options().conditions().isEmpty();
                if (opens) {
                    folder(rule.value().pattern()).ifPresent(folders::add);
                }
            }
        }
        return folders;
    }
}
