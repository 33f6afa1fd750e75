package dev.licet.cli.inbox;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.terminal.tty.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where a person stands in the inbox, and what their keys mean. For one thread. */
final class Inbox {
    private static final Step TOO_LATE =
            Step.told("your change was judged, but you were at something else; press e to change it again");

    private final InboxModel book;
    private final Listing listing;
    private final Attention attention = new Attention();
    private final Answers answers;
    private Task task = new Task.Browsing();
    private String notice = "";

    Inbox(InboxModel book) {
        this.book = book;
        this.listing = new Listing(book);
        this.answers = new Answers(book, listing, attention);
    }

    InboxModel book() {
        return book;
    }

    Listing listing() {
        return listing;
    }

    Attention attention() {
        return attention;
    }

    Answers answers() {
        return answers;
    }

    Task task() {
        return task;
    }

    /** What was to be told last. */
    String notice() {
        return notice;
    }

    /** What the details are about: they are new to the person when this changes. */
    String subject() {
        return switch (task) {
            case Task.Answering answering ->
                answering.ids().stream().map(this::shown).toList() + " " + answering.options() + " "
                        + answering.changed().map(ChangedCall::digest).orElse("");
            case Task.Reading reading -> reading.title() + " " + reading.lines();
            case Task.Confirming confirming -> confirming.question() + " " + listing.current();
            case Task.Browsing browsing -> listing.tab() + shown(listing.current());
            case Task.Searching searching -> listing.tab() + shown(listing.current());
            case Task.Opening opening -> listing.tab() + shown(listing.current());
        };
    }

    /** What is shown of {@code id}: an approval that the server tells of anew is shown anew. */
    private String shown(String id) {
        return id + "#" + System.identityHashCode(book.pending().get(id));
    }

    /** What {@code key}, pressed at {@code now}, leads to. */
    List<InboxCommand> press(Key key, Instant now) {
        if (key == Key.Named.INTERRUPT || key == Key.Named.CLOSED) {
            return List.of(new InboxCommand.Leave());
        }
        if (key == Key.Named.RESIZED || key == Key.Named.OTHER) {
            return List.of();
        }
        notice = "";
        String before = subject();
        List<InboxCommand> orders = take(pressed(key, now), before);
        leaveWhatIsGone();
        return orders;
    }

    private List<InboxCommand> take(Step step) {
        return take(step, subject());
    }

    /** Does what {@code step} says; who had something else than {@code before} before them begins at its beginning. */
    private List<InboxCommand> take(Step step, String before) {
        step.task().ifPresent(next -> task = next);
        notice = step.notice().isEmpty() ? notice : step.notice();
        if (!subject().equals(before)) {
            attention.rewind();
        }
        return step.orders();
    }

    private Step pressed(Key key, Instant now) {
        if (key instanceof Key.Clicked clicked) {
            return attention.at(clicked).map(this::clicked).orElse(Step.STAY);
        }
        if (key instanceof Key.Scrolled scrolled) {
            return scrolled(scrolled.lines());
        }
        return switch (task) {
            case Task.Browsing browsing -> browse(key, now);
            case Task.Searching searching -> search(key);
            case Task.Opening opening -> key == Key.Named.ESCAPE || key == Key.Named.LEFT ? Step.BACK : Step.STAY;
            case Task.Answering answering -> answers.press(answering, key, subject(), now);
            case Task.Confirming confirming -> confirm(confirming, key, now);
            case Task.Reading reading -> read(reading, key);
        };
    }

    private Step browse(Key key, Instant now) {
        return switch (key) {
            case Key.Typed typed -> typed(typed.text(), now);
            case Key.Named named -> named(named);
            case Key.Pasted pasted -> Step.STAY;
            case Key.Clicked clicked -> Step.STAY;
            case Key.Scrolled scrolled -> Step.STAY;
        };
    }

    private Step named(Key.Named key) {
        switch (key) {
            case UP -> move(-1);
            case DOWN -> move(1);
            case PAGE_UP -> move(-attention.page());
            case PAGE_DOWN -> move(attention.page());
            case HOME -> move(-listing.rows().size());
            case END -> move(listing.rows().size());
            case ESCAPE -> listing.find("");
            case TAB -> {
                return show(listing.tab().next(1));
            }
            case BACK_TAB -> {
                return show(listing.tab().next(-1));
            }
            case ENTER, RIGHT -> {
                return answers.open();
            }
            default -> {}
        }
        return Step.STAY;
    }

