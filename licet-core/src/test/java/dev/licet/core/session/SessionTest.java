package dev.licet.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.AgentId;
import dev.licet.core.call.BatchId;
import dev.licet.core.call.CallSource;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Session FRESH = Session.fresh(new WorkerId("w"), new SessionId("s"));

    private static Session after(Session.Event... events) {
        Session session = FRESH;
        for (Session.Event event : events) {
            session = session.after(event);
        }
        return session;
    }

    private static Session.Event turn(String id) {
        return new Session.Event.TurnStarted(new TurnId(id));
    }

    private static Session.Event fullAccess(int turns, int calls) {
        return new Session.Event.FullAccessGiven(new FullAccess(
                turns < 0 ? OptionalInt.empty() : OptionalInt.of(turns),
                calls < 0 ? OptionalInt.empty() : OptionalInt.of(calls),
                Optional.of(NOON),
                "owner"));
    }

    private static Session.Event agent(String id, String parent) {
        return new Session.Event.AgentStarted(new Agent(
                new AgentId(id),
                "explore",
                parent.isEmpty() ? Optional.empty() : Optional.of(new AgentId(parent)),
                List.of()));
    }

    @Test
    void fullAccess_endsWithItsTurns_andLeavesACheckpoint() {
        Session session = after(turn("1"), fullAccess(1, -1), turn("2"));
        assertTrue(session.fullAccess().isPresent());
        Session ended = session.after(turn("3"));
        assertEquals(Optional.empty(), ended.fullAccess());
        assertEquals("its number of turns has been used up", ended.checkpoint());
        assertEquals("", ended.after(new Session.Event.FullAccessEnded()).checkpoint());
        assertEquals("", ended.after(fullAccess(5, -1)).checkpoint());
    }

    @Test
    void sameTurnAgain_countsOnce() {
        Session session = after(fullAccess(1, -1), turn("1"), turn("1"), turn("1"));
        assertTrue(session.fullAccess().isPresent());
    }

    @Test
    void fullAccess_endsWithItsCalls_andWithItsTime() {
        Session one = after(fullAccess(-1, 2), new Session.Event.CallPassed());
        assertTrue(one.fullAccess().isPresent());
        assertEquals(
                "its number of calls has been used up",
                one.after(new Session.Event.CallPassed()).checkpoint());
        Session timed = after(fullAccess(9, 9));
        assertEquals(timed, timed.after(new Session.Event.Tick(NOON.minusMillis(1))));
        assertEquals(
                "its time is over", timed.after(new Session.Event.Tick(NOON)).checkpoint());
    }

    @Test
    void fullAccessWithoutBound_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new FullAccess(OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), "owner"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new FullAccess(OptionalInt.of(-1), OptionalInt.empty(), Optional.empty(), "owner"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new FullAccess(
                        OptionalInt.empty(), OptionalInt.of(FullAccess.MOST + 1), Optional.empty(), "owner"));
    }

    @Test
    void agents_runUntilTheyOrTheirParentsEnd() {
        Session session = after(agent("a", ""), agent("b", "a"), agent("c", "b"), agent("d", ""));
        assertEquals(
                List.of("a", "b", "c"),
                session.path(new AgentId("c")).stream()
                        .map(each -> each.id().text())
                        .toList());
        assertEquals(
                Set.of(new AgentId("a"), new AgentId("b"), new AgentId("c")),
                session.withDescendants(new AgentId("a")));
        Session ended = session.after(new Session.Event.AgentEnded(new AgentId("a")));
        assertEquals(
                List.of("d"),
                ended.agents().stream().map(each -> each.id().text()).toList());
        assertEquals(List.of(), ended.path(new AgentId("c")));
    }

    @Test
    void agentThatRuns_orWhoseParentDoesNot_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> after(agent("a", ""), agent("a", "")));
        assertThrows(IllegalArgumentException.class, () -> after(agent("a", "nobody")));
    }

    @Test
    void stoppedBatches_staySo_oneBesideTheOther() {
        var first = new BatchId("1");
        var second = new BatchId("2");
        Session stopped = after(turn("1"), new Session.Event.Stopped(first), new Session.Event.Stopped(second));
        assertEquals(List.of(first, second), stopped.stopped());
        assertEquals(List.of(first, second), stopped.after(turn("2")).stopped());
    }

    @Test
    void turn_isEndedByItsOwnEndOnly() {
        Session session = after(turn("2"), new Session.Event.TurnEnded(new TurnId("1")));
        assertEquals(Optional.of(new TurnId("2")), session.turn());
        assertEquals(
                Optional.empty(),
                session.after(new Session.Event.TurnEnded(new TurnId("2"))).turn());
    }

    @Test
    void modeAndPlan_areWhatWasChosenLast() {
        Session session = after(
                new Session.Event.ModeChosen(Optional.of(Mode.YOLO)),
                new Session.Event.PlanStarted(),
                new Session.Event.ModeChosen(Optional.of(Mode.WRITE)));
        assertEquals(Optional.of(Mode.WRITE), session.mode());
        assertTrue(session.planning());
        assertFalse(session.after(new Session.Event.PlanEnded()).planning());
    }

    @Test
    void whereItWorks_isSaidOnce_andAtWhatAgainAndAgain() {
        Session begun =
                after(entered("/a", "claude", "mend"), entered("/b", "codex", ""), entered("/b", "codex", "test"));
        assertEquals("/a", begun.workspace());
        assertEquals(new CallSource("claude", "test"), begun.source());
        assertFalse(begun.learnsFrom(new CallSource("codex", "test")));
        assertTrue(begun.learnsFrom(new CallSource("", "more")));
    }

    private static Session.Event entered(String directory, String client, String task) {
        return new Session.Event.Entered(directory, new CallSource(client, task));
    }
}
