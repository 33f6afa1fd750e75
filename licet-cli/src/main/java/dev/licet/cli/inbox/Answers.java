package dev.licet.cli.inbox;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.cli.approval.Offers;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Selection;
import dev.licet.terminal.tty.Key;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** How approvals are answered from the inbox, one or several. For one thread. */
final class Answers {
    /** How long a reason may get, in characters. */
    private static final int REASON = 500;

    private static final JsonObject ONCE = JsonObject.empty();

    private final InboxModel book;
    private final Listing listing;
    private final Attention attention;
    private final Set<String> sent = new HashSet<>();

    Answers(InboxModel book, Listing listing, Attention attention) {
        this.book = book;
        this.listing = listing;
        this.attention = attention;
    }

    /** Whether an answer to {@code id} is on its way. */
    boolean isSent(String id) {
        return sent.contains(id);
    }

    /** The answer to {@code id} did not arrive. */
    void failed(String id) {
        sent.remove(id);
    }

    /** Only what is pending can have an answer on its way. */
    void settle() {
        sent.retainAll(book.pending().keySet());
    }

    /** No answer is on its way any more. */
    void lost() {
        sent.clear();
    }

    /** What the cursor is at, unless it is being answered already. */
    private Optional<ShownApproval> current() {
        return listing.pending().filter(approval -> !isSent(approval.id()));
    }

    private List<ShownApproval> marked() {
        return listing.marked().stream()
                .filter(id -> !isSent(id))
                .map(book.pending()::get)
                .toList();
    }

    /** Allows once what {@code subject} shows; what is marked is asked about first. */
    Step approve(String subject, Instant now) {
        if (!marked().isEmpty()) {
            return Step.to(several(marked()));
        }
        return current()
                .map(approval ->
                        ready(subject, now).orElseGet(() -> send(List.of(approval), each -> approve(each, ONCE))))
                .orElse(Step.STAY);
    }

    /** Has a reason typed and denies. */
    Step deny() {
        if (!marked().isEmpty()) {
            return Step.to(several(marked()).denying());
        }
        return current()
                .map(approval -> Step.to(answering(List.of(approval), List.of("Allow once", "Deny"), List.of(ONCE))
                        .denying()))
                .orElse(Step.STAY);
    }

    /** Shows everything that can be answered. */
    Step open() {
        if (!marked().isEmpty()) {
            return Step.to(several(marked()));
        }
        return current()
                .map(approval -> new Step(
                        Optional.of(new Task.Opening(approval.id())),
                        "",
                        List.of(new InboxCommand.Choose(approval.id()))))
                .orElse(Step.STAY);
    }

    private static Task.Answering several(List<ShownApproval> approvals) {
        String which = approvals.size() == 1 ? "it" : "all " + approvals.size();
        return answering(approvals, List.of("Allow " + which + ", once", "Deny " + which), List.of(ONCE));
    }

    private static Task.Answering answering(
            List<ShownApproval> approvals, List<String> options, List<JsonObject> bodies) {
        return new Task.Answering(
                approvals.stream().map(ShownApproval::id).toList(),
                options,
                bodies,
                Selection.begin(Keys.STANDARD, options.size(), REASON),
                Optional.empty());
    }

    /** What to do with {@code choices}, if it is what the person waits for. */
    Step chosen(Task task, InboxEvent.Choices choices) {
        Optional<ShownApproval> approval = Optional.ofNullable(book.pending().get(choices.id()));
        boolean waiting = task instanceof Task.Opening opening && opening.id().equals(choices.id());
        if (approval.isEmpty() || !waiting) {
            return Step.STAY;
        }
        Offers offers = Offers.all(approval.get().form(), choices.choices());
        return Step.to(answering(List.of(approval.get()), offers.labels(), offers.bodies()));
    }

    /** Asks about an approval as the person has changed it. */
    Step changed(InboxEvent.TriedOut tried) {
        ChangedCall changed = tried.changed();
        if (changed.isDenied()) {
            return Step.to(new Task.Reading("Changed like this it is denied", changed.why(), new Task.Browsing()));
        }
        if (!book.pending().containsKey(tried.approval().id())) {
            return Step.told("somebody else has answered it meanwhile");
        }
        List<String> options = changed.question(tried.approval().tool()).options();
        return Step.to(
                answering(List.of(tried.approval()), options, List.of(ONCE)).changedTo(changed));
    }