    private void move(int by) {
        listing.move(by);
        attention.rewind();
    }

    private Step typed(String text, Instant now) {
        switch (text) {
            case "j" -> move(1);
            case "k" -> move(-1);
            case "d" -> attention.scrollPage(1);
            case "u" -> attention.scrollPage(-1);
            case " " -> listing.mark();
            case "*" -> listing.markAll();
            default -> {
                return command(text, now);
            }
        }
        return Step.STAY;
    }

    private Step command(String text, Instant now) {
        return switch (text) {
            case "/" -> Step.to(new Task.Searching());
            case "?" -> Step.to(new Task.Reading("Keys", Help.LINES, new Task.Browsing()));
            case "q" -> Step.order(new InboxCommand.Leave());
            case "1", "2", "3", "4" -> show(Tab.ALL.get(text.charAt(0) - '1'));
            case "y" -> answers.approve(subject(), now);
            case "n" -> answers.deny();
            case "e" -> onPending(approval -> new InboxCommand.Edit(approval, approval.arguments()));
            case "w" -> onPending(InboxCommand.Explain::new);
            case "r" -> revoke();
            default -> Step.STAY;
        };
    }

    private interface OnApproval {
        InboxCommand order(ShownApproval approval);
    }

    private Step onPending(OnApproval what) {
        return listing.pending()
                .map(approval -> Step.order(what.order(approval)))
                .orElse(Step.STAY);
    }

    private Step show(Tab other) {
        listing.show(other);
        return new Step(Step.BACK.task(), "", List.of(new InboxCommand.Load(other)));
    }

