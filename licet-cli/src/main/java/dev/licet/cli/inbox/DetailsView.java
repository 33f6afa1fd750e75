package dev.licet.cli.inbox;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Passage;
import dev.licet.terminal.box.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the details say, as lines of some width. */
final class DetailsView {
    private final Inbox inbox;
    private final Passage passage;
    private final Instant now;

    DetailsView(Inbox inbox, Paint paint, int width, Instant now) {
        this.inbox = inbox;
        this.passage = new Passage(width, paint, Keys.STANDARD);
        this.now = now;
    }

    List<Passage.Line> lines() {
        return switch (inbox.task()) {
            case Task.Answering answering -> answering(answering);
            case Task.Reading reading -> reading(reading);
            case Task.Confirming confirming -> {
                var lines = new ArrayList<>(current());
                lines.addFirst(new Passage.Line(""));
                lines.addAll(0, passage.lines(confirming.question(), passage.paint()::emphasis));
                yield lines;
            }
            case Task.Browsing browsing -> current();
            case Task.Searching searching -> current();
            case Task.Opening opening -> current();
        };
    }

    /** How many lines, from the first on, say what would run; of several calls, all. */
    int needed() {
        return switch (inbox.task()) {
            case Task.Answering answering ->
                answering.ids().size() > 1
                        ? lines().size()
                        : answering
                                .changed()
                                .map(changed -> essentials(changed.question("")).size())
                                .orElseGet(() -> needed(Optional.ofNullable(inbox.book()
                                        .pending()
                                        .get(answering.ids().getFirst()))));
            case Task.Browsing browsing -> needed(inbox.listing().approval());
            case Task.Searching searching -> 0;
            case Task.Opening opening -> 0;
            case Task.Confirming confirming -> 0;
            case Task.Reading reading -> 0;
        };
    }

    private int needed(Optional<ShownApproval> approval) {
        return approval.map(each -> essentials(each.question(List.of("", ""))).size())
                .orElse(0);
    }

    /** The warning, the tool and its arguments. */
    private List<Passage.Line> essentials(Question question) {
        var lines = new ArrayList<Passage.Line>();
        if (!question.warning().isEmpty()) {
            lines.addAll(passage.lines(question.warning(), passage.paint()::warning));
        }
        lines.addAll(passage.essentials(question));
        return lines;
    }

    private List<Passage.Line> whole(Question question) {
        var lines = new ArrayList<>(essentials(question));
        lines.addAll(passage.notes(question, now));
        return lines;
    }

    /** The options below the details; none where nothing is to be answered. */
    List<Passage.Line> options() {
        return inbox.task() instanceof Task.Answering answering
                ? passage.options(answering.options(), answering.selection())
                : List.of();
    }

    private List<Passage.Line> reading(Task.Reading reading) {
        var lines = new ArrayList<>(passage.lines(reading.title(), passage.paint()::strong));
        lines.add(new Passage.Line(""));
        reading.lines().forEach(line -> lines.addAll(passage.lines(line)));
        return lines;
    }

    private List<Passage.Line> answering(Task.Answering answering) {
        var lines = new ArrayList<Passage.Line>();
        for (String id : answering.ids()) {
            Optional<ShownApproval> approval =
                    Optional.ofNullable(inbox.book().pending().get(id));
            if (!lines.isEmpty()) {
                lines.add(new Passage.Line("─".repeat(passage.width())));
            }
            approval.ifPresent(each -> lines.addAll(answering
                    .changed()
                    .map(changed -> whole(changed.question(each.tool())))
                    .orElseGet(() -> approval(each))));
        }
        return lines;
    }

    private List<Passage.Line> current() {
        Listing listing = inbox.listing();
        String current = listing.current();
        return switch (listing.tab()) {
            case INBOX ->
                listing.approval().map(this::approval).orElseGet(() -> nothing("Nothing waits for an answer."));
            case HISTORY -> listing.approval().map(this::ended).orElseGet(() -> nothing("Nothing was answered yet."));
            case GRANTS ->
                inbox.book().grants().stream()
                        .filter(grant -> Rows.text(grant, "id").equals(current))
                        .findFirst()
                        .map(this::grant)
                        .orElseGet(() -> nothing("Nothing is granted in any session."));
            case SESSIONS ->
                inbox.book().sessions().stream()
                        .filter(session -> Rows.key(session).equals(current))
                        .findFirst()
                        .map(this::session)
                        .orElseGet(() -> nothing("There is no session with anything beside the rules."));
        };
    }

    private List<Passage.Line> nothing(String text) {
        boolean searching = !inbox.listing().search().isEmpty();
        if (inbox.book().trouble().isPresent()) {
            return passage.lines(inbox.book().trouble().get(), passage.paint()::stop);
        }
        return passage.lines(searching ? "Nothing here has what you search for." : text, passage.paint()::soft);
    }

    private List<Passage.Line> approval(ShownApproval approval) {
        var lines = new ArrayList<>(whole(approval.question(List.of("", ""))));
        if (!approval.always().isEmpty()) {
            lines.addAll(passage.lines("always would save: allow " + approval.always(), passage.paint()::soft));
        }
        lines.addAll(passage.lines(approval.where() + " · " + approval.id(), passage.paint()::soft));
        return lines;
    }

    private List<Passage.Line> ended(ShownApproval approval) {
        boolean approved = approval.state().equals("approved");
        Paint paint = passage.paint();
        var lines = new ArrayList<>(passage.lines(approval.outcome(), approved ? paint::go : paint::stop));
        lines.add(new Passage.Line(""));
        lines.addAll(passage.essentials(approval.question(List.of("", ""))));
        fact(lines, "where", approval.where());
        fact(lines, "agent", approval.agentPath());
        fact(lines, "asked", approval.askedAt().map(Instant::toString).orElse(""));
        fact(lines, "ended", approval.endedAt().map(Instant::toString).orElse(""));
        fact(lines, "by", approval.answerer());
        fact(lines, "id", approval.id());
        return lines;
    }

    private void fact(List<Passage.Line> lines, String name, String text) {
        if (!text.isEmpty()) {
            lines.addAll(passage.lines(name + ": " + text));
        }
    }

    private List<Passage.Line> grant(JsonObject grant) {
        var lines = new ArrayList<>(passage.lines("Allows " + Rows.granted(grant), passage.paint()::strong));
        fact(lines, "for", Rows.text(grant, "lifetime"));
        fact(lines, "in", Rows.text(grant, "worker") + " · " + Rows.text(grant, "session"));
        fact(lines, "agent", Rows.text(grant, "agent"));
        fact(lines, "given", Rows.text(grant, "given"));
        fact(lines, "by", Rows.text(grant, "giver") + ", " + Rows.text(grant, "channel"));
        fact(lines, "id", Rows.text(grant, "id"));
        return lines;
    }

    private List<Passage.Line> session(JsonObject session) {
        var lines = new ArrayList<>(passage.lines(
                Rows.text(session, "workerId") + " · " + Rows.text(session, "sessionId"), passage.paint()::strong));
        lines.addAll(passage.lines(Rows.holds(session)));
        fact(lines, "turn", Rows.text(session, "turnId"));
        session.elements("agents").forEach(each -> {
            if (each instanceof JsonObject agent) {
                String parent = Rows.text(agent, "parent");
                fact(
                        lines,
                        "subagent",
                        Rows.text(agent, "type") + " (" + Rows.text(agent, "id") + ")"
                                + (parent.isEmpty() ? "" : " of " + parent));
            }
        });
        return lines;
    }
}