    /** What {@code key} leads to while {@code answering} is shown as {@code subject}. */
    Step press(Task.Answering answering, Key key, String subject, Instant now) {
        Selection selection = answering.selection();
        if (key == Key.Named.ESCAPE && selection.reason().isEmpty()) {
            return Step.BACK;
        }
        boolean down = key == Key.Named.PAGE_DOWN || (!selection.denies() && key.equals(new Key.Typed("d")));
        boolean up = key == Key.Named.PAGE_UP || (!selection.denies() && key.equals(new Key.Typed("u")));
        if (down || up) {
            attention.scrollPage(down ? 1 : -1);
            return Step.STAY;
        }
        Selection.Step step = selection.press(key);
        return step.chosen()
                .map(chosen -> answered(answering, chosen, subject, now))
                .orElseGet(() -> Step.to(answering.with(step.next())));
    }

    private Step answered(Task.Answering answering, Chosen chosen, String subject, Instant now) {
        List<ShownApproval> approvals =
                answering.ids().stream().map(book.pending()::get).toList();
        Optional<ShownApproval> only = approvals.size() == 1 ? Optional.of(approvals.getFirst()) : Optional.empty();
        return switch (chosen) {
            case Chosen.Approved approved -> {
                JsonObject body = answering
                        .changed()
                        .map(changed -> ONCE.with("arguments", changed.arguments()))
                        .orElse(answering.bodies().get(approved.option()));
                yield ready(subject, now).orElseGet(() -> send(approvals, each -> approve(each, body)));
            }
            case Chosen.Denied denied -> {
                JsonObject body =
                        JsonObject.empty().with("mode", denied.mode().text()).with("feedback", denied.reason());
                // Who has not seen all of it may say no to it.
                yield attention.isQuiet(now) && attention.isOn(subject)
                        ? send(approvals, each -> new InboxCommand.Deny(each.id(), each.bound(body)))
                        : Step.STAY;
            }
            case Chosen.Edit edit -> only.map(each -> edit(answering, each)).orElse(Step.STAY);
            case Chosen.Why why -> only.map(each -> why(answering, each)).orElse(Step.STAY);
            case Chosen.ShowAll all -> {
                attention.scrollPage(1);
                yield Step.STAY;
            }
            case Chosen.Elsewhere elsewhere -> Step.STAY;
        };
    }

    private static InboxCommand approve(ShownApproval approval, JsonObject body) {
        return new InboxCommand.Approve(approval.id(), approval.bound(body));
    }

    private static Step edit(Task.Answering answering, ShownApproval approval) {
        return Step.order(new InboxCommand.Edit(
                approval, answering.changed().map(ChangedCall::arguments).orElse(approval.arguments())));
    }

    private static Step why(Task.Answering answering, ShownApproval approval) {
        return answering
                .changed()
                .map(changed -> Step.to(new Task.Reading("Why it asks, as you changed it", changed.why(), answering)))
                .orElse(Step.order(new InboxCommand.Explain(approval)));
    }

    /** What keeps the person from allowing what {@code subject} shows; empty for nothing. */
    private Optional<Step> ready(String subject, Instant now) {
        if (!attention.isQuiet(now) || !attention.isOn(subject)) {
            return Optional.of(Step.STAY);
        }
        if (!attention.hasSeenAll()) {
            return Optional.of(Step.told("there is more of it: d and u show the rest"));
        }
        return book.trouble().map(Step::told);
    }

    private Step send(List<ShownApproval> approvals, Function<ShownApproval, InboxCommand> order) {
        listing.unmark();
        approvals.forEach(approval -> sent.add(approval.id()));
        return new Step(
                Optional.of(new Task.Browsing()),
                "",
                approvals.stream().map(order).toList());
    }

    /** Who is answering what somebody else has answered is told so. */
    Step leave(Task.Answering answering) {
        return answering.ids().stream()
                .filter(id -> !book.pending().containsKey(id))
                .findFirst()
                .map(id -> Optional.ofNullable(book.ended().get(id))
                        .map(ShownApproval::outcome)
                        .orElse("no longer asked"))
                .map(outcome -> new Step(Step.BACK.task(), outcome, List.of()))
                .orElse(Step.STAY);
    }
}
