package dev.licet.cli.inbox;

import dev.licet.terminal.box.Ago;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.WrappedText;
import dev.licet.terminal.tty.Columns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The inbox as a screen of some size. Pure: the same inbox looks the same. */
final class InboxView {
    /** From this width on the details stand beside the list, else below it. */
    private static final int WIDE = 100;

    private static final int WIDEST_LIST = 80;

    /** On a narrower or lower screen nothing is shown, and so nothing can be answered. */
    static final int NARROWEST = 20;

    static final int LOWEST = 6;

    private final Inbox inbox;
    private final Paint paint;
    private final int columns;
    private final int rows;
    private final Instant now;
    private final List<String> lines = new ArrayList<>();
    private final List<Frame.Area> areas = new ArrayList<>();

    private InboxView(Inbox inbox, Look look, Instant now) {
        this.inbox = inbox;
        this.paint = look.paint();
        this.columns = look.columns();
        this.rows = look.rows();
        this.now = now;
    }

    /** How it looks, and for how much room. */
    record Look(Paint paint, int columns, int rows) {}

    /** {@code inbox} as it looks at {@code now}. */
    static Frame draw(Inbox inbox, Look look, Instant now) {
        return new InboxView(inbox, look, now).frame();
    }

    private Frame frame() {
        if (columns < NARROWEST || rows < LOWEST) {
            String text = Columns.head("too small; q leaves", Math.max(1, columns));
            return new Frame(List.of(text), "", 0, Frame.NONE.details(), List.of());
        }
        header();
        rule();
        int body = rows - 3;
        boolean answering = !(inbox.task() instanceof Task.Browsing || inbox.task() instanceof Task.Searching);
        Frame.Details details;
        int listRows;
        if (columns >= WIDE) {
            listRows = body;
            details = sideBySide(body);
        } else if (answering) {
            listRows = 0;
            details = details(body, columns).place(lines, areas);
        } else {
            listRows = Math.max(1, Math.min(inbox.listing().rows().size(), body * 2 / 5));
            list(listRows, columns).forEach(lines::add);
            rule();
            details = details(body - listRows - 1, columns).place(lines, areas);
        }
        footer();
        return new Frame(List.copyOf(lines), inbox.subject(), listRows, details, List.copyOf(areas));
    }

    private void header() {
        var strip = new LineBuilder(columns);
        boolean narrow = columns < 60;
        for (Tab tab : Tab.ALL) {
            int left = strip.used();
            int waiting = inbox.book().pending().size();
            String title = (narrow ? "" : tab.number() + " ")
                    + tab.title()
                    + (tab == Tab.INBOX && waiting > 0 ? " " + waiting : "");
            boolean shown = tab == inbox.listing().tab();
            strip.add(" " + title + " ", shown ? paint::inverse : UnaryOperator.identity());
            areas.add(new Frame.Area(0, left, strip.used(), new Frame.Target.OnTab(tab)));
        }
        boolean found = inbox.book().trouble().isEmpty();
        String state = narrow ? (found ? "●" : "○") : (found ? "● connected" : "○ not connected");
        if (strip.left() > Columns.of(state)) {
            strip.fill(columns - Columns.of(state)).add(state, found ? paint::go : paint::stop);
        }
        lines.add(strip.line());
    }

    private void rule() {
        lines.add(paint.soft("─".repeat(columns)));
    }

    private Frame.Details sideBySide(int height) {
        int width = Math.min(WIDEST_LIST, columns * 2 / 5);
        List<String> left = list(height, width);
        var right = new ArrayList<String>();
        var clickable = new ArrayList<Frame.Area>();
        int top = lines.size();
        Frame.Details details = details(height, columns - width - 3).place(right, clickable);
        clickable.forEach(area -> areas.add(
                new Frame.Area(area.row() + top, area.left() + width + 3, area.right() + width + 3, area.target())));
        for (int i = 0; i < height; i++) {
            lines.add(left.get(i) + " " + paint.soft("│") + " " + right.get(i));
        }
        return details;
    }

    /** The part of the list around the cursor; its rows can be clicked. */
    private List<String> list(int height, int width) {
        List<Row> all = inbox.listing().rows();
        int cursor = inbox.listing().cursor();
        int first = Math.clamp(cursor - (long) height / 2, 0, Math.max(0, all.size() - height));
        var list = new ArrayList<String>();
        for (int i = first; i < first + height; i++) {
            boolean there = i < all.size();
            list.add(there ? row(all.get(i), i == cursor, width) : " ".repeat(width));
            if (there) {
                areas.add(new Frame.Area(lines.size() + i - first, 0, width, new Frame.Target.OnRow(i)));
            }
        }
        return list;
    }

