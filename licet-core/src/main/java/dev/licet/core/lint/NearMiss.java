package dev.licet.core.lint;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.command.CommandText;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Finding;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A rule that nearly decided about a fact.
 *
 * @param rule the rule
 * @param why what kept it from it
 */
public record NearMiss(Rule rule, String why) {
    private static final int MOST = 3;

    /** The allows that come nearest to {@code finding}, the nearest first; none where nothing comes near. */
    public static List<NearMiss> of(Finding finding, ToolCall call, Policy policy) {
        boolean open =
                finding.cause().decidedBy().isPresent() || finding.cause().equals(new Cause.NoRule());
        if (finding.action() != Action.ASK || !open) {
            return List.of();
        }
        String text = text(finding.fact());
        String tool = finding.fact() instanceof Fact.Writes writes && writes.role() == Fact.Role.REDIRECTION
                ? "write_file"
                : call.tool();
        var near = new ArrayList<NearMiss>();
        for (Layer layer : policy.layers()) {
            for (Rule rule : layer.of(tool, ToolTable.standard()).all()) {
                boolean shares = rule.action() == Action.ALLOW
                        && !rule.isToolLevel()
                        && common(rule, text) >= Math.max(1, firstWord(text));
                if (shares) {
                    near.add(new NearMiss(rule, why(rule, text)));
                }
            }
        }
        near.sort(Comparator.comparingInt(almost -> -common(almost.rule(), text)));
        return List.copyOf(near.subList(0, Math.min(MOST, near.size())));
    }

    private static String text(Fact fact) {
        return switch (fact) {
            case Fact.Runs runs -> new CommandText(runs.argv()).written();
            case Fact.Reads reads -> path(reads.place());
            case Fact.Writes writes -> path(writes.place());
            case Fact.Deletes deletes -> path(deletes.place());
            case Fact.Uses uses -> uses.subject();
            case Fact.Connects connects -> connects.host();
            case Fact.Sets sets -> sets.variable();
            case Fact.Opaque opaque -> "";
        };
    }

    private static String path(Place place) {
        return place instanceof Place.At at ? at.text() : "";
    }

    private static int firstWord(String text) {
        int end = text.indexOf(' ');
        int slash = text.indexOf('/');
        int word = end < 0 ? text.length() : end;
        return slash > 0 && slash < word ? slash : word;
    }

    private static int common(Rule rule, String text) {
        String start = rule.value().start();
        int length = 0;
        while (length < Math.min(start.length(), text.length()) && start.charAt(length) == text.charAt(length)) {
            length++;
        }
        return length;
    }

    private static String why(Rule rule, String text) {
        int common = common(rule, text);
        String start = rule.value().start();
        if (common < start.length()) {
            String wanted = start.substring(common).strip();
            String found = text.substring(common).strip();
            return found.isEmpty()
                    ? "it needs `" + wanted + "` after `" + text + "`"
                    : "it needs `" + wanted + "` instead of `" + found + "`";
        }
        if (rule.value().matches(text)) {
            return "a later rule decides, or it does not cover all of this";
        }
        return rule.value().isLiteral()
                ? "it ends before `" + text.substring(common).strip() + "`"
                : "its stars do not reach over the rest";
    }
}
