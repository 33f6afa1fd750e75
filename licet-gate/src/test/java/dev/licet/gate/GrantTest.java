package dev.licet.gate;

import static dev.licet.gate.OpenGate.WORKER;
import static dev.licet.gate.OpenGate.call;
import static dev.licet.gate.OpenGate.shell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.call.ToolCall;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.preset.Preset;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Action;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.grant.GrantOffer;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.permissions.PolicyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GrantTest extends WithGate {
    private Answered approve(ApprovalId id, GrantKind kind, Lifetime lifetime) {
        return open.gate.approve(id, new GrantRequest(kind, lifetime), open.answer(""));
    }

    private void grant(ToolCall call, GrantKind kind, Lifetime lifetime) throws InterruptedException {
        assertInstanceOf(Answered.Applied.class, approve(open.held(call).id(), kind, lifetime));
    }

    private Action decide(ToolCall call) {
        return open.gate.decide(call).action();
    }

    private List<String> offers(ToolCall call) throws InterruptedException {
        return open.gate.offers(open.held(call)).stream()
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
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": \"ask\"}");
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
                        "exact [shell_exec: mise run lint -v] mise run lint -v, to the letter",
                        "prefix [shell_exec: mise run {build,check,fmt,fmt:check,format,format:check,lint,lint:ci,lint:full,"
                                + "test,test:ci,test:coverage,test:integration,test:unit,typecheck} *] mise run build, check,"
                                + " fmt, fmt:check, format, format:check, lint, lint:ci, lint:full, test, test:ci,"
                                + " test:coverage, test:integration, test:unit or typecheck with any arguments, except risky"
                                + " options",
                        "tool [shell_exec] everything shell_exec can do"),
                offers(shell("s", "mise run lint -v")));
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
    void whoLetsAProgramFetchOnce_isNotAskedAboutFetching() throws Exception {
        grant(shell("s", "gh pr view 12 --json title"), GrantKind.PREFIX, new Lifetime.Worker());
        assertTrue(Files.readString(open.directory.permissions(WORKER)).contains("connects gh"));
        assertEquals(Action.ALLOW, decide(shell("t", "gh issue list && gh api repos/o/r/pulls")));
        assertEquals(Action.ASK, decide(shell("t", "gh issue close 12")));
        assertEquals(Action.ASK, decide(shell("t", "git fetch")));
    }

    @Test
    void aWrapperOrAnInterpreter_isNeverOfferedByItsPrefix() throws Exception {
        for (String command : List.of("sudo ls a", "bash x.sh", "python -c 'print(1)'", "npx cowsay", "node -e 1")) {
            for (GrantOffer offer : open.gate.offers(open.held(shell("s", command)))) {
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
        Approval other = open.held(shell("a", "git push origin other"));
        grant(shell("a", "git push origin main"), GrantKind.PREFIX, new Lifetime.Session());
        assertEquals(false, open.gate.approval(other.id()).orElseThrow().isPending());
        assertEquals(Action.ALLOW, decide(shell("a", "git push origin x")));
        assertEquals(Action.ASK, decide(shell("b", "git push origin x")));
        assertEquals(Action.ASK, decide(shell("a", "git push --force")));
        assertEquals(1, open.gate.sessions().grants().size());
        assertTrue(open.gate
                .sessions()
                .revoke(open.gate.sessions().grants().getFirst().id(), "owner"));
        assertEquals(Action.ASK, decide(shell("a", "git push origin x")));
    }

    @Test
    void aGrant_neverLiftsADeny_orWhatProtects() throws Exception {
        grant(shell("a", "git push origin main"), GrantKind.TOOL, new Lifetime.Session());
        assertEquals(Action.ALLOW, decide(shell("a", "make all")));
        assertEquals(Action.ASK, decide(shell("a", "rm -rf ~")));
        Path file = open.directory.permissions(WORKER);
        Files.writeString(file, "{\"shell_exec\": {\"git push *\": \"deny\"}}");
        assertEquals(Action.DENY, decide(shell("a", "git push origin main")));
    }

    @Test
    void usesAndEnds_areCounted() throws Exception {
        grant(shell("a", "git push"), GrantKind.EXACT, new Lifetime.Uses(2));
        // The call that was approved is no use; two more are.
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("a", "git push"), Duration.ZERO));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("a", "git push"), Duration.ZERO));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("a", "git push"), Duration.ZERO));
        open.held(shell("a", "git push"));
        assertEquals(List.of(), open.gate.sessions().grants());
        Instant end = open.now.plusSeconds(60);
        grant(shell("b", "git fetch"), GrantKind.EXACT, new Lifetime.Until(end));
        assertEquals(Action.ALLOW, decide(shell("b", "git fetch")));
        open.now = end;
        assertEquals(Action.ASK, decide(shell("b", "git fetch")));
        assertEquals(List.of(), open.gate.sessions().grants());
    }

    @Test
    void aGrantOfOneCall_isForThatCallOnly() throws Exception {
        grant(shell("a", "frobnicate $x"), GrantKind.CALL, new Lifetime.Session());
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("a", "frobnicate $x"), Duration.ZERO));
        assertInstanceOf(Outcome.Allowed.class, open.gate.submit(shell("a", "frobnicate $x"), Duration.ZERO));
        open.held(shell("a", "frobnicate  $x"));
        open.held(shell("b", "frobnicate $x"));
    }

    @Test
    void aWorkersGrant_isARuleInItsFile() throws Exception {
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": {\"*\": \"ask\"}}");
        grant(shell("a", "cat docs/x.md"), GrantKind.FOLDER, new Lifetime.Worker());
        assertTrue(Files.readString(open.directory.permissions(WORKER)).contains("\"cat:docs/\": \"allow\""));
        assertEquals(Action.ALLOW, decide(shell("b", "cat docs/sub/y.md docs/z.md")));
        assertEquals(Action.ASK, decide(shell("b", "cat docs/../src/y.md")));
        assertEquals(Action.ASK, decide(shell("b", "cat docs/x.md src/y.md")));
        assertEquals(Action.ASK, decide(shell("b", "cat docs/x.md > docs2")));
        assertEquals(Action.ASK, decide(shell("b", "head docs/x.md")));
    }

    @Test
    void anOffer_saysWhatItWouldHaveMatched() throws Exception {
        open.held(shell("a", "git push origin one"));
        open.held(shell("a", "git push origin two"));
        open.held(shell("a", "git fetch"));
        Approval approval = open.held(shell("a", "git push origin main"));
        assertEquals(
                List.of("call 0 of 4", "exact 0 of 4", "prefix 2 of 4", "tool 3 of 4"),
                open.gate.offers(approval).stream()
                        .map(offer -> offer.choice().kind().text() + " " + offer.matched() + " of " + offer.looked())
                        .toList());
    }

    @Test
    void whatIsNotOffered_isRefused_andTheApprovalStays() throws Exception {
        Approval approval = open.held(shell("a", "frobnicate a"));
        assertInstanceOf(Answered.Refused.class, approve(approval.id(), GrantKind.PREFIX, new Lifetime.Session()));
        assertTrue(open.gate.approval(approval.id()).orElseThrow().isPending());
    }

    @Test
    void aRuleThatALaterOneUndoes_isNotSaved() throws IOException, InterruptedException {
        Files.createDirectories(open.directory.permissions(WORKER).getParent());
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": {\"ls\": \"allow\"}, \"*\": \"ask\"}");
        Approval approval = open.held(shell("a", "git fetch"));
        assertInstanceOf(Answered.Refused.class, approve(approval.id(), GrantKind.EXACT, new Lifetime.Worker()));
        assertInstanceOf(Answered.Applied.class, approve(approval.id(), GrantKind.EXACT, new Lifetime.Session()));
        assertEquals(Action.ALLOW, decide(shell("a", "git fetch")));
    }

    @Test
    void whatMayBeDenied_isNotLiftedByAGrantOfTheWholeTool() throws Exception {
        grant(shell("a", "make all"), GrantKind.TOOL, new Lifetime.Session());
        Files.writeString(open.directory.permissions(WORKER), "{\"shell_exec\": {\"git push *\": \"deny\"}}");
        for (String command : List.of("git $X origin", "xargs git < l", "git -c alias.x=push x origin")) {
            assertEquals(Action.ASK, decide(shell("a", command)), command);
        }
        assertEquals(Action.ALLOW, decide(shell("a", "make all")));
    }

    @Test
    void always_changesNoDeny_andNothingWithConditions() throws Exception {
        Path file = open.directory.permissions(WORKER);
        Files.createDirectories(file.getParent());
        String conditional = "{\"deploy\": {\"*\": {\"action\": \"deny\", \"when\": {\"/target\": \"prod*\"}}}}";
        Files.writeString(file, conditional);
        Approval staging = open.held(call("a", "deploy", JsonObject.empty().with("target", "staging")));
        assertEquals(List.of(), staging.always());
        assertInstanceOf(Answered.Refused.class, approve(staging.id(), GrantKind.TOOL, new Lifetime.Worker()));
        assertEquals(conditional, Files.readString(file));
        Files.writeString(file, "{}");
        Approval push = open.held(shell("a", "git push"));
        Files.writeString(file, "{\"shell_exec\": {\"git push\": \"deny\"}}");
        assertInstanceOf(Answered.Refused.class, open.gate.approveAlways(push.id(), open.answer("")));
        assertTrue(Files.readString(file).contains("deny"));
    }

    @Test
    void aToolThatInsists_isAskedEveryTime() throws Exception {
        Files.writeString(
                open.directory.path().resolve("licet.yaml"),
                "tools: {declarations: {publish: {tier: exec, override: true, reason: goes live}}}\n");
        assertEquals(List.of(), offers(call("a", "publish", JsonObject.empty())));
    }

    @Test
    void oneUse_releasesOneOfThoseThatWait() throws Exception {
        Approval first = open.held(shell("a", "make t1"));
        List<Approval> others = List.of(open.held(shell("a", "make t2")), open.held(shell("a", "make t3")));
        assertInstanceOf(Answered.Applied.class, approve(first.id(), GrantKind.TOOL, new Lifetime.Uses(1)));
        assertEquals(
                1,
                others.stream()
                        .filter(other ->
                                !open.gate.approval(other.id()).orElseThrow().isPending())
                        .count());
        assertEquals(List.of(), open.gate.sessions().grants());
    }

    private void presetIs(String name) {
        open.reopen(GateOptions.STANDARD.withChoice(new PolicyFiles.Choice(Preset.named(name), Optional.empty())));
    }

    @Test
    void aPreset_speaksInItsOwnWords() throws Exception {
        presetIs("molf");
        var env = call("a", "read_file", JsonObject.empty().with("path", "{tool}.env"));
        assertEquals(
                "Tool \"read_file\" denied by policy for pattern: {tool}.env\nRelevant rules: "
                        + "[{\"permission\":\"*\",\"pattern\":\"*\",\"action\":\"ask\"},"
                        + "{\"permission\":\"read_file\",\"pattern\":\"*\",\"action\":\"allow\"},"
                        + "{\"permission\":\"read_file\",\"pattern\":\"*.env\",\"action\":\"deny\"}]",
                assertInstanceOf(Outcome.Denied.class, open.gate.submit(env, Duration.ZERO))
                        .message());
        var pipe = shell("a", "[ -d x ] && date | cat .env");
        assertEquals(
                "Tool \"shell_exec\" denied by policy for pattern: date\nRelevant rules: "
                        + "[{\"permission\":\"*\",\"pattern\":\"*\",\"action\":\"ask\"},"
                        + "{\"permission\":\"shell_exec\",\"pattern\":\"*\",\"action\":\"ask\"},"
                        + "{\"permission\":\"read_file\",\"pattern\":\"*.env\",\"action\":\"deny\"}]",
                assertInstanceOf(Outcome.Denied.class, open.gate.submit(pipe, Duration.ZERO))
                        .message());
        Approval approval = open.held(shell("a", "make"));
        open.gate.reject(approval.id(), RejectMode.SOFT, Answer.byOwner("test", open.now, "use {tool}"));
        assertEquals(
                "Tool \"shell_exec\" rejected by user: use {tool}",
                assertInstanceOf(Outcome.Denied.class, open.gate.submit(shell("a", "make"), Duration.ZERO))
                        .message());
    }

    @Test
    void molf_savesEveryCommandOfALine() throws Exception {
        presetIs("molf");
        Approval first = open.held(shell("a", "make test"));
        open.gate.approveAlways(first.id(), open.answer(""));
        Approval approval = open.held(shell("a", "cd src && make test | sort; npm run dev"));
        assertEquals(
                List.of("shell_exec: cd *", "shell_exec: make test", "shell_exec: sort", "shell_exec: npm run dev"),
                approval.always().stream().map(Object::toString).toList());
        assertInstanceOf(Answered.Applied.class, open.gate.approveAlways(approval.id(), open.answer("")));
        assertEquals(Action.ALLOW, decide(shell("b", "cd src && make test | sort; npm run dev")));
    }

    @Test
    void molf_savesNoPrefixThatAnyCodeBeginsWith() throws Exception {
        presetIs("molf");
        for (String line :
                List.of("python -c 'print(1)'", "git -C sub status", "node - x", "tar -cf a --to-command=x b")) {
            Approval approval = open.held(shell("a", line));
            assertTrue(
                    approval.always().stream().noneMatch(rule -> rule.pattern().endsWith("*")),
                    () -> line + ": " + approval.always());
        }
        Approval forced = open.held(shell("a", "git push --force origin main"));
        assertEquals(
                List.of("shell_exec: git push *"),
                forced.always().stream().map(Object::toString).toList());
    }

    @Test
    void aPreset_remembersInItsOwnWay() throws Exception {
        presetIs("ollama");
        Approval approval = open.held(shell("a", "cat src/a.c"));
        assertEquals(
                List.of("shell_exec: cat:src/"),
                approval.always().stream().map(Object::toString).toList());
        assertInstanceOf(Answered.Applied.class, open.gate.approveAlways(approval.id(), open.answer("")));
        assertEquals(Action.ALLOW, decide(shell("a", "cat src/b.c")));
        assertEquals(Action.ASK, decide(shell("b", "cat src/b.c")));
        assertEquals(false, Files.readString(open.directory.permissions(WORKER)).contains("cat:src/\": \"allow"));
        Approval line = open.held(shell("a", "make all"));
        assertEquals(
                List.of("shell_exec: make all"),
                line.always().stream().map(Object::toString).toList());
        open.gate.approveAlways(line.id(), open.answer(""));
        assertEquals(Action.ALLOW, decide(shell("a", " make  all")));
        assertEquals(Action.ASK, decide(shell("a", "make ' ' all")));
    }
}
