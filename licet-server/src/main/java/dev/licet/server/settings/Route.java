package dev.licet.server.settings;

import dev.licet.core.glob.Glob;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Whom some approvals are told to, and when.
 *
 * @param to the names of channels; none for approvals that nobody is told of
 * @param tools patterns of tools; any if there is none, as with the others
 * @param rules patterns of the patterns of rules that ask
 * @param workers patterns of workers
 * @param sessions patterns of sessions
 * @param after told only if nobody has answered for so long
 * @param digest told together, no more often than this; zero for each by itself
 * @param quiet the hours in which nothing is told: it waits until they are over
 */
public record Route(
        List<String> to,
        List<Glob> tools,
        List<Glob> rules,
        List<Glob> workers,
        List<Glob> sessions,
        Duration after,
        Duration digest,
        Optional<Quiet> quiet) {
    /** Everybody, at once. */
    public static final Route EVERYBODY = new Route(
            List.of("*"), List.of(), List.of(), List.of(), List.of(), Duration.ZERO, Duration.ZERO, Optional.empty());

    public Route {
        to = List.copyOf(to);
        tools = List.copyOf(tools);
        rules = List.copyOf(rules);
        workers = List.copyOf(workers);
        sessions = List.copyOf(sessions);
    }

    /** Hours of every day, over midnight where {@code from} is later than {@code to}. */
    public record Quiet(LocalTime from, LocalTime to) {
        private boolean holds(LocalTime time) {
            return from.isBefore(to)
                    ? !time.isBefore(from) && time.isBefore(to)
                    : !time.isBefore(from) || time.isBefore(to);
        }

        /** {@code time}, or the end of the quiet hours that it lies in. */
        Instant after(Instant time, ZoneId zone) {
            ZonedDateTime local = time.atZone(zone);
            if (!holds(local.toLocalTime())) {
                return time;
            }
            ZonedDateTime end = local.with(to);
            return (end.isAfter(local) ? end : local.plusDays(1).with(to)).toInstant();
        }
    }

    /**
     * What a route looks at.
     *
     * @param rules the patterns of the rules that ask
     */
    public record Asked(String tool, List<String> rules, String worker, String session) {
        public Asked {
            rules = List.copyOf(rules);
        }
    }

    /** Whether this is the route of {@code asked}. */
    public boolean fits(Asked asked) {
        return fits(tools, asked.tool())
                && fits(workers, asked.worker())
                && fits(sessions, asked.session())
                && (rules.isEmpty() || asked.rules().stream().anyMatch(rule -> fits(rules, rule)));
    }

    private static boolean fits(List<Glob> patterns, String value) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> pattern.matches(value));
    }

    /** Whether the channel called {@code name} is told. */
    public boolean leadsTo(String name) {
        return to.contains("*") || to.contains(name);
    }

    /** When the end of something, which came at {@code now}, is told. */
    public Instant endDue(Instant now, ZoneId zone) {
        return quiet.map(hours -> hours.after(now, zone)).orElse(now);
    }

    /** When something that was asked at {@code askedAt} is told. */
    public Instant due(Instant askedAt, ZoneId zone) {
        Instant due = askedAt.plus(after.compareTo(digest) > 0 ? after : digest);
        return quiet.map(hours -> hours.after(due, zone)).orElse(due);
    }
}
