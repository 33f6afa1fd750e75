package dev.licet.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.Paths;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the preset licet lets run unasked because of what it does. */
class UnaskedTest {
    private static final String PROJECT = "/home/dev/project";
    private static final Judge JUDGE = Judge.standard();

    /** A repository in which git runs something by itself. */
    private static final String[] HOOKED = {PROJECT + "/.git/HEAD", PROJECT + "/.git/hooks/pre-commit"};

    /** A disk with these files, given by their absolute paths. */
    private record Disk(List<String> files) implements FileView {
        @Override
        public String canonical(String absolute) {
            return Paths.normalize(absolute);
        }

        @Override
        public Optional<List<String>> names(String absolute) {
            return Optional.of(files.stream()
                    .filter(file -> file.startsWith(absolute + "/"))
                    .map(file -> file.substring(absolute.length() + 1))
                    .map(rest -> rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest)
                    .distinct()
                    .toList());
        }

        @Override
        public Optional<List<String>> below(String absolute) {
            return Optional.of(files.stream()
                    .filter(file -> (file + "/").startsWith(absolute + "/"))
                    .map(file -> file.equals(absolute) ? "" : file.substring(absolute.length() + 1))
                    .toList());
        }

        @Override
        public boolean ignoresCase() {
            return false;
        }
    }

    private static Action decide(String tool, JsonObject arguments, Policy policy, String... files) {
        var call = new ToolCall(
                new CallId("c"), tool, arguments, new SessionId("s"), new WorkerId("w"), PROJECT, Map.of());
        var context = new JudgeContext(PROJECT, "/home/dev", "/home/dev/.licet", new Disk(List.of(files)));
        return JUDGE.decide(call, policy, context).action();
    }

    private static Action shell(String line, Mode mode, String... files) {
        return decide(
                "shell_exec",
                JsonObject.empty().with("command", line),
                Preset.standard().policy(mode),
                files);
    }

