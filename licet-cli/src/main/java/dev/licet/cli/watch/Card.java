package dev.licet.cli.watch;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.core.display.CallText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One approval as lines for a terminal. */
final class Card {
    private final ShownApproval approval;
    private final Paint paint;

    Card(ShownApproval approval, Paint paint) {
        this.approval = approval;
        this.paint = paint;
    }

    ShownApproval approval() {
        return approval;
    }

    /** Whether {@code now} says what it did when it was tried, and this does not. */
    boolean isOutdatedBy(ShownApproval now) {
        return !now.preview().equals(approval.preview());
    }

    boolean isPutInPlace() {
        return approval.isPutInPlace();
    }

    boolean offersAlways() {
        return !approval.always().isEmpty();
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(line(paint.strong(approval.tool()) + paint.soft("  " + approval.where())));
        for (String line : approval.text().split("\n", -1)) {
            lines.add(line("  " + line));
        }
        approval.hidden().ifPresent(hidden -> lines.add(line(paint.stop(hidden))));
        approval.problems().forEach(problem -> lines.add(line(paint.stop(problem))));
        approval.findings().forEach(finding -> lines.add(finding(finding)));
        approval.effects().forEach(effect -> addEffect(effect, lines));
        if (offersAlways()) {
            lines.add(line(paint.soft("always saves: allow " + approval.always())));
        }
        return lines;
    }

    private void addEffect(Question.Detail effect, List<String> lines) {
        lines.add(line(paint.soft(effect.label())));
        for (String line : effect.text().split("\n", -1)) {
            lines.add(line("  " + (effect.kind() == CallText.Kind.DIFF ? ofDiff(line) : line)));
        }
    }

    private String ofDiff(String line) {
        if (line.startsWith("+")) {
            return paint.go(line);
        }
        return line.startsWith("-") ? paint.stop(line) : line;
    }

    private String line(String text) {
        return paint.ask("▌ ") + text;
    }

    private String finding(JsonObject finding) {
        String action = finding.text("action").orElse("");
        return line(paint.action(action, String.format(Locale.ROOT, "%-5s", action)) + "  "
                + finding.text("what").orElse("")
                + paint.soft("  " + finding.text("because").orElse("")));
    }

    /** What became of it: {@code ✓ approved by web  git push origin main}. */
    String outcome() {
        boolean approved = approval.state().equals("approved");
        return (approved ? paint.go("✓ " + approval.outcome()) : paint.stop("✗ " + approval.outcome())) + "  "
                + approval.oneLine();
    }
}
