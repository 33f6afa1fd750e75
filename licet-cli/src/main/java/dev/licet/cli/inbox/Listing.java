package dev.licet.cli.inbox;

import dev.licet.cli.approval.ShownApproval;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The list that is shown, where the cursor is in it, and what is marked. For one thread. */
final class Listing {
    private final InboxModel book;
    private final Map<Tab, String> cursors = new EnumMap<>(Tab.class);
    private final Set<String> marked = new LinkedHashSet<>();
    private Tab tab = Tab.INBOX;
    private String search = "";
    private List<Row> rows = List.of();
    private long version = -1;

    Listing(InboxModel book) {
        this.book = book;
    }

    Tab tab() {
        return tab;
    }

    String search() {
        return search;
    }

    /** What is marked and still pending, in the order in which it was. */
    List<String> marked() {
        return List.copyOf(marked);
    }

    boolean isMarked(String key) {
        return marked.contains(key);
    }

    /** The rows in which what is searched for stands. */
    List<Row> rows() {
        if (version != book.version()) {
            rows = Rows.of(book, tab, search);
            version = book.version();
        }
        return rows;
    }

    void show(Tab other) {
        tab = other;
        marked.clear();
        find("");
    }

    void find(String words) {
        search = words;
        version = -1;
    }

    /** The index of the row that the cursor is at; -1 when there is nothing to be at. */
    int cursor() {
        String key = cursors.getOrDefault(tab, "");
        List<Row> all = rows();
        int first = -1;
        for (int i = 0; i < all.size(); i++) {
            if (!key.isEmpty() && all.get(i).key().equals(key)) {
                return i;
            }
            first = first < 0 && !all.get(i).isHeading() ? i : first;
        }
        return first;
    }

    /** What the cursor is at; empty when there is nothing. */
    String current() {
        int cursor = cursor();
        return cursor < 0 ? "" : rows().get(cursor).key();
    }

    /** The approval that the cursor is at. */
    Optional<ShownApproval> approval() {
        return switch (tab) {
            case INBOX -> Optional.ofNullable(book.pending().get(current()));
            case HISTORY -> Optional.ofNullable(book.ended().get(current()));
            case GRANTS, SESSIONS -> Optional.empty();
        };
    }

    /** The pending approval that the cursor is at. */
    Optional<ShownApproval> pending() {
        return tab == Tab.INBOX ? approval() : Optional.empty();
    }

    /** Puts the cursor on the row {@code index}, if that is no heading. */
    void point(int index) {
        if (index >= 0 && index < rows().size() && !rows().get(index).isHeading()) {
            cursors.put(tab, rows().get(index).key());
        }
    }

    /** Moves the cursor by so many rows that are no headings, as far as there are any. */
    void move(int by) {
        List<Row> all = rows();
        int step = Integer.signum(by);
        int left = Math.abs(by);
        int at = cursor();
        for (int i = at + step; at >= 0 && i >= 0 && i < all.size() && left > 0; i += step) {
            if (!all.get(i).isHeading()) {
                at = i;
                left--;
            }
        }
        if (at >= 0) {
            point(at);
        }
    }

    /** Marks what the cursor is at, or takes the mark away. */
    void mark() {
        String id = current();
        if (tab == Tab.INBOX && !id.isEmpty()) {
            boolean gone = marked.remove(id);
            if (!gone) {
                marked.add(id);
            }
            move(1);
        }
    }

    /** Marks everything that is listed, or nothing when all of it is. */
    void markAll() {
        if (tab == Tab.INBOX) {
            List<String> all = rows().stream()
                    .filter(row -> !row.isHeading())
                    .map(Row::key)
                    .toList();
            boolean already = marked.containsAll(all);
            marked.clear();
            marked.addAll(already ? List.of() : all);
        }
    }

    void unmark() {
        marked.clear();
    }

    /** Where what the cursor was at, in the row {@code before}, is gone, it is at what has come to its place. */
    void settle(int before) {
        marked.retainAll(book.pending().keySet());
        String key = cursors.getOrDefault(tab, "");
        List<Row> all = rows();
        boolean gone = all.stream().noneMatch(row -> row.key().equals(key));
        if (key.isEmpty() || !gone) {
            return;
        }
        cursors.remove(tab);
        for (int i = Math.min(before, all.size() - 1); i >= 0; i--) {
            if (!all.get(i).isHeading()) {
                point(i);
                return;
            }
        }
    }
}
