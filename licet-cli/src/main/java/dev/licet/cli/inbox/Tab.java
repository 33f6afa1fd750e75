package dev.licet.cli.inbox;

import java.util.List;

/** The lists of the inbox. */
enum Tab {
    INBOX("Inbox"),
    HISTORY("History"),
    GRANTS("Grants"),
    SESSIONS("Sessions");

    /** All of them, in the order in which they are shown. */
    static final List<Tab> ALL = List.of(values());

    private final String title;

    Tab(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** The key that shows it: 1 for the first. */
    int number() {
        return ALL.indexOf(this) + 1;
    }

    Tab next(int by) {
        return ALL.get(Math.floorMod(ALL.indexOf(this) + by, ALL.size()));
    }
}
