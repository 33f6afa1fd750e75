package dev.licet.gate;

import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.call;
import static dev.licet.gate.OpenGate.read;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.approval.CancelReason;
import dev.licet.core.call.AgentId;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.TurnId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.Sentences;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.FullAccess;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.session.Sessions;
import dev.licet.gate.session.Skills;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SessionsTest extends WithGate {
    private static final Sessions.Target PLACE = new Sessions.Target(WORKER, new SessionId("s"), "owner");

    private Sessions sessions() {
        return open.gate.sessions();
    }

    private Action decide(ToolCall call) {
        return open.gate.decide(call).action();
    }

    private static ToolCall by(String agent, ToolCall call) {
        return call.in(CallContext.NONE.withAgent(new AgentId(agent)));
    }

    private static ToolCall inTurn(String turn, ToolCall call) {
        return call.in(CallContext.NONE.withTurn(new TurnId(turn)));
    }

    private void start(String agent, String type, String parent) {
        sessions()
                .startAgent(
                        PLACE,
                        new Sessions.AgentStart(
                                new AgentId(agent),
                                type,
                                parent.isEmpty() ? Optional.empty() : Optional.of(new AgentId(parent)),
                                folder.toString()));
    }

    private ApprovalState state(Approval approval) {
        return open.gate.approval(approval.id()).orElseThrow().state();
    }

    private void grant(ToolCall call, GrantKind kind, Lifetime lifetime) throws InterruptedException {
        assertInstanceOf(
                Answered.Applied.class,
                open.gate.approve(open.held(call).id(), new GrantRequest(kind, lifetime), open.answer("")));
    }

    @Test
    void explorer_mayOnlyLook_whateverTheRulesAllow() throws Exception {
        start("a", "explore", "");
        assertEquals(Action.ALLOW, decide(by("a", read("s", "src/x"))));
        assertEquals(
                Action.DENY,
                decide(by("a", call("s", "write_file", JsonObject.empty().with("path", "src/x")))));
        assertEquals(Action.DENY, decide(by("a", shell("s", "ls"))));
        assertEquals(Action.DENY, decide(by("a", read("s", ".env"))));
        sessions().giveFullAccess(PLACE, new FullAccess(OptionalInt.of(5), OptionalInt.empty(), Optional.empty(), "x"));
        assertEquals(Action.DENY, decide(by("a", shell("s", "ls"))));
        assertEquals(Action.ALLOW, decide(shell("s", "ls")));
    }

    @Test
    void agentUnderAnExplorer_isNoFreer_andNobodyStartsAgents() {
        start("a", "explore", "");
        start("b", "general", "a");
        assertEquals(Action.DENY, decide(by("b", shell("s", "ls"))));
        start("c", "general", "");
        assertEquals(Action.ASK, decide(by("c", shell("s", "make"))));
        assertEquals(
                Action.DENY, decide(by("c", call("s", "task", JsonObject.empty().with("prompt", "x")))));
    }

    @Test
    void agentThatDoesNotRun_isDeniedEverything() {
        assertEquals(Action.DENY, decide(by("nobody", read("s", "a"))));
        start("a", "general", "");
        assertEquals(Action.ALLOW, decide(by("a", read("s", "a"))));
        sessions().endAgent(PLACE, new AgentId("a"));
        assertEquals(Action.DENY, decide(by("a", read("s", "a"))));
    }

    @Test
    void agentsEnd_cancelsWhatItsAgentsWaitFor_andOnlyThat() throws Exception {
        start("a", "general", "");
        start("b", "general", "a");
        Future<Outcome> waits = open.waiting(by("b", shell("s", "npm test")));
        Approval own = open.held(shell("s", "make"));
        sessions().endAgent(PLACE, new AgentId("a"));
        assertEquals(
                "`shell_exec` was not executed: the subagent has ended.",
                assertInstanceOf(Outcome.Denied.class, waits.get()).message());
        assertTrue(open.gate.approval(own.id()).orElseThrow().isPending());
    }

    @Test
    void sameCallOfTwoAgents_isTwoApprovals() throws Exception {
        start("a", "general", "");
        Approval theirs = open.held(by("a", shell("s", "make")));
        Approval own = open.held(shell("s", "make"));
        assertTrue(!theirs.id().equals(own.id()));
        assertEquals(theirs.id(), open.held(by("a", shell("s", "make"))).id());
    }

    @Test
    void grantInsideASubagent_staysInIt_unlessItIsMadeWider() throws Exception {
        start("a", "general", "");
        start("b", "general", "");
        grant(by("a", shell("s", "make all")), GrantKind.EXACT, new Lifetime.Session());
        assertEquals(Action.ALLOW, decide(by("a", shell("s", "make all"))));
        assertEquals(Action.ASK, decide(by("b", shell("s", "make all"))));
        assertEquals(Action.ASK, decide(shell("s", "make all")));
        Approval wider = open.held(by("a", shell("s", "make test")));
        open.gate.approve(
                wider.id(),
                new GrantRequest(GrantKind.EXACT, new Lifetime.Session(), GrantRequest.Reach.SESSION),
                open.answer(""));
        assertEquals(Action.ALLOW, decide(shell("s", "make test")));
        sessions().endAgent(PLACE, new AgentId("a"));
        assertEquals(1, sessions().grants().size());
    }

    @Test
    void alwaysInsideASubagent_isNotSavedInTheFile() throws Exception {
        start("a", "general", "");
        Approval approval = open.held(by("a", shell("s", "git push origin main")));
        assertEquals("[shell_exec: git push *]", approval.always().toString());
        open.gate.approveAlways(approval.id(), open.answer(""));
        assertEquals(Action.ALLOW, decide(by("a", shell("s", "git push origin x"))));
        assertEquals(Action.ASK, decide(shell("s", "git push origin x")));
        assertTrue(!Files.readString(open.directory.permissions(WORKER)).contains("git push"));
    }

    @Test
    void workspacesAgentType_onlyDenies_alsoUnderTheNameOfABuiltInOne() throws Exception {
        Path files = Files.createDirectories(folder.resolve(".claude/agents"));
        Files.writeString(
                files.resolve("reviewer.md"),
                "---\nname: reviewer\ndescription: x\npermission:\n  shell_exec:\n    \"*\": deny\n    \"git push *\": allow\n---\ntext\n");
        Files.writeString(files.resolve("explore.md"), "---\nname: explore\npermission:\n  \"*\": allow\n---\n");
        Files.writeString(files.resolve("broken.md"), "---\npermission: [\n---\n");
        start("r", "reviewer", "");
        assertEquals(Action.DENY, decide(by("r", shell("s", "make"))));
        assertEquals(Action.ASK, decide(by("r", shell("s", "git push a"))));
        start("e", "explore", "");
        assertEquals(Action.DENY, decide(by("e", shell("s", "ls"))));
        start("b", "broken", "");
        assertEquals(Action.DENY, decide(by("b", read("s", "a"))));
        assertThrows(IllegalArgumentException.class, () -> start("x", "nosuchtype", ""));
        assertThrows(IllegalArgumentException.class, () -> start("x", "../../explore", ""));
    }

    @Test
    void plan_isACeiling() {
        sessions().startPlan(PLACE);
        assertEquals(Action.ALLOW, decide(read("s", "a")));
        assertEquals(
                Action.DENY, decide(call("s", "write_file", JsonObject.empty().with("path", "a"))));
        assertEquals(Action.DENY, decide(call("s", "mcp__x__pay", JsonObject.empty())));
        sessions().endPlan(PLACE);
        assertEquals(
                Action.ALLOW, decide(call("s", "write_file", JsonObject.empty().with("path", "a"))));
    }

    @Test
    void mode_isChosenForOneSession_andSurvivesARestart() {
        sessions().chooseMode(PLACE, Optional.of(Mode.YOLO));
        assertEquals(Action.ALLOW, decide(shell("s", "make")));
        assertEquals(Action.ASK, decide(shell("other", "make")));
        open.reopen();
        assertEquals(Action.ALLOW, decide(shell("s", "make")));
        sessions().chooseMode(PLACE, Optional.empty());
        assertEquals(Action.ASK, decide(shell("s", "make")));
    }

    @Test
    void theWorkspace_isThatOfTheFirstCall_andChangedByAPersonOnly() throws Exception {
        assertInstanceOf(Outcome.Allowed.class, open.submit(write("/srv/project", "a.txt")));
        assertInstanceOf(Outcome.Held.class, open.submit(write("/srv/other", "/srv/other/a.txt")));
        assertEquals(Action.ALLOW, decide(write("/srv/project/src", "../b.txt")), "from a folder of its own");
        open.reopen();
        assertEquals(Action.ASK, decide(write("/srv/other", "a.txt")));
        sessions().chooseWorkspace(PLACE, "/srv/other");
        assertEquals(Action.ALLOW, decide(write("/srv/other", "a.txt")));
        assertEquals(Action.ASK, decide(write("/srv/project", "a.txt")));
        assertThrows(IllegalArgumentException.class, () -> sessions().chooseWorkspace(PLACE, "other"));
    }

    @Test
    void aFolderOfPrograms_isNoWorkspace() throws Exception {
        assertEquals(Action.ASK, decide(write("/usr/local/bin", "git")));
    }

    private static ToolCall write(String directory, String path) {
        return OpenGate.in(directory, call("s", "write_file", JsonObject.empty().with("path", path)));
    }

    @Test
    void fullAccess_endsWithItsCalls_andCountsOnlyThoseThatNeedIt() throws Exception {
        sessions().giveFullAccess(PLACE, new FullAccess(OptionalInt.empty(), OptionalInt.of(2), Optional.empty(), "x"));
        assertInstanceOf(Outcome.Allowed.class, open.submit(read("s", "a")));
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make a")));
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make b")));
        assertInstanceOf(Outcome.Held.class, open.submit(shell("s", "make c")));
        assertEquals(
                "its number of calls has been used up",
                sessions().session(WORKER, new SessionId("s")).checkpoint());
        assertEquals(Action.DENY, decide(read("s", ".env")));
    }

    @Test
    void fullAccess_endsWithItsTimeAndTurns_andProtectionsHold() {
        sessions()
                .giveFullAccess(
                        PLACE,
                        new FullAccess(
                                OptionalInt.of(1), OptionalInt.empty(), Optional.of(open.now.plusSeconds(60)), "x"));
        assertEquals(Action.ALLOW, decide(shell("s", "make")));
        assertTrue(decide(shell("s", "rm -rf ~")) != Action.ALLOW);
        open.now = open.now.plusSeconds(60);
        assertEquals(Action.ASK, decide(shell("s", "make")));
        assertEquals(
                "its time is over",
                sessions().session(WORKER, new SessionId("s")).checkpoint());
        sessions().giveFullAccess(PLACE, new FullAccess(OptionalInt.of(0), OptionalInt.empty(), Optional.empty(), "x"));
        assertEquals(Action.ALLOW, decide(shell("s", "make")));
        sessions().startTurn(PLACE, new TurnId("2"));
        assertEquals(Action.ASK, decide(shell("s", "make")));
    }

    @Test
    void turnsGrant_endsWithTheTurn() throws Exception {
        sessions().startTurn(PLACE, new TurnId("1"));
        grant(inTurn("1", shell("s", "make all")), GrantKind.EXACT, new Lifetime.Turn(new TurnId("x")));
        grant(inTurn("1", shell("s", "make test")), GrantKind.EXACT, new Lifetime.Session());
        assertEquals(Action.ALLOW, decide(inTurn("1", shell("s", "make all"))));
        assertEquals(Action.ALLOW, decide(shell("s", "make all")), "a call that names no turn is in the one that runs");
        assertEquals(Action.ASK, decide(inTurn("0", shell("s", "make all"))), "not a late one of an earlier turn");
        sessions().endTurn(PLACE, new TurnId("1"));
        assertEquals(Action.ASK, decide(shell("s", "make all")));
        assertEquals(Action.ALLOW, decide(shell("s", "make test")));
    }

    private Outcome use(String version, String turn) throws InterruptedException {
        return use(version, turn, List.of(new RuleText("shell_exec", "make *"), new RuleText("read_file", "*")));
    }

    private Outcome use(String version, String turn, List<RuleText> rules) throws InterruptedException {
        return open.gate
                .skills()
                .use(
                        new Skills.Skill("deploy", version.repeat(64), rules, new TurnId(turn)),
                        shell("s", "x"),
                        Duration.ZERO);
    }

    @Test
    void skill_isAskedOncePerVersion_andBringsItsRulesForTheTurn() throws Exception {
        sessions().startTurn(PLACE, new TurnId("1"));
        Approval asked = assertInstanceOf(Outcome.Held.class, use("a", "1")).approval();
        assertEquals(Action.ASK, decide(shell("s", "make all")));
        open.gate.approveOnce(asked.id(), open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, use("a", "1"));
        assertEquals(Action.ALLOW, decide(shell("s", "make all")));
        assertEquals(Action.DENY, decide(read("s", ".env")), "a skill lifts no deny");
        grant(shell("s", "npm test"), GrantKind.EXACT, new Lifetime.Session());
        sessions().startTurn(PLACE, new TurnId("2"));
        assertEquals(Action.ASK, decide(shell("s", "make all")));
        assertEquals(Action.ALLOW, decide(shell("s", "npm test")), "what the user granted meanwhile stays");
        assertInstanceOf(Outcome.Allowed.class, use("a", "2"));
        assertEquals(Action.ALLOW, decide(shell("s", "make all")));
        assertInstanceOf(Outcome.Held.class, use("b", "2"), "another version is asked about");
        assertInstanceOf(
                Outcome.Held.class,
                use("a", "2", List.of(new RuleText("shell_exec", "*"))),
                "the same text that brings something else is asked about");
    }

    @Test
    void skillThatARuleAllows_bringsNothing() throws Exception {
        open.gate.policy(WORKER);
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": \"ask\", \"skill\": \"allow\"}");
        assertInstanceOf(Outcome.Allowed.class, use("a", "1"));
        assertEquals(Action.ASK, decide(inTurn("1", shell("s", "make all"))));
    }

    @Test
    void skillThatWaits_isNotApprovedByRules_butByAPerson() throws Exception {
        Approval asked = assertInstanceOf(Outcome.Held.class, use("a", "1")).approval();
        Future<Outcome> other = open.waiting(shell("s", "make"));
        sessions().chooseMode(PLACE, Optional.of(Mode.YOLO));
        assertInstanceOf(Outcome.Allowed.class, other.get());
        assertEquals(new ApprovalState.Pending(), state(asked));
    }

    @Test
    void skillThatAPersonChanged_bringsWhatTheyLeft() throws Exception {
        Approval asked = assertInstanceOf(Outcome.Held.class, use("a", "1")).approval();
        JsonObject less = asked.call()
                .arguments()
                .with(
                        "allows",
                        JsonArray.of(List.of(
                                JsonObject.empty().with("tool", "shell_exec").with("pattern", "make lint"))));
        open.gate.approveEdited(asked.id(), less, open.answer(""));
        assertInstanceOf(Outcome.Allowed.class, use("a", "1"));
        assertEquals(Action.ALLOW, decide(inTurn("1", shell("s", "make lint"))));
        assertEquals(Action.ASK, decide(inTurn("1", shell("s", "make all"))));
    }

    @Test
    void whatWasGrantedForATurn_isNotForOneThatEnded() throws Exception {
        sessions().startTurn(PLACE, new TurnId("1"));
        Approval late = open.held(inTurn("1", shell("s", "make all")));
        sessions().endTurn(PLACE, new TurnId("1"));
        open.gate.approve(
                late.id(), new GrantRequest(GrantKind.EXACT, new Lifetime.Turn(new TurnId("x"))), open.answer(""));
        assertEquals(Action.ASK, decide(inTurn("1", shell("s", "make all"))));
    }

    @Test
    void answerNobodyTook_doesNotOutliveItsSession() throws Exception {
        open.gate.approveOnce(open.held(shell("s", "make")).id(), open.answer(""));
        sessions().end(PLACE);
        assertInstanceOf(Outcome.Held.class, open.submit(shell("s", "make")));
    }

    @Test
    void fullAccess_isCountedAlsoWhereAGrantCoversAPart() throws Exception {
        open.gate.policy(WORKER);
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": {\"git push *\": \"ask\"}}");
        grant(shell("s", "git push origin a"), GrantKind.EXACT, new Lifetime.Session());
        open.submit(shell("s", "git push origin a"));
        sessions().giveFullAccess(PLACE, new FullAccess(OptionalInt.empty(), OptionalInt.of(1), Optional.empty(), "x"));
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "git push origin a && make one")));
        assertInstanceOf(Outcome.Held.class, open.submit(shell("s", "git push origin a && make two")));
    }

    @Test
    void sessionInUse_isNotIdle() throws Exception {
        sessions().startPlan(PLACE);
        for (int day = 0; day < 40; day++) {
            open.now = open.now.plus(Duration.ofDays(1)).plusSeconds(1);
            open.submit(read("s", "a"));
        }
        assertEquals(0, sessions().evictIdle());
        assertTrue(sessions().session(WORKER, new SessionId("s")).planning());
    }

    @Test
    void whatWaits_isJudgedAnew_whenAModeChanges() throws Exception {
        Future<Outcome> waits = open.waiting(shell("s", "make"));
        Approval other = open.held(shell("other", "make"));
        Approval secret = open.held(shell("s", "cat .netrc"));
        sessions().chooseMode(PLACE, Optional.of(Mode.YOLO));
        assertInstanceOf(Outcome.Allowed.class, waits.get());
        sessions().chooseMode(PLACE, Optional.empty());
        assertEquals(new ApprovalState.Pending(), state(other));
        assertEquals(new ApprovalState.Pending(), state(secret));
    }

    @Test
    void whatWaits_isJudgedAnew_whenRulesChange_thoughItIsForSomebodyElseToAnswer() throws Exception {
        Path rules = open.directory.permissions(WORKER);
        String asking = "{\"shell_exec\": {\"*\": {\"action\": \"ask\", \"approvers\": [\"ann\"]}";
        Files.writeString(rules, asking + "}}");
        Future<Outcome> first = open.waiting(shell("s", "make"));
        Future<Outcome> second = open.waiting(shell("s", "npm publish"));
        Files.writeString(rules, asking + ", \"make\": \"allow\", \"npm publish\": \"deny\"}}");
        assertInstanceOf(Outcome.Allowed.class, first.get());
        assertEquals(
                "`shell_exec` was not executed: the rules have changed since it was asked, and deny it now.",
                assertInstanceOf(Outcome.Denied.class, second.get()).message());
        assertEquals(List.of(), open.gate.pending());
    }

    @Test
    void whatNobodyWaitsFor_runsOnlyAsLongAsWhatAllowsItIsThere() throws Exception {
        ToolCall make = shell("s", "make");
        Approval asked = open.held(make);
        sessions().allow(PLACE, List.of(new RuleText("shell_exec", "make")), "a mode");
        long last = 0;
        while (state(asked) instanceof ApprovalState.Pending) {
            last = open.gate.eventsAfter(last, 1, OpenGate.LONG).getFirst().id();
        }
        assertInstanceOf(Outcome.Allowed.class, open.submit(make));
        sessions().endAllowed(PLACE, "a mode");
        assertInstanceOf(Outcome.Held.class, open.submit(make));
    }

    @Test
    void whatWaits_usesUpFullAccess_likeAnyOtherCall() throws Exception {
        Future<Outcome> first = open.waiting(shell("s", "make one"));
        Future<Outcome> second = open.waiting(shell("s", "make two"));
        sessions()
                .giveFullAccess(
                        PLACE, new FullAccess(OptionalInt.empty(), OptionalInt.of(2), Optional.empty(), "owner"));
        assertInstanceOf(Outcome.Allowed.class, first.get());
        assertInstanceOf(Outcome.Allowed.class, second.get());
        assertEquals(
                Optional.empty(), sessions().session(WORKER, PLACE.session()).fullAccess());
        assertEquals(Action.ASK, decide(shell("s", "make three")));
    }

    @Test
    void abort_cancelsWhatTheSessionWaitsFor() throws Exception {
        Future<Outcome> waits = open.waiting(shell("s", "make"));
        Approval other = open.held(shell("other", "make"));
        assertEquals(1, sessions().abort(PLACE));
        assertEquals(
                "`shell_exec` was not executed: the call was aborted.",
                assertInstanceOf(Outcome.Denied.class, waits.get()).message());
        assertTrue(open.gate.approval(other.id()).orElseThrow().isPending());
    }

    @Test
    void pausedSession_holdsWhatIsAllowed_andStillDenies_untilItGoesOn() throws Exception {
        grant(shell("s", "make all"), GrantKind.EXACT, new Lifetime.Session());
        assertEquals(Action.ALLOW, decide(shell("s", "make all")));
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make all")));
        sessions().pause(PLACE);
        assertEquals(
                List.of("paused by " + PLACE.actor() + ": every call waits until the session goes on"),
                open.gate.decide(read("s", "x")).findings().stream()
                        .filter(finding -> finding.action() == Action.ASK)
                        .map(Sentences::because)
                        .toList());
        assertEquals(Action.DENY, decide(read("s", ".env")));
        assertEquals(Action.ALLOW, decide(read("other", "x")));
        Future<Outcome> allowed = open.waiting(read("s", "x"));
        Future<Outcome> granted = open.waiting(shell("s", "make all"));
        Approval asked = open.held(shell("s", "make test"));
        sessions().resume(PLACE);
        assertInstanceOf(Outcome.Allowed.class, allowed.get());
        assertInstanceOf(Outcome.Allowed.class, granted.get());
        assertTrue(open.gate.approval(asked.id()).orElseThrow().isPending());
    }

    @Test
    void pausedSession_remembersWhatHoldsOnceItGoesOn() throws Exception {
        sessions().pause(PLACE);
        Approval asked = open.held(shell("s", "make test"));
        assertNotEquals(List.of(), asked.always());
        assertNotEquals(List.of(), open.gate.offers(asked));
        assertEquals(List.of(), open.held(read("s", "x")).always(), "rules allow it: there is nothing to remember");
        assertInstanceOf(Answered.Applied.class, open.gate.approveAlways(asked.id(), open.answer("")));
        assertEquals(Action.ASK, decide(shell("s", "make test")));
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make test")), "the same call takes its answer");
        Approval allowed = open.held(read("s", "y"));
        var all = new GrantRequest.Wanted.Written(List.of(new RuleText("shell_exec", "rm -rf *")));
        assertInstanceOf(
                Answered.Refused.class,
                open.gate.approve(
                        allowed.id(),
                        new GrantRequest(all, new Lifetime.Session(), GrantRequest.Reach.AGENT),
                        open.answer("")));
        sessions().resume(PLACE);
        assertEquals(Action.ALLOW, decide(shell("s", "make test")));
    }

    @Test
    void pausedSession_asksWhateverModeOrFullAccessSay() throws Exception {
        sessions().chooseMode(PLACE, Optional.of(Mode.YOLO));
        sessions().pause(PLACE);
        assertEquals(Action.ASK, decide(shell("s", "make all")));
        sessions()
                .giveFullAccess(
                        PLACE, new FullAccess(OptionalInt.of(1), OptionalInt.empty(), Optional.empty(), "anna"));
        assertEquals(Action.ASK, decide(shell("s", "make all")));
    }

    @Test
    void sessionsEnd_takesEverythingWithIt() throws Exception {
        grant(shell("s", "make all"), GrantKind.EXACT, new Lifetime.Session());
        sessions().chooseMode(PLACE, Optional.of(Mode.WRITE));
        Approval waits = open.held(shell("s", "make test"));
        assertEquals(1, sessions().end(PLACE));
        assertEquals(new ApprovalState.Cancelled(open.now, CancelReason.SESSION_ENDED), state(waits));
        assertEquals(List.of(), sessions().grants());
        assertEquals(List.of(), sessions().all());
        assertEquals(Action.ASK, decide(shell("s", "make all")));
    }

    @Test
    void workersDisconnect_cancelsItsApprovals_andEndsItsAgents_butNotItsGrants() throws Exception {
        grant(shell("s", "make all"), GrantKind.EXACT, new Lifetime.Session());
        start("a", "general", "");
        Approval first = open.held(by("a", shell("s", "npm test")));
        Approval second = open.held(shell("t", "npm test"));
        sessions().connect(new WorkerId("other"), "owner");
        assertEquals(0, sessions().disconnect(new WorkerId("other"), "owner"));
        // The one of the agent ends with the agent.
        assertEquals(1, sessions().disconnect(WORKER, "owner"));
        assertEquals(CancelReason.AGENT_ENDED, ((ApprovalState.Cancelled) state(first)).reason());
        assertEquals(CancelReason.WORKER_GONE, ((ApprovalState.Cancelled) state(second)).reason());
        assertEquals(Action.DENY, decide(by("a", read("s", "x"))));
        assertEquals(Action.ALLOW, decide(shell("s", "make all")));
    }

    @Test
    void grants_surviveARestart_withTheUsesTheyHaveLeft() throws Exception {
        grant(shell("s", "make all"), GrantKind.EXACT, new Lifetime.Uses(2));
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make all")), "the call that was approved");
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make all")));
        open.reopen();
        assertInstanceOf(Outcome.Allowed.class, open.submit(shell("s", "make all")));
        assertInstanceOf(Outcome.Held.class, open.submit(shell("s", "make all")));
    }

    @Test
    void idleSession_isForgotten_butNotWhileItWaits() throws Exception {
        sessions().chooseMode(PLACE, Optional.of(Mode.YOLO));
        sessions().chooseMode(new Sessions.Target(WORKER, new SessionId("t"), "owner"), Optional.of(Mode.WRITE));
        open.held(shell("t", "make"));
        open.now = open.now.plus(Sessions.IDLE).plusSeconds(1);
        assertEquals(1, sessions().evictIdle());
        assertEquals(
                List.of(new SessionId("t")),
                sessions().all().stream().map(each -> each.id()).toList());
    }
}