    private String row(Row row, boolean atCursor, int width) {
        if (row.isHeading()) {
            return new LineBuilder(width)
                    .add(" ".repeat(row.indent()) + row.text(), paint::strong)
                    .line();
        }
        String mark = inbox.listing().isMarked(row.key()) ? "✓" : " ";
        String sign = inbox.answers().isSent(row.key()) ? "…" : mark;
        String age = row.since().map(since -> Ago.text(since, now)).orElse("");
        var strip = new LineBuilder(width - (age.isEmpty() ? 0 : Columns.of(age) + 1));
        UnaryOperator<String> colour = atCursor
                ? UnaryOperator.identity()
                : switch (row.tone()) {
                    case GOOD -> paint::go;
                    case BAD -> paint::stop;
                    case PLAIN, HEADING -> paint::ask;
                };
        String before = (atCursor ? ">" : " ") + sign + " ".repeat(row.indent());
        // However long a tool's name is, there is room to see that more is behind it.
        strip.add(before)
                .add(Columns.cut(row.label(), Math.max(1, strip.left() / 2)), colour)
                .add("  ")
                .add(row.text());
        String text = strip.line() + (age.isEmpty() ? "" : " " + age);
        return atCursor ? paint.inverse(text) : text;
    }

    private Details details(int height, int width) {
        return new Details(DetailsView.of(inbox, paint, width, now), height, width);
    }

    /** Of a text: how many lines have to be seen, which is to be the first, and how many there is room for. */
    private record Part(int needed, int scroll, int room) {}

    /** The details in a place of {@code height} and {@code width}. */
    private final class Details {
        private final DetailsView view;
        private final int height;
        private final int width;

        Details(DetailsView view, int height, int width) {
            this.view = view;
            this.height = height;
            this.width = width;
        }

        /** Adds its lines to {@code place}, and what can be clicked of them to {@code clickable}. */
        Frame.Details place(List<String> place, List<Frame.Area> clickable) {
            int below = view.options().isEmpty() ? 0 : view.options().size() + 1;
            // Options that leave too little room are read on behind the rest: they, too, have to be seen.
            boolean apart = below <= height - Math.min(height / 2, view.lines().size() + 1);
            return apart ? apart(below, place, clickable) : together(place, clickable);
        }

        private Frame.Details apart(int below, List<String> place, List<Frame.Area> clickable) {
            var part = new Part(view.needed(), inbox.attention().scroll(), height - below);
            Frame.Details details = text(view.lines(), part, place);
            if (below > 0) {
                place.add(paint.soft("─".repeat(width)));
                view.options().forEach(option -> place(option, place, clickable));
            }
            return details;
        }

        private Frame.Details together(List<String> place, List<Frame.Area> clickable) {
            var all = new ArrayList<>(view.lines());
            all.add(new WrappedText.Line("─".repeat(width)));
            int options = all.size();
            view.options().forEach(option -> all.add(option.line()));
            int top = place.size();
            // Who types a reason sees it.
            int scroll = inbox.task() instanceof Task.Answering answering
                            && answering.selection().denies()
                    ? all.size()
                    : inbox.attention().scroll();
            Frame.Details details = text(all, new Part(all.size(), scroll, height), place);
            for (int i = 0; i < details.shown(); i++) {
                int option = details.first() + i - options;
                if (option >= 0) {
                    clickable.add(area(top + i, view.options().get(option)));
                }
            }
            return details;
        }

        private void place(WrappedText.OptionLine option, List<String> place, List<Frame.Area> clickable) {
            clickable.add(area(place.size(), option));
            place.add(new LineBuilder(width).add(option.line()).line());
        }

        private Frame.Area area(int row, WrappedText.OptionLine option) {
            return new Frame.Area(row, 0, width, new Frame.Target.OnOption(option.option()));
        }

        private Frame.Details text(List<WrappedText.Line> text, Part part, List<String> place) {
            int room = part.room();
            boolean fits = text.size() <= room;
            int shown = fits ? text.size() : Math.max(1, room - 1);
            int first = Math.clamp(part.scroll(), 0, text.size() - shown);
            text.subList(first, first + shown)
                    .forEach(line -> place.add(new LineBuilder(width).add(line).line()));
            if (!fits && room > 1) {
                int after = text.size() - first - shown;
                place.add(new LineBuilder(width)
                        .add("… " + after + " more lines below, " + first + " above (d, u)", paint::emphasis)
                        .line());
            }
            for (int i = text.size(); i < room; i++) {
                place.add(" ".repeat(width));
            }
            return new Frame.Details(text.size(), part.needed(), first, shown, width);
        }
    }

    private void footer() {
        var strip = new LineBuilder(columns);
        String trouble = inbox.book().trouble().orElse("");
        if (inbox.task() instanceof Task.Searching) {
            strip.add("/" + inbox.listing().search() + "▏", paint::strong)
                    .add("  Enter keeps it, Esc ends the search", paint::soft);
        } else if (!trouble.isEmpty()) {
            strip.add(trouble, paint::stop);
            if (!trouble.endsWith(inbox.notice())) {
                strip.add("  ").add(inbox.notice(), paint::emphasis);
            }
        } else if (!inbox.notice().isEmpty()) {
            strip.add(inbox.notice(), paint::emphasis);
        } else {
            String search = inbox.listing().search();
            strip.add(search.isEmpty() ? "" : "/" + search + "  ", paint::strong);
            Help.hints(inbox.task(), inbox.listing().tab()).stream()
                    .takeWhile(hint -> Columns.of(hint) <= strip.left())
                    .forEach(hint ->
                            strip.add(Columns.pad(hint, Math.min(Columns.of(hint) + 2, strip.left())), paint::soft));
        }
        lines.add(strip.line());
    }
}
