package dev.licet.cli.replay;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.display.SafeText;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How recorded calls would have been decided, and what they would have been asked about. For one thread. */
public final class ReplayReport {
    /** So many causes and calls are shown. */
    private static final int SHOWN = 20;

    private static final int LONGEST = 100;

    /** Words of a command that tell which it is. */
    private static final int WORDS = 2;

    private final Map<String, Integer> agents = new TreeMap<>();
    private final Map<String, Integer> asked = new LinkedHashMap<>();
    private final Map<String, Integer> causes = new HashMap<>();
    private final Map<String, Integer> denied = new HashMap<>();
    private Map<String, Integer> left = Map.of();
    private int calls;
    private int allowed;
    private int contained;
    private int refused;

    /** How many calls there were. */
    public int calls() {
        return calls;
    }

    /** How many questions there were in a hundred calls; none in none. */
    public double inHundred() {
        return calls == 0 ? 0 : 100.0 * questions() / calls;
    }

    void add(String session, String agent, ToolCall call, Decision decision) {
        calls++;
        agents.merge(agent, 1, Integer::sum);
        asked.putIfAbsent(session, 0);
        switch (decision) {
            case Decision.Allow allow -> allowed++;
            case Decision.Contain contain -> contained++;
            case Decision.Deny deny -> {
                refused++;
                denied.merge(tool(call) + ": " + Sentences.denied(deny), 1, Integer::sum);
            }
            case Decision.Ask ask -> {
                asked.merge(session, 1, Integer::sum);
                causes(ask).forEach(cause -> causes.merge(cause, 1, Integer::sum));
            }
        }
    }

    /** Notes a call that no gate would take. */
    void unreadable() {
        calls++;
        refused++;
        denied.merge("a call that is none: its tool has no name, or its directory is none", 1, Integer::sum);
    }

    void left(Map<String, Integer> what) {
        left = new TreeMap<>(what);
    }

    private static String tool(ToolCall call) {
        return SafeText.oneLine(ToolTable.standard().ruleName(call.tool()));
    }

    /** What was asked about in general: the command's first words and the reason, each once for a call. */
    private static List<String> causes(Decision.Ask ask) {
        return ask.findings().stream()
                .filter(finding -> finding.action() == Action.ASK)
                .map(finding -> head(finding) + "  (" + plain(Sentences.because(finding)) + ")")
                .distinct()
                .toList();
    }

    private static String head(Finding finding) {
        String[] words = Sentences.what(finding.fact()).split(" ", -1);
        boolean runs = words[0].equals("runs");
        int most = runs ? 1 + WORDS : 1;
        var head = new ArrayList<String>();
        for (int i = 0; i < Math.min(words.length, most); i++) {
            if (i > 0 && (words[i].startsWith("-") || words[i].startsWith("'"))) {
                break;
            }
            head.add(words[i]);
        }
        String text = String.join(" ", head);
        return runs ? text : text + " …";
    }

    /** The reason without the names in it. */
    private static String plain(String because) {
        return because.replaceAll("`[^`]*`", "`…`").replaceAll("(?<= )[~/]\\S+", "…");
    }

    /** The report as lines of text. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        if (calls == 0) {
            lines.add("no recorded calls");
        } else {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d calls in %,d sessions (%s): %,d allowed, %s%,d asked, %,d denied",
                    calls,
                    asked.size(),
                    agents.entrySet().stream()
                            .map(each -> String.format(
                                    Locale.ROOT, "%s %,d", SafeText.oneLine(each.getKey()), each.getValue()))
                            .collect(Collectors.joining(", ")),
                    allowed,
                    contained == 0 ? "" : String.format(Locale.ROOT, "%,d contained, ", contained),
                    questions(),
                    refused));
            lines.add(String.format(
                    Locale.ROOT,
                    "%.1f questions in 100 calls; in a session %d in the median, %d at the 90th percentile, none in %,d",
                    inHundred(),
                    percentile(50),
                    percentile(90),
                    asked.values().stream().filter(number -> number == 0).count()));
        }
        list(lines, "asked about:", causes);
        list(lines, "denied:", denied);
        list(lines, "left out:", left);
        return lines;
    }

    private static void list(List<String> lines, String title, Map<String, Integer> what) {
        if (what.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(title);
        most(what)
                .forEach(each -> lines.add(String.format(
                        Locale.ROOT, "  %,6d  %s", each.getValue(), SafeText.oneLine(cut(each.getKey())))));
        if (what.size() > SHOWN) {
            lines.add("          and " + (what.size() - SHOWN) + " more; --json has all");
        }
    }

    private static List<Map.Entry<String, Integer>> most(Map<String, Integer> what) {
        return sorted(what).stream().limit(SHOWN).toList();
    }

    private static List<Map.Entry<String, Integer>> sorted(Map<String, Integer> what) {
        return what.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, Integer> each) -> -each.getValue())
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }

    /** The report for programs. */
    public JsonObject json() {
        return JsonObject.empty()
                .with("calls", calls)
                .with("allowed", allowed)
                .with("contained", contained)
                .with("asked", questions())
                .with("denied", refused)
                .with("sessions", asked.size())
                .with(
                        "sessionsWithoutQuestion",
                        asked.values().stream().filter(number -> number == 0).count())
                .with("medianQuestions", percentile(50))
                .with("agents", counts(agents))
                .with("askedAbout", counts(causes))
                .with("deniedCalls", counts(denied))
                .with("leftOut", counts(left));
    }

    private static JsonArray counts(Map<String, Integer> what) {
        return JsonArray.of(sorted(what).stream()
                .map(each -> JsonObject.empty()
                        .with("what", SafeText.oneLine(each.getKey()))
                        .with("calls", each.getValue()))
                .toList());
    }

    /** How many of them would have been asked about. */
    public int questions() {
        return asked.values().stream().mapToInt(Integer::intValue).sum();
    }

    private int percentile(int percent) {
        List<Integer> sorted = asked.values().stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
