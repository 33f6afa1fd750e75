package dev.licet.server.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What kind of principal somebody is: the rights they have, and those they may be given beside. */
public enum Role {
    /** Whom the gate belongs to. */
    OWNER,
    /** Who answers; may be given the right to edit rules as well. */
    APPROVER,
    /** Who looks. */
    VIEWER,
    /** A machine that executes tools. It never answers. */
    WORKER,
    /** What wants tools to run. It never answers. */
    AGENT;

    /** What it may always do. */
    public Set<Right> rights() {
        return switch (this) {
            case OWNER -> Set.of(Right.values());
            case APPROVER -> Set.of(Right.READ, Right.ANSWER);
            case VIEWER -> Set.of(Right.READ);
            case WORKER, AGENT -> Set.of(Right.CALL);
        };
    }

    /** Whether one of this role may be given {@code right}. */
    public boolean admits(Right right) {
        return rights().contains(right) || (this == APPROVER && right == Right.RULES);
    }

    /** Whether somebody may be it, and not only a program. */
    public boolean isOfPeople() {
        return this == OWNER || this == APPROVER || this == VIEWER;
    }

    /** The name in tokens and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role called {@code text}; empty when there is none. */
    public static Optional<Role> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }
}
