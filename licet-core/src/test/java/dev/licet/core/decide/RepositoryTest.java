package dev.licet.core.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.Paths;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What git does depends on the repository that it finds. */
class RepositoryTest {
    private static final String PROJECT = "/home/dev/project";
    private static final String GIT = PROJECT + "/.git";

    private final Map<String, String> files = new HashMap<>(Map.of(GIT + "/HEAD", "ref: refs/heads/main\n"));

    private final class Disk implements FileView {
        @Override
        public String canonical(String absolute) {
            return Paths.normalize(absolute);
        }

        @Override
        public Optional<List<String>> names(String absolute) {
            return Optional.of(files.keySet().stream()
                    .filter(file -> file.startsWith(absolute + "/"))
                    .map(file -> file.substring(absolute.length() + 1).split("/", 2)[0])
                    .distinct()
                    .toList());
        }

        @Override
        public Optional<List<String>> below(String absolute) {
            return Optional.of(files.keySet().stream()
                    .filter(file -> (file + "/").startsWith(absolute + "/"))
                    .map(file -> file.equals(absolute) ? "" : file.substring(absolute.length() + 1))
                    .toList());
        }

        @Override
        public Optional<String> text(String absolute) {
            return Optional.ofNullable(files.get(absolute));
        }

        @Override
        public boolean ignoresCase() {
            return false;
        }
    }

    private static ToolCall call(String line) {
        return new ToolCall(
                new CallId("c"),
                "shell_exec",
                JsonObject.empty().with("command", line),
                new SessionId("s"),
                new WorkerId("w"),
                PROJECT,
                Map.of());
    }

    private Action decide(String line, FileView disk) {
        var context = new JudgeContext(PROJECT, "/home/dev", "/home/dev/.licet", disk);
        return Judge.standard()
                .decide(call(line), Preset.standard().policy(Mode.WRITE), context)
                .action();
    }

