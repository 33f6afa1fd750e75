package dev.licet.core.propose;

import java.util.Locale;
import java.util.Optional;

/** How much of what was asked an approval remembers, the narrowest first. */
public enum GrantKind {
    /** This very call: the same tool, arguments, directory, worker and session. */
    CALL,
    /** The command line, to the letter and in the same directory, whatever else the call says. */
    LINE,
    /** Each command, path or name that was asked about, to the letter. */
    EXACT,
    /** Reading commands on the files of a folder: {@code cat:src/}. */
    FOLDER,
    /** Commands that begin in the same way: {@code git push *}. */
    PREFIX,
    /** Everything the tool can do. */
    TOOL;

    /** Whether it is one call or line and no rule: such is remembered for its session only. */
    public boolean isOfCall() {
        return this == CALL || this == LINE;
    }

    /** The name that answers use. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind called {@code text}. */
    public static Optional<GrantKind> of(String text) {
        for (GrantKind kind : values()) {
            if (kind.text().equals(text)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
