package dev.licet.cli.inbox;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.approval.Standing;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Question;
import dev.licet.terminal.box.WrappedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the details say, as lines of some width.
 *
 * @param lines what they say
 * @param needed how many of them, from the first on, say what would run
 * @param options what can be answered; none where nothing is to be
 */
record DetailsView(List<WrappedText.Line> lines, int needed, List<WrappedText.OptionLine> options) {

    /** The details of {@code inbox} as they look at {@code now}. */
    static DetailsView of(Inbox inbox, Paint paint, int width, Instant now) {
        return new Writer(inbox, new WrappedText(width, paint, Keys.STANDARD), now).view();
    }

    /** A question needs options; where it is only shown, it has none of them. */
    private static final List<String> NO_OPTIONS = List.of("", "");

    /** Puts them together. */
    private static final class Writer {
        private final Inbox inbox;
        private final WrappedText passage;
        private final Instant now;
        private final List<WrappedText.Line> lines = new ArrayList<>();
        private int needed;

        Writer(Inbox inbox, WrappedText passage, Instant now) {
            this.inbox = inbox;
            this.passage = passage;
            this.now = now;
        }

        DetailsView view() {
            List<WrappedText.OptionLine> options = List.of();
            switch (inbox.task()) {
                case Task.Answering answering -> {
                    answering(answering);
                    options = passage.options(answering.options(), answering.selection());
                }
                case Task.Reading reading -> reading(reading);
                case Task.Confirming confirming -> {
                    lines.addAll(passage.lines(confirming.question(), passage.paint()::emphasis));
                    lines.add(new WrappedText.Line(""));
                    current();
                }
                case Task.Browsing browsing -> current();
                case Task.Searching searching -> current();
                case Task.Opening opening -> current();
            }
            return new DetailsView(lines, needed, options);
        }

        private void reading(Task.Reading reading) {
            lines.addAll(passage.lines(reading.title(), passage.paint()::strong));
            lines.add(new WrappedText.Line(""));
            reading.lines().forEach(line -> lines.addAll(passage.lines(line)));
        }

        private void answering(Task.Answering answering) {
            for (String id : answering.ids()) {
                Optional<ShownApproval> approval =
                        Optional.ofNullable(inbox.book().pending().get(id));
                if (!lines.isEmpty()) {
                    lines.add(new WrappedText.Line("─".repeat(passage.width())));
                }
                approval.ifPresent(each -> answering
                        .changed()
                        .ifPresentOrElse(changed -> whole(changed.question(each.tool())), () -> approval(each)));
            }
            needed = answering.ids().size() > 1 ? lines.size() : needed;
        }

        private void current() {
            Listing listing = inbox.listing();
            String current = listing.current();
            switch (listing.tab()) {
                case INBOX ->
                    listing.approval().ifPresentOrElse(this::approval, () -> nothing("Nothing waits for an answer."));
                case HISTORY ->
                    listing.approval().ifPresentOrElse(this::ended, () -> nothing("Nothing was answered yet."));
                case GRANTS ->
                    inbox.book().grants().stream()
                            .filter(grant -> Rows.text(grant, "id").equals(current))
                            .findFirst()
                            .ifPresentOrElse(this::grant, () -> nothing("No grants in any session."));
                case SESSIONS ->
                    inbox.book().sessions().stream()
                            .filter(session -> Rows.key(session).equals(current))
                            .findFirst()
                            .ifPresentOrElse(
                                    this::session,
                                    () -> nothing("There is no session with anything beside the rules."));
            }
        }

        private void nothing(String text) {
            if (inbox.book().trouble().isPresent()) {
                lines.addAll(passage.lines(inbox.book().trouble().get(), passage.paint()::stop));
            } else if (inbox.book().isLoading()) {
                lines.addAll(passage.lines("loading …", passage.paint()::soft));
            } else {
                boolean searching = !inbox.listing().search().isEmpty();
                lines.addAll(passage.lines(
                        searching ? "Nothing here has what you search for." : text, passage.paint()::soft));
            }
        }

        private void approval(ShownApproval approval) {
            whole(approval.question(NO_OPTIONS));
            if (!approval.always().isEmpty()) {
                lines.addAll(passage.lines("always would save: allow " + approval.always(), passage.paint()::soft));
            }
            lines.addAll(passage.lines(approval.where() + " · " + approval.id(), passage.paint()::soft));
        }

        /** The warning, the tool and its arguments, which are needed, and what helps to answer. */
        private void whole(Question question) {
            if (!question.warning().isEmpty()) {
                lines.addAll(passage.lines(question.warning(), passage.paint()::warning));
            }
            lines.addAll(passage.essentials(question));
            needed = lines.size();
            lines.addAll(passage.notes(question, now));
        }

        private void ended(ShownApproval approval) {
            boolean approved = approval.state().equals("approved");
            Paint paint = passage.paint();
            lines.addAll(passage.lines(approval.outcome(), approved ? paint::go : paint::stop));
            lines.add(new WrappedText.Line(""));
            lines.addAll(passage.essentials(approval.question(NO_OPTIONS)));
            fact("where", approval.where());
            fact("agent", approval.agentPath());
            fact("asked", approval.askedAt().map(Instant::toString).orElse(""));
            fact("ended", approval.endedAt().map(Instant::toString).orElse(""));
            fact("by", approval.answerer());
            fact("id", approval.id());
        }

        private void fact(String name, String text) {
            if (!text.isEmpty()) {
                lines.addAll(passage.lines(name + ": " + text));
            }
        }

        private void grant(JsonObject grant) {
            lines.addAll(passage.lines("Allows " + Standing.granted(grant), passage.paint()::strong));
            fact("for", Rows.text(grant, "lifetime"));
            fact("in", Rows.text(grant, "worker") + " · " + Rows.text(grant, "session"));
            fact("agent", Rows.text(grant, "agent"));
            fact("given", Rows.text(grant, "given"));
            fact("by", Rows.text(grant, "giver") + ", " + Rows.text(grant, "channel"));
            fact("id", Rows.text(grant, "id"));
        }

        private void session(JsonObject session) {
            lines.addAll(passage.lines(
                    Rows.text(session, "workerId") + " · " + Rows.text(session, "sessionId"), passage.paint()::strong));
            lines.addAll(passage.lines(Standing.holds(session)));
            fact("turn", Rows.text(session, "turnId"));
            session.elements("agents").forEach(each -> {
                if (each instanceof JsonObject agent) {
                    String parent = Rows.text(agent, "parent");
                    fact(
                            "subagent",
                            Rows.text(agent, "type") + " (" + Rows.text(agent, "id") + ")"
                                    + (parent.isEmpty() ? "" : " of " + parent));
                }
            });
        }
    }
}
