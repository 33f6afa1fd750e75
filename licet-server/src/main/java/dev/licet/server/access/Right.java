package dev.licet.server.access;

import java.util.Locale;

/** One thing that a principal may do. None includes another. */
public enum Right {
    /** Submit calls, collect their outcome, redeem tickets, tell of turns and subagents. */
    CALL,
    /** See approvals, grants, sessions, rules and the audit. */
    READ,
    /** Approve and reject; remember an approval within its session. */
    ANSWER,
    /** Change what holds beyond a session: save rules, choose modes, give full access, revoke grants. */
    RULES,
    /** Verify and prune the audit, look after the server. */
    MANAGE;

    /** The name in tokens and messages. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
