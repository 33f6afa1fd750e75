package dev.licet.cli.inbox;

import java.util.List;
import java.util.stream.Stream;

/** What the keys do. */
final class Help {
    static final List<String> LINES = List.of(
            "↑ ↓ j k        one up, one down; PgUp, PgDn, Home, End go further",
            "1 2 3 4, Tab   inbox, history, grants, sessions",
            "/              search in what is listed; Esc ends that",
            "Enter          all answers, each with the rules that it saves",
            "y              allow this once",
            "n              deny; type why, Tab chooses what the agent does then",
            "e              change it in your editor; it is judged and asked again",
            "w              why it is asked, rule by rule",
            "Space, *       mark one, mark all: y, n and Enter then answer them together",
            "d u            down and up in the details",
            "r              take a grant back, or end a session's full access",
            "q, Ctrl-C      leave; what waits goes on waiting",
            "",
            "A key answers only what is on the screen, after it was quiet for a quarter",
            "of a second, and allows only what was shown to its end. A click chooses,",
            "it never answers.");

    private Help() {}

    /** The keys that matter at {@code task} in {@code tab}, the most important first. */
    static List<String> hints(Task task, Tab tab) {
        return switch (task) {
            case Task.Browsing browsing ->
                switch (tab) {
                    case INBOX ->
                        List.of(
                                "y once",
                                "n deny",
                                "Enter more",
                                "? keys",
                                "q leave",
                                "e edit",
                                "w why",
                                "Space mark",
                                "/ search");
                    case HISTORY -> List.of("/ search", "d u more", "? keys", "q leave");
                    case GRANTS -> List.of("r take back", "/ search", "? keys", "q leave");
                    case SESSIONS -> List.of("r end full access", "/ search", "? keys", "q leave");
                };
            case Task.Searching searching -> List.of();
            case Task.Opening opening -> List.of("…");
            case Task.Answering answering ->
                answering.selection().denies()
                        ? List.of("Enter denies", "Tab what then", "Esc clears", "↑ back")
                        : Stream.concat(
                                        Stream.of(
                                                "↑/↓ Enter, or 1-"
                                                        + answering.options().size(),
                                                "Esc back",
                                                "d u more"),
                                        answering.ids().size() == 1 ? Stream.of("e edit", "w why") : Stream.of())
                                .toList();
            case Task.Confirming confirming -> List.of("y yes", "any other key no");
            case Task.Reading reading -> List.of("↑ ↓ d u", "any other key goes back");
        };
    }
}