    private Step search(Key key) {
        String words = listing.search();
        switch (key) {
            case Key.Typed typed -> listing.find(words + typed.text());
            case Key.Pasted pasted ->
                listing.find(words + pasted.text().replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " "));
            case Key.Named named -> {
                return searched(named, words);
            }
            case Key.Clicked clicked -> {}
            case Key.Scrolled scrolled -> {}
        }
        return Step.STAY;
    }

    private Step searched(Key.Named key, String words) {
        switch (key) {
            case ERASE ->
                listing.find(words.isEmpty() ? "" : words.substring(0, words.offsetByCodePoints(words.length(), -1)));
            case UP -> move(-1);
            case DOWN -> move(1);
            case ENTER -> {
                listing.point(listing.cursor());
                return Step.BACK;
            }
            case ESCAPE -> {
                listing.find("");
                return Step.BACK;
            }
            default -> {}
        }
        return Step.STAY;
    }

    /** Takes back a grant, or a session's full access; asks first. */
    private Step revoke() {
        String current = listing.current();
        Optional<Task> confirming = switch (listing.tab()) {
            case INBOX, HISTORY -> Optional.empty();
            case GRANTS ->
                current.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Task.Confirming(
                                "Take this grant back?", current, new InboxCommand.Revoke(current)));
            case SESSIONS ->
                book.sessions().stream()
                        .filter(session -> Rows.key(session).equals(current)
                                && session.object("fullAccess").isPresent())
                        .findFirst()
                        .map(session -> new Task.Confirming(
                                "End full access of this session?",
                                current,
                                new InboxCommand.EndFullAccess(
                                        session.text("workerId").orElse(""),
                                        session.text("sessionId").orElse(""))));
        };
        return confirming.map(Step::to).orElse(Step.STAY);
    }

    private Step confirm(Task.Confirming confirming, Key key, Instant now) {
        boolean yes = key instanceof Key.Typed typed
                && typed.text().toLowerCase(Locale.ROOT).equals("y");
        if (!yes) {
            return Step.BACK;
        }
        return attention.isQuiet(now) && attention.isOn(subject())
                ? new Step(Step.BACK.task(), "", List.of(confirming.order()))
                : Step.STAY;
    }

    private Step read(Task.Reading reading, Key key) {
        boolean up = key == Key.Named.UP || key.equals(new Key.Typed("k"));
        if (up || key == Key.Named.DOWN || key.equals(new Key.Typed("j"))) {
            attention.scroll(up ? -1 : 1);
        } else if (key == Key.Named.PAGE_UP || key.equals(new Key.Typed("u"))) {
            attention.scrollPage(-1);
        } else if (key == Key.Named.PAGE_DOWN || key.equals(new Key.Typed("d"))) {
            attention.scrollPage(1);
        } else {
            return Step.to(reading.back());
        }
        return Step.STAY;
    }

    private Step scrolled(int lines) {
        if (task instanceof Task.Browsing) {
            move(lines);
        } else {
            attention.scroll(3 * lines);
        }
        return Step.STAY;
    }

    /** A click chooses, and never answers. */
    private Step clicked(Frame.Target target) {
        return switch (target) {
            case Frame.Target.OnTab tab -> show(tab.tab());
            case Frame.Target.OnRow row -> {
                listing.point(row.index());
                attention.rewind();
                yield Step.BACK;
            }
            case Frame.Target.OnOption option ->
                task instanceof Task.Answering answering
                        ? Step.to(answering.with(answering.selection().select(option.option())))
                        : Step.STAY;
        };
    }

    /** What {@code news}, in order, leads to. */
    List<InboxCommand.Errand> hear(List<InboxEvent> news) {
        if (news.isEmpty()) {
            return List.of();
        }
        int before = listing.cursor();
        String about = subject();
        var orders = new ArrayList<InboxCommand.Errand>();
        for (InboxEvent each : news) {
            hear(each);
            if (each instanceof InboxEvent.Connected) {
                orders.add(new InboxCommand.Load(Tab.HISTORY));
            }
        }
        answers.settle();
        listing.settle(before);
        leaveWhatIsGone();
        if (!subject().equals(about)) {
            attention.rewind();
        }
        return orders;
    }

    private void hear(InboxEvent news) {
        switch (news) {
            case InboxEvent.Connected connected -> {
                book.connected();
                notice = "";
            }
            case InboxEvent.Lost lost -> {
                book.lost(lost.why());
                answers.lost();
            }
            case InboxEvent.Arrived arrived -> book.arrived(arrived.event());
            case InboxEvent.Listed listed -> book.listed(listed.newest(), listed.open());
            case InboxEvent.Granted granted -> book.grants(granted.grants());
            case InboxEvent.Running running -> book.sessions(running.sessions());
            case InboxEvent.Choices choices -> take(answers.chosen(task, choices));
            case InboxEvent.Explained explained -> explain(explained);
            case InboxEvent.TriedOut tried -> take(isAt(tried.approval().id()) ? answers.changed(tried) : TOO_LATE);
            case InboxEvent.Failed failed -> {
                answers.failed(failed.id());
                boolean waited =
                        task instanceof Task.Opening opening && opening.id().equals(failed.id());
                task = waited ? new Task.Browsing() : task;
                notice = failed.line();
            }
            case InboxEvent.Said said -> notice = said.line();
        }
    }

    /** Who is asked about something that is gone is at the list again. */
    private void leaveWhatIsGone() {
        if (task instanceof Task.Answering answering) {
            take(answers.leave(answering));
        }
        if (task instanceof Task.Opening opening && !book.pending().containsKey(opening.id())) {
            take(Step.BACK);
        }
        if (task instanceof Task.Confirming confirming && !confirming.about().equals(listing.current())) {
            take(Step.BACK);
        }
    }

    /** Shows the tree, unless the person is at something else by now. */
    private void explain(InboxEvent.Explained explained) {
        if (isAt(explained.id()) && book.pending().containsKey(explained.id())) {
            take(Step.to(new Task.Reading("Why it asks", explained.lines(), task)));
        }
    }

    /** Whether the person still has the approval {@code id} before them, and is not typing anything else. */
    private boolean isAt(String id) {
        return switch (task) {
            case Task.Browsing browsing -> listing.current().equals(id);
            case Task.Answering answering ->
                answering.ids().equals(List.of(id))
                        && answering.selection().reason().isEmpty();
            case Task.Searching searching -> false;
            case Task.Opening opening -> false;
            case Task.Confirming confirming -> false;
            case Task.Reading reading -> false;
        };
    }
}