    private Action decide(String line) {
        return decide(line, new Disk());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git commit -m x",
                "git commit -m \"$(cat <<'E'\nx\nE\n)\"",
                "git checkout -b x",
                "git checkout --theirs x",
                "git switch main",
                "git merge origin/main",
                "git rebase origin/main",
                "git cherry-pick abc",
                "git stash",
                "git stash pop",
                "git reset --soft main",
                "git worktree add wt"
            })
    void whereThereAreNoHooks_gitRunsNothingByItself(String line) {
        assertEquals(Action.ALLOW, decide(line));
        files.put(GIT + "/hooks/pre-commit.sample", "");
        assertEquals(Action.ALLOW, decide(line));
        files.put(GIT + "/hooks/pre-commit", "");
        assertEquals(Action.ASK, decide(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git merge origin/main",
                "git rebase main",
                "git cherry-pick t",
                "git revert HEAD",
                "git stash pop",
                "cd src && git stash apply"
            })
    void whatIsMerged_asksWhereFilesThatControlWhatRunsAreKept(String line) {
        assertEquals(Action.ALLOW, decide(line));
        files.put(PROJECT + "/.github/workflows/ci.yml", "");
        assertEquals(Action.ASK, decide(line));
        assertEquals(Action.ALLOW, decide("git merge-base main HEAD"));
        assertEquals(Action.ALLOW, decide("git stash"));
    }

    @Test
    void whatGitPrints_asksWhereSecretsAreKept() {
        List<String> showing = List.of(
                "git diff",
                "git diff HEAD -- .",
                "git show HEAD",
                "git log -p -3",
                "git stash show -p",
                "git diff -- '*'",
                "git -C . diff",
                "git --no-pager log -U3",
                "git log --binary",
                "git log -sp",
                "git log -1 --cc",
                "git diff --stat --binary",
                "git diff --check",
                "git diff -- . --stat",
                "git diff -S --stat",
                "git diff -I --stat",
                "git diff --anchored --name-only",
                "git diff --src-prefix --stat",
                "git diff -S -- main",
                "git diff-tree -p HEAD",
                "git status -v",
                "git status -bvv",
                "git status --verbose --verbose",
                "git commit -v --dry-run");
        List<String> silent = List.of(
                "git diff --stat",
                "git diff --name-only main",
                "git show --stat HEAD",
                "git log --oneline",
                "git diff -- src",
                "git diff -w --cached --stat",
                "git log -n5 --format=%s --author anna",
                "git log -10 -S up --name-status",
                "git show -s --format=%B HEAD",
                "git status");
        for (String line : showing) {
            assertEquals(Action.ALLOW, decide(line), line);
        }
        files.put(PROJECT + "/.env", "K=1");
        for (String line : showing) {
            assertEquals(Action.ASK, decide(line), line);
        }
        for (String line : silent) {
            assertEquals(Action.ALLOW, decide(line), line);
        }
    }

    @Test
    void aPatch_isJudgedByTheFilesThatItNamesNow() {
        List<String> applying = List.of(
                "git apply x.patch", "git am x.patch", "patch -p1 -i x.patch", "cd src && git apply ../x.patch");
        Policy allowed = Policy.of(List.of(Rule.of("shell_exec", "*", Action.ALLOW, new Rule.Origin("test", 1))));
        String patch = "diff --git a/%1$s b/%1$s\n--- a/%1$s\n+++ b/%1$s\n@@ -1 +1 @@\n-a\n+b\n";
        for (String line : applying) {
            files.put(PROJECT + "/x.patch", patch.formatted("src/a.c"));
            assertEquals(Action.ALLOW, decide(line, allowed), line);
            for (String file : List.of(".claude/settings.json", "../../other/x", ".git/hooks/pre-commit")) {
                files.put(PROJECT + "/x.patch", patch.formatted(file));
                assertEquals(Action.ASK, decide(line, allowed), line + " " + file);
            }
            files.put(PROJECT + "/x.patch", "rename from a.md\nrename to CLAUDE.md\n");
            assertEquals(Action.ASK, decide(line, allowed), line);
            files.remove(PROJECT + "/x.patch");
            assertEquals(Action.ALLOW, decide(line, allowed), "whoever allows everything allows what is not known");
        }
        files.put(PROJECT + "/x.patch", patch.formatted(".claude/settings.json"));
        assertEquals(Action.ALLOW, decide("git apply --stat x.patch", allowed));
        assertEquals(Action.ASK, decide("git apply --stat --apply x.patch", allowed));
    }

    @Test
    void aPatch_namesFilesInAnySpelling() {
        Policy allowed = Policy.of(List.of(Rule.of("shell_exec", "*", Action.ALLOW, new Rule.Origin("test", 1))));
        for (String line :
                List.of("--- a/x\n+++ %s\n@@ -1 +1 @@\n-a\n+b\n", "diff --git \"a/x\" %s\nold mode 100644\n")) {
            for (String name : List.of("\"b/two \\\"words\\\"\"", "\"b/\\303\\244\"")) {
                files.put(PROJECT + "/x.patch", line.formatted(name));
                assertEquals(Action.ALLOW, decide("git apply x.patch", allowed), name);
            }
            for (String name :
                    List.of("\"b/.claude/s\\145ttings.json\"", "\"b/z/\\103LAUDE.md\"", "\"b/a\\\"/CLAUDE.md\"")) {
                files.put(PROJECT + "/x.patch", line.formatted(name));
                assertEquals(Action.ASK, decide("git apply x.patch", allowed), name);
            }
        }
        files.put(PROJECT + "/x.patch", "--- a/b/c/src/key\n+++ a/b/c/src/key\n@@ -1 +1 @@\n-a\n+b\n");
        Rule own = Rule.of("edit", "src/key", Action.DENY, new Rule.Origin("test", 2));
        assertEquals(
                Action.DENY,
                decide(
                        "git apply -p3 x.patch",
                        Policy.of(List.of(allowed.rules().getFirst(), own))));
    }

    private Action decide(String line, Policy policy) {
        var context = new JudgeContext(PROJECT, "/home/dev", "/home/dev/.licet", new Disk());
        return Judge.standard().decide(call(line), policy, context).action();
    }

    @Test
    void whatIsReadAfterFilesWereBrought_isNotKnownYet() {
        files.put(PROJECT + "/a.json", "");
        for (String line : List.of("cat *.json", "grep -r K .", "for f in *.json; do cat \"$f\"; done")) {
            assertEquals(Action.ALLOW, decide(line), line);
            assertEquals(Action.ASK, decide("git checkout c && " + line), line);
            assertEquals(Action.ALLOW, decide(line + "; git checkout c"), line);
        }
        assertEquals(Action.ALLOW, decide("git checkout c && cat a.json && git add a.json"));
    }

    @Test
    void whatDoesMore_asksInAnyRepository() {
        for (String line : List.of(
                "git push",
                "git pull",
                "git commit --no-verify -m x",
                "git commit -m \"$SECRET\"",
                "git reset --hard main",
                "git checkout -f main",
                "git checkout --ours -f x",
                "git checkout --ours .github/workflows/ci.yml",
                "git -c core.hooksPath=x commit -m x",
                "GIT_DIR=x git commit -m x",
                "git worktree add ../wt",
                "git stash drop",
                "./git commit -m x")) {
            assertEquals(Action.ASK, decide(line), line);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[trailer \"sign\"]\n\tcmd = sh x",
                "[hook \"x\"]\n\tcommand = ./x",
                "[filter \"nb\"]\n\tclean = sh tools/clean.sh",
                "[filter \"nb\"]\n\tsmudge = ./tools/smudge",
                "[filter \"nb\"]\n\tprocess = python3 -m tools.filter",
                "[filter \"nb\"]\n\tclean = nice sh script",
                "[filter \"nb\"]\n\tclean = timeout 5 sh x",
                "[filter \"nb\"]\n\tclean = git x",
                "[filter \"nb\"]\n\tclean = awk -fscript",
                "[filter \"nb\"]\n\tclean = gawk -f %f",
                "[filter \"nb\"]\n\tclean = fish",
                "[diff \"json\"]\n\ttextconv = tools/convert",
                "[diff]\n\texternal = ./differ",
                "[core]\n\tfsmonitor = .hooks/watch",
                "[merge \"x\"] driver = bash merge.sh %A",
                "[include]\n\tpath = ../team.inc",
                "[includeIf \"gitdir:x\"]\n\tpath = x"
            })
    void whatASettingHasGitRun_isAsked(String settings) {
        List<String> lines = List.of("git status", "git diff", "git add x.ipynb", "git log -p", "git show HEAD");
        lines.forEach(line -> assertEquals(Action.ALLOW, decide(line), line));
        files.put(GIT + "/config", "[core]\n\tbare = false\n" + settings + "\n");
        lines.forEach(line -> assertEquals(Action.ASK, decide(line), line));
    }

    @Test
    void aHookOfWhatOnlyLooks_isAsked() {
        files.put(GIT + "/hooks/post-index-change", "");
        assertEquals(Action.ASK, decide("git status"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true",
                "[core]\n\tfsmonitor = true",
                "[filter \"nb\"]\n\tclean = nbstripout",
                "[diff \"x\"]\n\ttextconv = exif",
                "[merge]\n\tconflictstyle = zdiff3",
                "[remote \"origin\"]\n\turl = git@github.com:acme/app.git"
            })
    void programsThatAreInstalled_areNot(String settings) {
        files.put(GIT + "/config", settings + "\n");
        assertEquals(Action.ALLOW, decide("git status"));
        assertEquals(Action.ALLOW, decide("git add x"));
    }

    @ParameterizedTest
    @CsvSource({
        "/home/dev/project/.git/config, '[core]\n\thooksPath = .husky'",
        "/home/dev/project/.git/config, '[core]\nHOOKSPATH=x'",
        "/home/dev/project/.git/config.worktree, '[core]\n\thookspath = x'",
        "/home/dev/.gitconfig, '[core] hooksPath = ~/hooks'",
        "/home/dev/.config/git/config, '[include]\n\tpath = more'",
        "/etc/gitconfig, '[includeIf \"gitdir:~/\"]\n\tpath = more'"
    })
    void aSettingMayNameOtherHooks(String file, String text) {
        assertEquals(Action.ALLOW, decide("git commit -m x"));
        files.put(file, text);
        assertEquals(Action.ASK, decide("git commit -m x"));
    }

    @Test
    void hooksOfAWorktree_areThoseOfItsRepository() {
        files.clear();
        files.put(GIT, "gitdir: /home/dev/main/.git/worktrees/project\n");
        assertEquals(Action.ASK, decide("git commit -m x"), "the repository is not there");
        files.put("/home/dev/main/.git/worktrees/project/HEAD", "");
        files.put("/home/dev/main/.git/worktrees/project/commondir", "../..\n");
        assertEquals(Action.ALLOW, decide("git commit -m x"));
        files.put("/home/dev/main/.git/hooks/post-commit", "");
        assertEquals(Action.ASK, decide("git commit -m x"));
        files.put(GIT, "something else");
        assertEquals(Action.ASK, decide("git commit -m x"));
    }

    @Test
    void theFolderThatAnOptionNames_counts() {
        files.put(PROJECT + "/sub/.git/HEAD", "");
        files.put(PROJECT + "/sub/.git/hooks/pre-commit", "");
        assertEquals(Action.ALLOW, decide("git commit -m x"));
        assertEquals(Action.ASK, decide("git -C sub commit -m x"));
        assertEquals(Action.ASK, decide("cd sub && git commit -m x"));
        assertEquals(Action.ALLOW, decide("git commit -m x", new Disk()));
    }

    @Test
    void whatIsNotKnown_mayBeAnything() {
        assertEquals(Action.ASK, decide("git commit -m x", FileView.NONE));
        assertEquals(Action.ASK, decide("git remote -v", FileView.NONE));
        assertEquals(Action.ASK, decide("git add -A", FileView.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "https://github.com/o/r, ALLOW",
        "git@github.com:o/r, ALLOW",
        "ssh://git@example.com/o/r, ALLOW",
        "https://token@github.com/o/r, ASK",
        "https://me:secret@example.com/o/r, ASK"
    })
    void addressesOfRemotes_areShownUnlessAPasswordIsInOne(String address, Action action) {
        files.put(GIT + "/config", "[remote \"origin\"]\n\turl = " + address + "\n");
        assertEquals(action, decide("git remote -v"));
        assertEquals(Action.ASK, decide("git remote get-url \"$NAME\""));
    }

    @Test
    void allOfARepository_mayBeMoreThanTheWorkspace() {
        assertEquals(Action.ALLOW, decide("git add -A"));
        files.clear();
        files.put("/home/dev/.git/HEAD", "");
        assertEquals(Action.ASK, decide("git add -A"));
    }
}
