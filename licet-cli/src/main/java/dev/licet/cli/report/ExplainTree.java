package dev.licet.cli.report;

import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.policy.Almost;
import dev.licet.core.policy.Decision;
import dev.licet.core.policy.Finding;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A decision as a tree: each thing the call would do under the one whose stretch of the text it lies in, with that stretch,
 * the action and the rule, or the rule that is missing.
 */
final class ExplainTree {
    private final String text;
    private final Function<Finding, List<Almost>> almost;
    private final List<String> lines = new ArrayList<>();

    private ExplainTree(String text, Function<Finding, List<Almost>> almost) {
        this.text = text;
        this.almost = almost;
    }

    /** One finding and what lies inside of its stretch. */
    private record Node(Finding finding, List<Node> children) {
        Span span() {
            return finding.fact().span();
        }

        boolean contains(Finding other) {
            Span inner = other.fact().span();
            return span().start() <= inner.start() && inner.end() <= span().end() && !span().equals(inner);
        }
    }

    /** The lines of the tree for {@code decision} on {@code text}, whose spans it speaks of, with what {@code almost} matched. */
    static List<String> lines(String text, Decision decision, Function<Finding, List<Almost>> almost) {
        var tree = new ExplainTree(text, almost);
        tree.children(roots(decision.findings()), "");
        return tree.lines;
    }

    private static List<Node> roots(List<Finding> findings) {
        List<Finding> sorted = findings.stream()
                .sorted(Comparator.<Finding>comparingInt(
                                finding -> finding.fact().span().start())
                        .thenComparingInt(finding -> -finding.fact().span().end()))
                .toList();
        var roots = new ArrayList<Node>();
        var open = new ArrayList<Node>();
        for (Finding finding : sorted) {
            while (!open.isEmpty() && !open.getLast().contains(finding)) {
                open.removeLast();
            }
            var node = new Node(finding, new ArrayList<>());
            (open.isEmpty() ? roots : open.getLast().children()).add(node);
            open.add(node);
        }
        return roots;
    }

    private void children(List<Node> nodes, String indent) {
        for (int i = 0; i < nodes.size(); i++) {
            boolean last = i == nodes.size() - 1;
            Node node = nodes.get(i);
            Finding finding = node.finding();
            String more = indent + (last ? "   " : "│  ");
            lines.add(indent + (last ? "└─ " : "├─ ") + action(finding) + "  " + Sentences.what(finding.fact()));
            String rest = node.children().isEmpty() ? "   " : "│  ";
            lines.add(more + rest + place(node.span()) + Sentences.because(finding));
            almost.apply(finding)
                    .forEach(near -> lines.add(more + rest + "almost: " + Sentences.rule(near.rule()) + ": "
                            + SafeText.oneLine(near.why())));
            children(node.children(), more);
        }
    }

    private static String action(Finding finding) {
        return finding.action().name().toLowerCase(Locale.ROOT);
    }

    /** Where it stands, counted from 1, with the text itself where that is not all of it. */
    private String place(Span span) {
        boolean inside = span.end() > span.start() && span.end() <= text.length();
        if (!inside) {
            return "";
        }
        boolean whole = span.start() == 0 && span.end() == text.length();
        String excerpt = whole ? "" : " `" + SafeText.oneLine(span.of(text)) + "`";
        return (span.start() + 1) + "–" + span.end() + excerpt + ": ";
    }
}
