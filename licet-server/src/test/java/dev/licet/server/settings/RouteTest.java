package dev.licet.server.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.glob.Glob;
import dev.licet.server.settings.Route.Asked;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

    private static Route route(List<String> tools, List<String> rules, Duration after, Optional<Route.Quiet> quiet) {
        return new Route(
                List.of("telegram"), globs(tools), globs(rules), List.of(), List.of(), after, Duration.ZERO, quiet);
    }

    private static List<Glob> globs(List<String> patterns) {
        return patterns.stream().map(Glob::of).toList();
    }

    private static Asked asked(String tool, String... rules) {
        return new Asked(tool, List.of(rules), "local", "s");
    }

    /** When something asked at {@code time} is told, with quiet hours from {@code from} to {@code to}. */
    private static String due(String time, String from, String to, Duration after) {
        var quiet = new Route.Quiet(LocalTime.parse(from), LocalTime.parse(to));
        return route(List.of(), List.of(), after, Optional.of(quiet))
                .due(Instant.parse(time), ZURICH)
                .toString();
    }

    @Test
    void fits_needsEveryKindOfPattern() {
        Route route = route(List.of("shell_*"), List.of("git push *", "npm *"), Duration.ZERO, Optional.empty());
        assertTrue(route.fits(asked("shell_exec", "make *", "npm *")));
        assertTrue(route.fits(asked("shell_exec", "npm publish")));
        assertFalse(route.fits(asked("shell_exec")));
        assertFalse(route.fits(asked("read_file", "npm *")));
        assertTrue(Route.EVERYBODY.fits(asked("anything")));
        assertTrue(Route.EVERYBODY.leadsTo("anybody"));
        assertFalse(route.leadsTo("push"));
    }

    @Test
    void due_waitsForTheEndOfQuietHours() {
        assertEquals("2027-01-10T11:00:00Z", due("2027-01-10T11:00:00Z", "22:00", "07:00", Duration.ZERO));
        assertEquals("2027-01-11T06:00:00Z", due("2027-01-10T21:30:00Z", "22:00", "07:00", Duration.ZERO));
        assertEquals("2027-01-11T06:00:00Z", due("2027-01-11T02:00:00Z", "22:00", "07:00", Duration.ZERO));
        assertEquals("2027-01-11T06:00:00Z", due("2027-01-11T06:00:00Z", "22:00", "07:00", Duration.ZERO));
        assertEquals("2027-01-10T12:00:00Z", due("2027-01-10T11:30:00Z", "12:00", "13:00", Duration.ZERO));
        assertEquals("2027-01-10T12:00:00Z", due("2027-01-10T10:59:00Z", "12:00", "13:00", Duration.ofMinutes(2)));
        assertEquals("2027-01-10T10:59:00Z", due("2027-01-10T10:59:00Z", "12:00", "13:00", Duration.ZERO));
    }

    @Test
    void due_knowsWhenClocksAreChanged() {
        // On 28 March 2027 the clock goes from 2 to 3 in Zurich, on 31 October from 3 to 2.
        assertEquals("2027-03-28T05:00:00Z", due("2027-03-27T22:00:00Z", "22:00", "07:00", Duration.ZERO));
        assertEquals("2027-03-28T01:30:00Z", due("2027-03-28T00:30:00Z", "01:00", "02:30", Duration.ZERO));
        assertEquals("2027-10-31T06:00:00Z", due("2027-10-31T00:30:00Z", "22:00", "07:00", Duration.ZERO));
    }
}