    private static Stream<String[]> rows(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(UnaskedTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList().stream()
                            .map(line -> line.split(" \\| ", 2));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find src | xargs cat",
                "find src -name '*[a-z]*' | xargs wc -l",
                "rg --files | sort | head -5 | xargs grep foo",
                "git ls-files -z | xargs -0 sed -n 1p",
                "find src | xargs -d '\\n' cat",
                "for f in $(git ls-files); do head -3 $f; done",
                "cat $(find src)"
            })
    void namesThatAreListed_areWords(String line) {
        String plain = PROJECT + "/src/a.ts";
        assertEquals(Action.ALLOW, shell(line, Mode.WRITE, plain, PROJECT + "/src/b c.ts", PROJECT + "/src/d...e"));
        for (String odd : List.of(
                "/src/a /home/dev/.licet/token",
                "/src/a ../../x",
                "/src/a b/../x",
                "/src/\"/home/dev/.licet/token",
                "/src/.'.'/x",
                "/src/a\n/home/dev/.licet/token")) {
            assertEquals(Action.ASK, shell(line, Mode.WRITE, plain, PROJECT + odd), odd);
            String making = "mkdir -p '" + PROJECT + odd.replace("'", "'\\''") + "'; " + line;
            assertEquals(Action.ASK, shell(making, Mode.WRITE, plain), making);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find . -name '*.ts' | xargs wc -l",
                "find . -path ./lib -prune -o -name '*.ts' -print | xargs cat",
                "find . \\( -name '*.js' -o -name '*.ts' \\) -type f | xargs cat",
                "find . -name '*.ts' -exec cat {} +",
                "for f in $(find . -name '*.ts'); do cat $f; done",
                "wc -l $(git ls-files '*.ts' || find . -name '*.ts')"
            })
    void onlyNamesThatAreAskedFor_areListed(String line) {
        String secret = PROJECT + "/.env";
        assertEquals(Action.ALLOW, shell(line, Mode.WRITE, PROJECT + "/src/a.ts", secret));
        assertEquals(Action.ASK, shell(line, Mode.WRITE, PROJECT + "/src/a .env b.ts", secret), "it is three words");
        assertEquals(Action.ASK, shell("touch x; " + line, Mode.WRITE, PROJECT + "/src/a.ts", secret));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find . -type f | xargs cat",
                "find . ! -name '*.ts' | xargs cat",
                "find . -name '*.ts' -o -type f | xargs cat",
                "find . -name '*.ts' -o -exec cat {} +",
                "find . -name '*.ts' -exec cat {}.bak \\;",
                "find . \\( -name '*.ts' \\) -o -true | xargs cat",
                "find . -name '*e*' | xargs cat",
                "find . -name '*.ts' $x | xargs cat",
                "find . -iname '*.ts' | xargs cat",
                "find . -exec cat {} \\; -name '*.ts'",
                "find . -exec cat {} + -name '*.ts'",
                "find . -ok cat {} \\; -a -name '*.ts'",
                "find . ! -exec cat {} \\; -name '*.ts'",
                "find . \\( -type f -exec cat {} \\; \\) -name '*.ts'",
                "find . \\( -name '*.ts' -o -exec cat {} \\; \\) -name '*.ts'",
                "find . -print -name '*.ts' | xargs cat",
                "find . -name \"$(cat src/a.ts)\" -exec cat {} +",
                "find . -name '*.ts' -exec grep \"$(cat src/a.ts)\" {} \\; -o -exec cat {} \\;",
                "git ls-files src | xargs cat",
                "find . -name '*.ts' | sort <<< .env | xargs cat",
                "find . -name '*.ts' | { sort; } <<< .env | xargs cat",
                "cat $(find . -name '*.ts' | head -3 <<< .env)",
                "find . -name '*.ts' | grep -e . list.txt | xargs cat",
                "git ls-files '*.ts' | grep -v -e x <(echo .env) | xargs cat",
                "find . -name '*.ts' | xargs -a list.txt cat",
                "find . -name '*.ts' | xargs -0alist.txt cat",
                "find . -name '*.ts' | xargs -I% --arg-file=list.txt cat %",
                "find . -name '.[[.e.]]nv' -exec cat {} +",
                "find . -name '[!a]env' -exec cat {} +",
                "cat $(find .e nv -name '.e' -print0 -o -name 'nv' -print0)",
                "fd . src -x cat {/}",
                "fd env /etc -x cat",
                "fd --base-directory ../other env -x cat"
            })
    void whereAnyNameMayBeListed_secretsAre(String line) {
        assertEquals(Action.ASK, shell(line, Mode.WRITE, PROJECT + "/src/a.ts", PROJECT + "/.env"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find . -name '*.o' -exec rm {} +",
                "find . -name '*.o' -print0 | xargs -0 rm -f",
                "find . -type d -name obj -exec rm -rf {} \\;",
                "find src -name '*.ts' -exec sed -i s/a/b/ {} +",
                "find . -name '*.ts' | xargs sed -i s/a/b/"
            })
    void whatIsListed_isChangedLikeFilesThatAreNamed(String line) {
        String control = PROJECT + "/.github/workflows/x.yml";
        String[] there = {PROJECT + "/src/a.ts", PROJECT + "/obj", PROJECT + "/obj/a.o", control};
        assertEquals(Action.ALLOW, shell(line, Mode.WRITE, there));
        assertEquals(Action.ASK, shell("touch 'a.o /etc/b.o'; " + line, Mode.WRITE, there));
        String[] odd = {
            PROJECT + "/src/a /etc/b.ts", PROJECT + "/a /etc/b.o", PROJECT + "/obj", PROJECT + "/obj/.git/hooks/x"
        };
        assertEquals(Action.ASK, shell(line, Mode.WRITE, odd));
    }

    @Test
    void whatFindAsksAbout_endsAtASemicolonAlone() {
        String line = "find . -name '*.ts' -ok cat -- {} + -path .env -ok echo \\;";
        assertEquals(Action.DENY, shell(line, Mode.WRITE, PROJECT + "/src/a.ts", PROJECT + "/.env"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "find src -name '*.o' -exec rm {} + | ALLOW",
                "find src -name '*.o' -exec rm -r {} + | ALLOW",
                "find src -name '*.o' -exec rm -r -f {} + | ASK",
                "find src -name '*.o' -exec rm -r {} -f + | ASK",
                "find src -name '*.o' -exec rm --recursive {} --force \\; | ASK",
                "rm $1 | ASK"
            })
    void aWordThatIsNoOption_makesNoOtherCommand(String line, Action action) {
        Policy policy = Preset.standard()
                .around(
                        Policy.of(List.of(Rule.of("shell_exec", "rm -rf *", Action.ASK, new Rule.Origin("test", 1)))),
                        Mode.WRITE);
        JsonObject arguments = JsonObject.empty().with("command", line);
        assertEquals(action, decide("shell_exec", arguments, policy, PROJECT + "/src/a.o"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "find . -exec rm {} + -name '*.o'",
                "find . -name '*.yml' -exec rm {} +",
                "find . -name .github -exec rm -rf {} +",
                "find . -name workflows | xargs rm -rf",
                "find . -name '*.o' -o -name . -exec rm -rf {} +",
                "find . -type f -exec rm {} +",
                "find . -name '*.yml' -exec sed -i s/a/b/ {} +",
                "find /home/dev -name '*.o' -exec rm {} +",
                "find . -name obj -exec cp sub/CLAUDE.md {} \\;",
                "find . -name obj | xargs mv sub/CLAUDE.md",
                "for x in */; do cp sub/CLAUDE.md $x; done",
                "find . -name '*.o' | sort <<< ../other | xargs rm -rf",
                "find . -name '*.o' | xargs -a list.txt rm -rf",
                "find .. -name '*.o' | xargs rm"
            })
    void whatIsListed_mayBeProtected(String line) {
        String control = PROJECT + "/.github/workflows/x.yml";
        String[] there = {PROJECT, PROJECT + "/obj/a.o", PROJECT + "/.github", PROJECT + "/.github/workflows", control};
        assertEquals(Action.ASK, shell(line, Mode.WRITE, there));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-f.ts", "src/-f", "src/b -f.ts", "src/\\-f", "src/'-f'"})
    void aNameThatIsListed_mayBeAnOption(String name) {
        String line = "git ls-files | xargs grep foo";
        assertEquals(Action.ALLOW, shell(line, Mode.WRITE, PROJECT + "/src/a-b.ts"));
        assertEquals(Action.ASK, shell(line, Mode.WRITE, PROJECT + "/src/a.ts", PROJECT + "/" + name));
        assertEquals(Action.ASK, shell("echo x > src/-f; " + line, Mode.WRITE, PROJECT + "/src/a.ts"));
        assertEquals(Action.ASK, shell("touch b; " + line, Mode.WRITE, PROJECT + "/src/a.ts"));
        assertEquals(Action.ASK, shell("find src | xargs -d : cat", Mode.WRITE, PROJECT + "/src/a.ts"));
    }

    /** What may be fetched from a host needs no other rule; what is sent, or goes elsewhere, does. */
    @TestFactory
    Stream<DynamicTest> everyLine_isDecidedByItsHosts() throws IOException {
        Policy hosts = Preset.standard()
                .around(
                        Policy.of(List.of(
                                Rule.of("network", "*.example.com", Action.ALLOW, new Rule.Origin("test", 1)),
                                Rule.of("network", "localhost:3000", Action.ALLOW, new Rule.Origin("test", 2)))),
                        Mode.WRITE);
        return rows("hosts.txt")
                .map(row -> DynamicTest.dynamicTest(
                        row[1],
                        () -> assertEquals(
                                row[0], decide("Bash", command(row[1]), hosts).text())));
    }

    @TestFactory
    Stream<DynamicTest> everyLine_isDecidedByWhatItDoes() throws IOException {
        return rows("unasked.txt")
                .map(row -> DynamicTest.dynamicTest(
                        row[1],
                        () -> assertEquals(
                                row[0],
                                shell(row[1], Mode.ALWAYS_ASK, HOOKED).text() + " "
                                        + shell(row[1], Mode.WRITE, HOOKED).text())));
    }

    @Test
    void longWords_areAskedAbout() {
        assertEquals(Action.ASK, shell("sed -i p s" + "x".repeat(30_000), Mode.WRITE));
        assertEquals(Action.ASK, shell("A=1 a;".repeat(3_000), Mode.WRITE));
        assertEquals(Action.ASK, shell("A=1 ".repeat(3_000) + "a", Mode.WRITE));
        assertEquals(Action.ASK, shell("find src | xargs rm;".repeat(300), Mode.WRITE, PROJECT + "/src/a"));
        assertEquals(Action.ALLOW, search(",a".repeat(20_000) + "}"));
        assertEquals(
                Action.ASK,
                search(IntStream.range(0, 20_000).mapToObj(i -> "a" + i).collect(Collectors.joining(","))));
        assertEquals(Action.DENY, search("*.md,.env"));
        assertEquals(Action.DENY, search("*.{md,txt} .env"));
    }

    private static Action search(String include) {
        JsonObject arguments =
                JsonObject.empty().with("pattern", "x").with("path", ".").with("include", include);
        return decide("grep", arguments, Preset.standard().policy(Mode.WRITE));
    }

    @Test
    void inModeNone_nothingRunsUnasked() {
        assertEquals(Action.ASK, shell("git status", Mode.NONE));
    }

    @Test
    void aRuleGoesBeforeWhatACommandDoes() {
        Preset preset = Preset.standard();
        Policy shells = preset.around(Policy.of(List.of(rule("shell_exec", "*"))), Mode.WRITE);
        Policy writing = preset.around(Policy.of(List.of(rule("write_file", "*"))), Mode.WRITE);
        Policy git = preset.around(Policy.of(List.of(rule("shell_exec", "git diff *"))), Mode.WRITE);
        assertEquals(Action.ASK, decide("Bash", command("ls"), shells));
        assertEquals(Action.ALLOW, decide("Bash", command("ls"), writing));
        assertEquals(Action.ASK, decide("Bash", command("touch a"), writing));
        assertEquals(Action.ASK, decide("Bash", command("git add a"), writing));
        assertEquals(Action.ASK, decide("Bash", command("git diff --stat"), git));
        assertEquals(Action.ALLOW, decide("Bash", command("git log"), git));
    }

    @Test
    void aFileThatAnOptionWrites_isAFileLikeAnyOther() {
        Preset preset = Preset.standard();
        List<Rule> building = List.of(allow("shell_exec", "go build *"));
        Policy unasked = preset.around(Policy.of(building), Mode.WRITE);
        assertEquals(Action.ALLOW, decide("Bash", command("go build -o ./x ./cmd/x"), unasked));
        assertEquals(Action.ASK, decide("Bash", command("go build -o /srv/x ./cmd/x"), unasked));
        assertEquals(Action.ASK, decide("Bash", command("go build -o .git/hooks/pre-commit ./cmd/x"), unasked));
        assertEquals(Action.DENY, decide("Bash", command("go build -o .env ./cmd/x"), unasked));
        assertEquals(Action.ASK, decide("Bash", command("go build -o \"$X\" ./cmd/x"), unasked));
        assertEquals(Action.ASK, decide("Bash", command("go build -o ./x -toolexec ./y ./cmd/x"), unasked));
        Policy edits = preset.around(
                Policy.of(List.of(rule("edit_file", "*"), allow("shell_exec", "go build *"))), Mode.WRITE);
        assertEquals(Action.ASK, decide("Bash", command("go build -o ./x ./cmd/x"), edits));
        Policy reading = preset.around(Policy.of(building), Mode.ALWAYS_ASK);
        assertEquals(Action.ASK, decide("Bash", command("go build -o ./x ./cmd/x"), reading));
        Policy asking = preset.around(
                Policy.of(List.of(rule("shell_exec", "*"), allow("shell_exec", "go build *"))), Mode.WRITE);
        assertEquals(Action.ASK, decide("Bash", command("go build -o ./x ./cmd/x"), asking));
        Policy writes = preset.around(
                Policy.of(List.of(rule("write_file", "*"), allow("shell_exec", "go build *"))), Mode.WRITE);
        assertEquals(Action.ASK, decide("Bash", command("go build -o ./x ./cmd/x"), writes));
    }

    @Test
    void whatAProgramMakesOfAName_isNotKnown() {
        Policy testing = Preset.standard().around(Policy.of(List.of(allow("shell_exec", "pytest *"))), Mode.WRITE);
        assertEquals(Action.ALLOW, shell("pytest --junitxml=out.xml", testing));
        assertEquals(Action.ASK, shell("pytest '--junitxml=$OLDPWD/hooks/x'", testing));
        assertEquals(Action.ASK, shell("pytest --junitxml '$PWD/../x'", testing));
        assertEquals(Action.ASK, shell("pytest --junitxml=~root/x", testing));
        Policy forming = Preset.standard().around(Policy.of(List.of(allow("shell_exec", "prettier *"))), Mode.WRITE);
        assertEquals(Action.ALLOW, shell("prettier --check .", forming));
        assertEquals(Action.ASK, shell("prettier --write .", forming));
        assertEquals(Action.ASK, shell("prettier --write '.git*/**'", forming));
    }

    @Test
    void whatMayBeWrittenOutside_mayBeRemoved_unlessItIsAFolder() {
        Policy writing = Preset.standard().around(Policy.of(List.of(allow("write_file", "/tmp/*"))), Mode.WRITE);
        assertEquals(Action.ALLOW, shell("rm /tmp/x", writing));
        assertEquals(Action.ALLOW, shell("mv /tmp/x src/a.c", writing));
        assertEquals(Action.ASK, shell("rm -rf /tmp/x", writing, "/tmp/x/a"));
        assertEquals(Action.ASK, shell("rm -rf /tmp/*", writing, "/tmp/x/a"));
        assertEquals(Action.ASK, shell("rm -rf /tmp", writing, "/tmp/x/a"));
        assertEquals(Action.ASK, shell("rm /srv/x", writing));
        assertEquals(Action.ASK, shell("rm /tmp/../etc/x", writing));
    }

    private static Action shell(String line, Policy policy, String... files) {
        return decide("Bash", command(line), policy, files);
    }

    @Test
    void anAllowedEffect_isThatOfItsProgramOnly_andNoMore() {
        Policy fetching = effect("connects gh", Action.ALLOW);
        assertEquals(Action.ALLOW, decide("Bash", command("gh pr view 12"), fetching));
        assertEquals(Action.ALLOW, decide("Bash", command("gh api repos/o/r/pulls | jq length"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("gh api repos/o/r/pulls -f title=x"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("gh api https://example.com/x"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("gh pr view \"$(cat src/a.c)\""), fetching));
        assertEquals(Action.ASK, decide("Bash", command("gh pr merge 12"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("./gh pr view 12"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("GH_HOST=example.com gh pr view 12"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("cd /srv/other && gh pr view 12"), fetching));
        assertEquals(Action.ALLOW, decide("Bash", command("gh pr view 12 -R o/r"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("gh pr view 12 -R example.com/o/r"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("gh repo view example.com/o/r"), fetching));
        assertEquals(Action.ASK, decide("Bash", command("git fetch"), fetching));
        assertEquals(Action.ASK, decide("effect", JsonObject.empty().with("x", "connects gh"), fetching));
        Policy git = effect("connects git", Action.ALLOW);
        assertEquals(Action.ALLOW, decide("Bash", command("git fetch origin main"), git));
        assertEquals(Action.ASK, decide("Bash", command("git fetch https://example.com/x"), git));
        assertEquals(Action.ASK, decide("Bash", command("git fetch -f origin main"), git));
        assertEquals(Action.ALLOW, decide("Bash", command("git remote show origin"), git));
        assertEquals(Action.ASK, decide("Bash", command("git push"), git));
    }

    @Test
    void anEffect_isDenied_whateverCommandHasIt() {
        Policy denied = Preset.standard()
                .around(
                        Policy.of(List.of(
                                Rule.of("shell_exec", "*", Action.ALLOW, new Rule.Origin("t", 1)),
                                Rule.of("effect", "connects", Action.DENY, new Rule.Origin("t", 2)),
                                Rule.of("effect", "executes", Action.ASK, new Rule.Origin("t", 3)))),
                        Mode.WRITE);
        assertEquals(Action.DENY, decide("Bash", command("gh pr view 12"), denied));
        assertEquals(Action.DENY, decide("Bash", command("git push"), denied));
        assertEquals(Action.DENY, decide("Bash", command("ls && /usr/bin/git fetch"), denied));
        assertEquals(Action.ASK, decide("Bash", command("git commit -m x"), denied, HOOKED));
        assertEquals(Action.ASK, decide("Bash", command("frobnicate"), denied));
        assertEquals(Action.ALLOW, decide("Bash", command("git status"), denied));
        assertEquals(Action.DENY, decide("Bash", command("echo x > /dev/tcp/192.0.2.1/80"), denied));
        for (String line : List.of(
                "$X example.com",
                "eval \"$X\"",
                "echo ls | xargs -I{} {} x",
                "sort --compress-program=curl a",
                "sed '1e id' a",
                "LD_PRELOAD=./x.so ls",
                "PATH=.:$PATH ls")) {
            assertEquals(Action.ASK, decide("Bash", command(line), denied), line);
        }
        Policy reading = Preset.standard()
                .around(
                        Policy.of(List.of(
                                Rule.of("*", "*", Action.ALLOW, new Rule.Origin("t", 1)),
                                Rule.of("effect", "writes", Action.DENY, new Rule.Origin("t", 2)))),
                        Mode.YOLO);
        for (String line : List.of("echo x > a", "git diff > a", "rm a", "sed -i s/a/b/ a")) {
            assertEquals(Action.DENY, decide("Bash", command(line), reading), line);
        }
    }

    private static Policy effect(String pattern, Action action) {
        return Preset.standard()
                .around(Policy.of(List.of(Rule.of("effect", pattern, action, new Rule.Origin("t", 1)))), Mode.WRITE);
    }

    @Test
    void otherPresets_lookAtTheTool() {
        Policy policy = Preset.named("oh-my-pi").orElseThrow().policy(Mode.WRITE);
        assertEquals(Action.ASK, decide("bash", command("git status"), policy));
    }

    @Test
    void gitReads_whereNoFolderOnItsWayUpLooksLikeARepository() {
        String[] plain = {PROJECT + "/.git/HEAD", PROJECT + "/sub/a.c"};
        String[] planted = {PROJECT + "/.git/HEAD", PROJECT + "/sub/HEAD", PROJECT + "/sub/config"};
        assertEquals(Action.ALLOW, shell("cd sub && git status", Mode.WRITE, plain));
        assertEquals(Action.ASK, shell("cd sub && git status", Mode.WRITE, planted));
        assertEquals(Action.ASK, shell("git -C sub status", Mode.WRITE, planted));
        assertEquals(Action.ALLOW, shell("cd ~/project/sub && git status", Mode.WRITE, plain));
        assertEquals(Action.ASK, shell("cd ~/project/sub && git status", Mode.WRITE, planted));
        assertEquals(Action.ASK, shell("git status", Mode.WRITE, PROJECT + "/HEAD", PROJECT + "/config"));
        assertEquals(Action.ALLOW, shell("git -C /home/dev/other log", Mode.WRITE, "/home/dev/other/.git/HEAD"));
        assertEquals(Action.ASK, shell("git -C /home/dev/other add a", Mode.WRITE, "/home/dev/other/.git/HEAD"));
    }

    @Test
    void aPattern_standsForTheFilesThatAreThere() {
        assertEquals(Action.ALLOW, shell("cat src/*.c", Mode.WRITE, PROJECT + "/src/a.c"));
        assertEquals(Action.DENY, shell("cat src/*.env", Mode.WRITE));
        assertEquals(Action.ASK, shell("cat src/*.c", Mode.WRITE, PROJECT + "/src/a.c", PROJECT + "/src/x.env.c"));
        assertEquals(Action.ALLOW, shell("cat src/*", Mode.WRITE, PROJECT + "/src/.env"), "it is hidden");
    }

    @Test
    void aSearch_passesHiddenFilesOver_unlessItIsToldNotTo() {
        String[] files = {PROJECT + "/a.c", PROJECT + "/.env", PROJECT + "/.git/config"};
        assertEquals(Action.ALLOW, shell("rg foo", Mode.WRITE, files));
        for (String line : List.of("rg --hidden foo", "rg -. foo", "rg -uu foo", "rg -g '.e*' foo", "grep -r foo .")) {
            assertEquals(Action.ASK, shell(line, Mode.WRITE, files), line);
        }
    }

    @Test
    void toolsThatTouchNothing_runUnasked() {
        Policy policy = Preset.standard().policy(Mode.WRITE);
        JsonObject none = JsonObject.empty();
        assertEquals(Action.ALLOW, decide("TodoWrite", none.with("todos", "x"), policy));
        assertEquals(
                Action.ALLOW,
                decide("Task", none.with("subagent_type", "explore").with("new", "x"), policy));
        assertEquals(
                Action.ALLOW, decide("write_stdin", none.with("session_id", "1").with("chars", ""), policy));
        assertEquals(
                Action.ASK, decide("write_stdin", none.with("session_id", "1").with("chars", "id\n"), policy));
        assertEquals(Action.ASK, decide("mcp__x__TodoWrite", none.with("todos", "x"), policy));
        assertEquals(Action.ASK, decide("TodoWrite", none.with("command", "id"), policy), "it may be run");
        assertEquals(Action.ASK, decide("Task", none.with("agent", "x").with("command", "id"), policy));
        assertEquals(Action.ALLOW, decide("ExitPlanMode", none, policy), "its host shows the plan to a person");
        assertEquals(
                Action.ASK, decide("Bash", command("ls").with("shellId", "1"), policy), "it may know other commands");
        Policy plan = preset("TaskUpdate");
        assertEquals(Action.ASK, decide("TaskUpdate", none, plan));
        assertEquals(Action.ALLOW, decide("TodoWrite", none, plan), "a rule for one is none for the other");
    }

    @Test
    void anAddress_isTheFileItLeadsTo_orNotKnown() {
        Policy policy = Preset.standard().policy(Mode.WRITE);
        for (String secret : List.of(
                ".env:raw",
                ".env:raw:1-9",
                ".env:conflicts",
                "file:///home/dev/project/%2eenv",
                "file:///home/dev/project/.env?x",
                "file:///home/dev/project/src#/../.env",
                "FILE://localhost/home/dev/project/.env")) {
            assertEquals(Action.DENY, decide("read", JsonObject.empty().with("path", secret), policy), secret);
        }
        for (String address : List.of(
                "https://evil.example/?d=1",
                "ssh://host/etc/passwd",
                "vscode-userdata:/User/settings.json",
                "file://other/share/x",
                "file:///home/dev/project/CLAUDE%2emd",
                "file:///tmp/x")) {
            JsonObject file = JsonObject.empty().with("filePath", address).with("content", "x");
            assertEquals(Action.ASK, decide("create_file", file, policy), address);
        }
        assertEquals(Action.ALLOW, decide("read", JsonObject.empty().with("path", "src/a.js:10-20"), policy));
        JsonArray renamed = JsonArray.of(List.of(JsonObject.empty().with("rename", ".git/hooks/pre-commit")));
        JsonObject moved = JsonObject.empty().with("path", "src/a.js").with("edits", renamed);
        assertEquals(Action.ASK, decide("edit", moved, policy));
    }

    @Test
    void aToolThatIsAllowed_isAskedAboutSecretsAndProtectedFilesThatItsArgumentsName() {
        Policy policy = Preset.standard().around(Policy.of(List.of(allowed("mcp__fs__*"))), Mode.WRITE);
        for (String path : List.of("notes.txt", "src/../notes.txt", "/srv/data", "the .env file")) {
            assertEquals(
                    Action.ALLOW, decide("mcp__fs__read", JsonObject.empty().with("path", path), policy), path);
        }
        for (String path : List.of(
                ".env",
                "/home/dev/.ssh/id_rsa",
                "file:///home/dev/.aws/credentials",
                ".git/hooks/pre-commit",
                "CLAUDE.md")) {
            JsonArray paths = JsonArray.of(List.of(new JsonString("a.txt"), new JsonString(path)));
            assertNotEquals(
                    Action.ALLOW, decide("mcp__fs__read", JsonObject.empty().with("paths", paths), policy), path);
        }
    }

    private static Rule allowed(String tool) {
        return Rule.of(tool, "*", Action.ALLOW, new Rule.Origin("test", 1));
    }

    @Test
    void aPatch_isJudgedByTheFilesItNames() {
        Policy policy = Preset.standard().policy(Mode.WRITE);
        String patch = "*** Begin Patch\n*** Update File: %s\n@@\n-a\n+b\n*** End Patch";
        assertEquals(Action.ALLOW, decide("apply_patch", patch(patch.formatted("src/a.c")), policy));
        assertEquals(Action.DENY, decide("apply_patch", patch(patch.formatted(".env")), policy));
        assertEquals(Action.ASK, decide("apply_patch", patch(patch.formatted(".git/config")), policy));
    }

    private static JsonObject patch(String text) {
        return JsonObject.empty().with("patchText", text);
    }

    private static JsonObject command(String line) {
        return JsonObject.empty().with("command", line);
    }

    private static Policy preset(String asked) {
        return Preset.standard().around(Policy.of(List.of(rule(asked, "*"))), Mode.WRITE);
    }

    /** Tools differ in what they cut off from a name. */
    @Test
    void whatSurroundsAName_hidesNothing() {
        Policy policy = Preset.standard().policy(Mode.WRITE);
        for (String end : List.of(" ", "\t", "\n", "\r", "\u00a0", "\ufeff", "\u200b", "\u180e", "\u3000")) {
            for (String file : List.of(".env" + end, end + ".env", end + ".env" + end)) {
                JsonObject path = JsonObject.empty().with("file_path", file);
                assertEquals(Action.DENY, decide("Read", path, policy), file);
                assertEquals(Action.DENY, decide("Write", path.with("content", "x"), policy), file);
            }
            if (!"\n\r".contains(end)) {
                JsonObject control = JsonObject.empty()
                        .with(
                                "input",
                                "*** Begin Patch\n*** Add File: " + end + "CLAUDE.md" + end + "\n+x\n*** End Patch\n");
                assertEquals(Action.ASK, decide("apply_patch", control, policy), end);
            }
        }
        for (String blank : List.of(" ", "\u00a0", "\u2007", "\u202f", "\u3000", "\ufeff")) {
            String patch = "*** Begin Patch\n*** Add File: a.txt\n+x\n" + blank + "*** Add File: %s\n+x\n*** End Patch";
            assertEquals(Action.ASK, decide("apply_patch", patch(patch.formatted("CLAUDE.md")), policy), blank);
            assertEquals(Action.ALLOW, decide("apply_patch", patch(patch.formatted("b.txt")), policy), blank);
        }
        JsonObject plain = JsonObject.empty().with("file_path", "src/a.c ");
        assertEquals(Action.ALLOW, decide("Read", plain, policy));
    }

    private static Rule allow(String tool, String pattern) {
        return Rule.of(tool, pattern, Action.ALLOW, new Rule.Origin("test", 1));
    }

    private static Rule rule(String tool, String pattern) {
        return Rule.of(tool, pattern, Action.ASK, new Rule.Origin("test", 1));
    }
}
