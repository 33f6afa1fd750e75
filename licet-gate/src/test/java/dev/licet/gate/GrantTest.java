package dev.licet.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.preset.Preset;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.grant.GrantOffer;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.permissions.PolicyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantTest {
    private static final WorkerId WORKER = new WorkerId("local");

    private static final class Clock implements InstantSource {
        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Clock clock = new Clock();

    @SuppressWarnings("NullAway.Init")
    private DataDirectory directory;

    @SuppressWarnings("NullAway.Init")
    private Gate gate;

    @BeforeEach
    void open() {
        directory = DataDirectory.at(folder.resolve("data"));
        gate = Gate.open(directory, clock);
    }

    @AfterEach
    void close() {
        gate.close();
    }

    private static ToolCall shell(String session, String command) {
        return call(session, "shell_exec", JsonObject.empty().with("command", command));
    }

    private static ToolCall call(String session, String tool, JsonObject arguments) {
        return new ToolCall(new CallId("c"), tool, arguments, new SessionId(session), WORKER, "/srv/project", Map.of());
    }

    private Approval held(ToolCall call) throws InterruptedException {
        return assertInstanceOf(Outcome.Held.class, gate.submit(call, Duration.ZERO))
                .approval();
    }

    private Answered approve(ApprovalId id, GrantKind kind, Lifetime lifetime) {
        return gate.approve(id, new GrantRequest(kind, lifetime), Answer.byOwner("test", clock.instant(), ""));
    }

    private void grant(ToolCall call, GrantKind kind, Lifetime lifetime) throws InterruptedException {
        assertInstanceOf(Answered.Applied.class, approve(held(call).id(), kind, lifetime));
    }

    private Action decide(ToolCall call) {
        return gate.decide(call).action();
    }

    private List<String> offers(ToolCall call) throws InterruptedException {
        return gate.offers(held(call)).stream()
                .map(offer -> offer.choice().kind().text() + " "
                        + offer.choice().rules() + " " + offer.choice().covers())
                .toList();
    }

    @Test
    void choices_areNarrowestFirst_andSayWhatTheyCover() throws Exception {
        assertEquals(
                List.of(
                        "call [] this very call, as often as it comes",
                        "exact [shell_exec: git push origin main] git push origin main, to the letter",
                        "prefix [shell_exec: git push *] git push with any arguments, except risky options",
                        "tool [shell_exec] everything shell_exec can do"),
                offers(shell("s", "git push origin main")));
        assertEquals(
                List.of(
                        "call [] this very call, as often as it comes",
                        "exact [shell_exec: cat src/a.c] cat src/a.c, to the letter",
                        "folder [shell_exec: cat:src/] cat in src/ directory (includes subdirs), reading only",
                        "prefix [shell_exec: cat *] cat with any arguments, except risky options",
                        "tool [shell_exec] everything shell_exec can do"),
                offers(shell("s", "cat src/a.c")));
        assertEquals(
                List.of(
                        "call [] this very call, as often as it comes",
                        "exact [shell_exec: frobnicate a, shell_exec: git fetch] frobnicate a, to the letter; git fetch, to"
                                + " the letter",
                        "tool [shell_exec] everything shell_exec can do"),
                offers(shell("s", "frobnicate a && git fetch")));
        assertEquals(
                List.of(
                        "call [] this very call, as often as it comes",
                        "exact [skill: deploy] skill on deploy and nothing else",
                        "tool [skill] everything skill can do"),
                offers(call("s", "skill", JsonObject.empty().with("name", "deploy"))));
    }

    @Test
    void aWrapperOrAnInterpreter_isNeverOfferedByItsPrefix() throws Exception {
        for (String command : List.of("sudo ls a", "bash x.sh", "python -c 'print(1)'", "npx cowsay", "node -e 1")) {
            for (GrantOffer offer : gate.offers(held(shell("s", command)))) {
                String program = command.substring(0, command.indexOf(' '));
                boolean prefix = offer.choice().rules().stream()
                        .anyMatch(rule -> rule.pattern().startsWith(program)
                                && rule.pattern().endsWith(" *"));
                assertTrue(!prefix, () -> command + ": " + offer);
            }
        }
    }

    @Test
    void whatProtectsInAnyCase_offersNothing() throws Exception {
        assertEquals(List.of(), offers(shell("s", "rm -rf ~")));
        assertEquals(
                List.of(), offers(call("s", "write_file", JsonObject.empty().with("path", ".git/config"))));
    }

    @Test
    void aSessionsGrant_holdsThereOnly_andTakesEffectAtOnce() throws Exception {
        Approval other = held(shell("a", "git push origin other"));
        grant(shell("a", "git push origin main"), GrantKind.PREFIX, new Lifetime.Session());
        assertEquals(false, gate.approval(other.id()).orElseThrow().isPending());
        assertEquals(Action.ALLOW, decide(shell("a", "git push origin x")));
        assertEquals(Action.ASK, decide(shell("b", "git push origin x")));
        assertEquals(Action.ASK, decide(shell("a", "git push --force")));
        assertEquals(1, gate.sessions().grants().size());
        assertTrue(gate.sessions().revoke(gate.sessions().grants().getFirst().id(), "owner"));
        assertEquals(Action.ASK, decide(shell("a", "git push origin x")));
    }

    @Test
    void aGrant_neverLiftsADeny_orWhatProtects() throws Exception {
        grant(shell("a", "git push origin main"), GrantKind.TOOL, new Lifetime.Session());
        assertEquals(Action.ALLOW, decide(shell("a", "make all")));
        assertEquals(Action.ASK, decide(shell("a", "rm -rf ~")));
        Path file = directory.permissions(WORKER);
        Files.writeString(file, "{\"shell_exec\": {\"git push *\": \"deny\"}}");
        assertEquals(Action.DENY, decide(shell("a", "git push origin main")));
    }

    @Test
    void usesAndEnds_areCounted() throws Exception {
        grant(shell("a", "git push"), GrantKind.EXACT, new Lifetime.Uses(2));
        // The call that was approved is no use; two more are.
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("a", "git push"), Duration.ZERO));
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("a", "git push"), Duration.ZERO));
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("a", "git push"), Duration.ZERO));
        held(shell("a", "git push"));
        assertEquals(List.of(), gate.sessions().grants());
        Instant end = clock.instant().plusSeconds(60);
        grant(shell("b", "git fetch"), GrantKind.EXACT, new Lifetime.Until(end));
        assertEquals(Action.ALLOW, decide(shell("b", "git fetch")));
        clock.now = end;
        assertEquals(Action.ASK, decide(shell("b", "git fetch")));
        assertEquals(List.of(), gate.sessions().grants());
    }

    @Test
    void aGrantOfOneCall_isForThatCallOnly() throws Exception {
        grant(shell("a", "frobnicate $x"), GrantKind.CALL, new Lifetime.Session());
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("a", "frobnicate $x"), Duration.ZERO));
        assertInstanceOf(Outcome.Allowed.class, gate.submit(shell("a", "frobnicate $x"), Duration.ZERO));
        held(shell("a", "frobnicate  $x"));
        held(shell("b", "frobnicate $x"));
    }

    @Test
    void aWorkersGrant_isARuleInItsFile() throws Exception {
        grant(shell("a", "cat docs/x.md"), GrantKind.FOLDER, new Lifetime.Worker());
        assertTrue(Files.readString(directory.permissions(WORKER)).contains("\"cat:docs/\": \"allow\""));
        assertEquals(Action.ALLOW, decide(shell("b", "cat docs/sub/y.md docs/z.md")));
        assertEquals(Action.ASK, decide(shell("b", "cat docs/../src/y.md")));
        assertEquals(Action.ASK, decide(shell("b", "cat docs/x.md src/y.md")));
        assertEquals(Action.ASK, decide(shell("b", "cat docs/x.md > docs2")));
        assertEquals(Action.ASK, decide(shell("b", "head docs/x.md")));
    }

    @Test
    void anOffer_saysWhatItWouldHaveMatched() throws Exception {
        held(shell("a", "git push origin one"));
        held(shell("a", "git push origin two"));
        held(shell("a", "git fetch"));
        Approval approval = held(shell("a", "git push origin main"));
        assertEquals(
                List.of("call 0 of 4", "exact 0 of 4", "prefix 2 of 4", "tool 3 of 4"),
                gate.offers(approval).stream()
                        .map(offer -> offer.choice().kind().text() + " " + offer.matched() + " of " + offer.looked())
                        .toList());
    }

    @Test
    void whatIsNotOffered_isRefused_andTheApprovalStays() throws Exception {
        Approval approval = held(shell("a", "frobnicate a"));
        assertInstanceOf(Answered.Refused.class, approve(approval.id(), GrantKind.PREFIX, new Lifetime.Session()));
        assertTrue(gate.approval(approval.id()).orElseThrow().isPending());
    }

    @Test
    void aRuleThatALaterOneUndoes_isNotSaved() throws IOException, InterruptedException {
        Files.createDirectories(directory.permissions(WORKER).getParent());
        Files.writeString(directory.permissions(WORKER), "{\"shell_exec\": {\"ls\": \"allow\"}, \"*\": \"ask\"}");
        Approval approval = held(shell("a", "git fetch"));
        assertInstanceOf(Answered.Refused.class, approve(approval.id(), GrantKind.EXACT, new Lifetime.Worker()));
        assertInstanceOf(Answered.Applied.class, approve(approval.id(), GrantKind.EXACT, new Lifetime.Session()));
        assertEquals(Action.ALLOW, decide(shell("a", "git fetch")));
    }

    @Test
    void whatMayBeDenied_isNotLiftedByAGrantOfTheWholeTool() throws Exception {
        grant(shell("a", "make all"), GrantKind.TOOL, new Lifetime.Session());
        Files.writeString(directory.permissions(WORKER), "{\"shell_exec\": {\"git push *\": \"deny\"}}");
        for (String command : List.of("git $X origin", "xargs git < l", "git -c alias.x=push x origin")) {
            assertEquals(Action.ASK, decide(shell("a", command)), command);
        }
        assertEquals(Action.ALLOW, decide(shell("a", "make all")));
    }

    @Test
    void always_changesNoDeny_andNothingWithConditions() throws Exception {
        Path file = directory.permissions(WORKER);
        Files.createDirectories(file.getParent());
        String conditional = "{\"deploy\": {\"*\": {\"action\": \"deny\", \"when\": {\"/target\": \"prod*\"}}}}";
        Files.writeString(file, conditional);
        Approval staging = held(call("a", "deploy", JsonObject.empty().with("target", "staging")));
        assertEquals(List.of(), staging.always());
        assertInstanceOf(Answered.Refused.class, approve(staging.id(), GrantKind.TOOL, new Lifetime.Worker()));
        assertEquals(conditional, Files.readString(file));
        Files.writeString(file, "{}");
        Approval push = held(shell("a", "git push"));
        Files.writeString(file, "{\"shell_exec\": {\"git push\": \"deny\"}}");
        assertInstanceOf(
                Answered.Refused.class, gate.approveAlways(push.id(), Answer.byOwner("test", clock.instant(), "")));
        assertTrue(Files.readString(file).contains("deny"));
    }

    @Test
    void aToolThatInsists_isAskedEveryTime() throws Exception {
        Files.writeString(
                directory.path().resolve("licet.yaml"),
                "tools: {declarations: {publish: {tier: exec, override: true, reason: goes live}}}\n");
        assertEquals(List.of(), offers(call("a", "publish", JsonObject.empty())));
    }

    @Test
    void oneUse_releasesOneOfThoseThatWait() throws Exception {
        Approval first = held(shell("a", "make t1"));
        List<Approval> others = List.of(held(shell("a", "make t2")), held(shell("a", "make t3")));
        assertInstanceOf(Answered.Applied.class, approve(first.id(), GrantKind.TOOL, new Lifetime.Uses(1)));
        assertEquals(
                1,
                others.stream()
                        .filter(other ->
                                !gate.approval(other.id()).orElseThrow().isPending())
                        .count());
        assertEquals(List.of(), gate.sessions().grants());
    }

    @Test
    void aPreset_speaksInItsOwnWords() throws Exception {
        gate.close();
        gate = Gate.open(
                directory,
                clock,
                GateOptions.STANDARD.withChoice(new PolicyFiles.Choice(Preset.named("molf"), Optional.empty())));
        var env = call("a", "read_file", JsonObject.empty().with("path", "{tool}.env"));
        assertEquals(
                "Tool \"read_file\" denied by policy for pattern: *.env\nRelevant rules: "
                        + "[{\"action\":\"deny\",\"pattern\":\"*.env\",\"permission\":\"read_file\"}]",
                assertInstanceOf(Outcome.Denied.class, gate.submit(env, Duration.ZERO))
                        .message());
        Approval approval = held(shell("a", "make"));
        gate.reject(approval.id(), RejectMode.SOFT, Answer.byOwner("test", clock.instant(), "use {tool}"));
        assertEquals(
                "Tool \"shell_exec\" rejected by user: use {tool}",
                assertInstanceOf(Outcome.Denied.class, gate.submit(shell("a", "make"), Duration.ZERO))
                        .message());
    }

    @Test
    void aPreset_remembersInItsOwnWay() throws Exception {
        gate.close();
        gate = Gate.open(
                directory,
                clock,
                GateOptions.STANDARD.withChoice(new PolicyFiles.Choice(Preset.named("ollama"), Optional.empty())));
        Approval approval = held(shell("a", "cat src/a.c"));
        assertEquals(
                List.of("shell_exec: cat:src/"),
                approval.always().stream().map(Object::toString).toList());
        assertInstanceOf(
                Answered.Applied.class, gate.approveAlways(approval.id(), Answer.byOwner("test", clock.instant(), "")));
        assertEquals(Action.ALLOW, decide(shell("a", "cat src/b.c")));
        assertEquals(Action.ASK, decide(shell("b", "cat src/b.c")));
        assertEquals(false, Files.readString(directory.permissions(WORKER)).contains("cat:src/\": \"allow"));
        assertEquals(
                List.of("shell_exec: make all"),
                held(shell("a", "make all")).always().stream()
                        .map(Object::toString)
                        .toList());
    }
}
