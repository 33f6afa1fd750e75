package dev.licet.cli.approval;

import dev.licet.core.decide.Finding;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.lint.NearMiss;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A decision as a tree: each thing the call would do under the one whose stretch of the text it lies in, with that stretch,
 * the action and the rule, or the rule that is missing.
 */
public final class ExplainTree {
    private final String text;
    private final List<String> lines = new ArrayList<>();

    private ExplainTree(String text) {
        this.text = text;
    }

    /**
     * One thing the call would do.
     *
     * @param span where in the text it is said
     * @param because the rule, or that there is none
     * @param almost what rules almost speak of it, and why they do not, each on a line
     */
    public record Entry(Span span, String action, String what, String because, List<String> almost) {
        public Entry {
            almost = List.copyOf(almost);
        }

        /** What the judge found. */
        public static Entry of(Finding finding, List<NearMiss> almost) {
            return new Entry(
                    finding.fact().span(),
                    finding.action().text(),
                    Sentences.what(finding.fact()),
                    Sentences.because(finding),
                    almost.stream()
                            .map(near -> Sentences.rule(near.rule()) + ": " + SafeText.oneLine(near.why()))
                            .toList());
        }

        /** What a server tells of a finding, as {@code POST /v1/explain} lists them. */
        public static Entry of(JsonObject finding) {
            return new Entry(
                    ShownApproval.span(finding.object("span").orElseGet(JsonObject::empty)),
                    finding.text("action").orElse(""),
                    finding.text("what").orElse(""),
                    finding.text("because").orElse(""),
                    ShownApproval.objects(finding, "almost").stream()
                            .map(Entry::almost)
                            .toList());
        }

        private static String almost(JsonObject rule) {
            return "rule `"
                    + SafeText.oneLine(rule.text("tool").orElse("") + ": "
                            + rule.text("pattern").orElse("")) + "` ("
                    + SafeText.oneLine(rule.text("origin").orElse("")) + "): "
                    + SafeText.oneLine(rule.text("why").orElse(""));
        }
    }

    /** One entry and what lies inside of its stretch. */
    private record Node(Entry entry, List<Node> children) {
        Span span() {
            return entry.span();
        }

        boolean contains(Entry other) {
            Span inner = other.span();
            return span().start() <= inner.start() && inner.end() <= span().end() && !span().equals(inner);
        }
    }

    /** The lines of the tree of {@code entries}, whose spans speak of {@code text}. */
    public static List<String> lines(String text, List<Entry> entries) {
        var tree = new ExplainTree(text);
        tree.children(roots(entries), "");
        return tree.lines;
    }

    private static List<Node> roots(List<Entry> entries) {
        List<Entry> sorted = entries.stream()
                .sorted(Comparator.<Entry>comparingInt(entry -> entry.span().start())
                        .thenComparingInt(entry -> -entry.span().end()))
                .toList();
        var roots = new ArrayList<Node>();
        var open = new ArrayList<Node>();
        for (Entry entry : sorted) {
            while (!open.isEmpty() && !open.getLast().contains(entry)) {
                open.removeLast();
            }
            var node = new Node(entry, new ArrayList<>());
            (open.isEmpty() ? roots : open.getLast().children()).add(node);
            open.add(node);
        }
        return roots;
    }

    private void children(List<Node> nodes, String indent) {
        for (int i = 0; i < nodes.size(); i++) {
            boolean last = i == nodes.size() - 1;
            Node node = nodes.get(i);
            Entry entry = node.entry();
            String more = indent + (last ? "   " : "│  ");
            lines.add(indent + (last ? "└─ " : "├─ ") + entry.action() + "  " + entry.what());
            String rest = node.children().isEmpty() ? "   " : "│  ";
            lines.add(more + rest + place(node.span()) + entry.because());
            entry.almost().forEach(near -> lines.add(more + rest + "near miss: " + near));
            children(node.children(), more);
        }
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
