package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `licet run` in mode `contained`, with real programs in real projects. */
class ContainedCommandsTest {
    @TempDir
    private Path folder;

    private Path project;

    @BeforeEach
    void project() throws IOException, InterruptedException {
        Program.require("bubblewrap", "bwrap");
        project = Files.createDirectory(folder.resolve("project"));
        Program.run("git", "-C", project.toString(), "init", "-q");
    }

    private void file(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Program.Result run(String line, String... options) throws IOException, InterruptedException {
        var args = new ArrayList<>(List.of(
                "run",
                "--data-dir",
                folder.resolve("data").toString(),
                "--cwd",
                project.toString(),
                "--session",
                "s",
                "--mode",
                "contained"));
        args.addAll(List.of(options));
        args.addAll(List.of("--", line));
        return Program.finish(Program.licet(args.toArray(String[]::new)), "");
    }

    @Test
    void command_changesTheWorkspaceAndNothingElse() throws Exception {
        file(".env", "TOKEN=geheim");
        file("build.sh", "echo made > out.txt; cat .env; touch .git/hooks/pre-commit ../outside; exit 3\n");
        Program.Result held = run("bash build.sh");
        assertEquals(3, held.status(), held::err);
        assertEquals("made\n", Files.readString(project.resolve("out.txt")));
        assertFalse(Files.exists(project.resolve(".git/hooks/pre-commit")));
        assertFalse(Files.exists(folder.resolve("outside")));
        assertTrue(held.err().contains("cat: .env: Permission denied"), held::err);
        assertTrue(
                held.err().contains("licet: not put in place: " + project.resolve(".git/hooks/pre-commit")), held::err);
        assertEquals(ExitCode.ASK, run("bash build.sh", "--no-bounds").status());
        Program.Result refused = Program.finish(
                Program.licet(
                        "audit",
                        "search",
                        "--refused",
                        "--json",
                        "--data-dir",
                        folder.resolve("data").toString()),
                "");
        assertEquals(1, refused.out().lines().count(), refused::out);
        assertTrue(
                refused.out().contains("\"path\":\"" + project.toRealPath().resolve(".git/hooks/pre-commit") + "\""),
                refused::out);
    }

    @Test
    void rule_containsWhatItNames_andTheAuditHasTheBounds() throws Exception {
        file("Makefile", "all:\n\techo x > made\n");
        Path rules = folder.resolve("data/workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, "{\"shell_exec\": {\"make *\": \"contain\"}}");
        var args = List.of(
                "run", "--data-dir", folder.resolve("data").toString(), "--cwd", project.toString(), "--", "make");
        Program.Result made = Program.finish(Program.licet(args.toArray(String[]::new)), "");
        assertEquals(0, made.status(), made::err);
        assertTrue(Files.exists(project.resolve("made")));
        Program.Result audit = Program.finish(
                Program.licet(
                        "audit", "export", "--data-dir", folder.resolve("data").toString()),
                "");
        assertTrue(audit.out().contains("\"decision\":\"contain\""), audit::out);
        assertTrue(audit.out().contains("\"writable\":[\"" + project.toRealPath() + "\"]"), audit::out);
    }

    @Test
    void check_showsTheBounds() throws Exception {
        file(".env", "TOKEN=geheim");
        Program.Result check = Program.finish(
                Program.licet(
                        "check",
                        "--data-dir",
                        folder.resolve("data").toString(),
                        "--mode",
                        "contained",
                        "--cwd",
                        project.toString(),
                        "shell_exec",
                        "make"),
                "");
        assertEquals(ExitCode.CONTAIN, check.status(), check::err);
        assertTrue(check.out().contains("  writes  " + project.toRealPath()), check::out);
        assertTrue(check.out().contains("  hides   " + project.toRealPath().resolve(".env")), check::out);
    }

    @Test
    void gitCommit_runsItsHooksAndIsThereAfterwards() throws Exception {
        file("a.txt", "a\n");
        file(".git/hooks/pre-commit", "#!/bin/sh\necho checked > hook.txt\n");
        Program.run("chmod", "+x", project.resolve(".git/hooks/pre-commit").toString());
        Program.Result commit = run(
                "git -c user.name=x -c user.email=x@example.com add a.txt && git -c user.name=x -c user.email=x@example.com commit -qm first");
        assertEquals(0, commit.status(), commit::err);
        assertEquals("", commit.err().replaceAll("(?m)^licet: it ran.*$", ""));
        assertEquals("first\n", Program.run("git", "-C", project.toString(), "log", "--format=%s"));
        assertEquals("checked\n", Files.readString(project.resolve("hook.txt")));
        Program.run("git", "-C", project.toString(), "fsck", "--strict");
    }

    @Test
    void cargoTest_passes() throws Exception {
        Program.require("cargo", "cargo");
        file("Cargo.toml", "[package]\nname = \"x\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        file("src/lib.rs", "#[test]\nfn adds() { assert_eq!(2, 1 + 1); }\n");
        Program.Result test = run("cargo test --offline");
        assertEquals(0, test.status(), test::err);
        assertTrue(test.out().contains("1 passed"), test::out);
        assertTrue(Files.isDirectory(project.resolve("target/debug")));
    }

    @Test
    @Tag("toolchains")
    void pytest_passes() throws Exception {
        Program.require("python3-pytest", "pytest", "pytest-3");
        file(
                "test_x.py",
                "def test_makes(tmp_path):\n    (tmp_path / 'a').write_text('x')\n    open('made', 'w').close()\n");
        Program.Result test = run("pytest -q || pytest-3 -q");
        assertEquals(0, test.status(), () -> test.out() + test.err());
        assertTrue(test.out().contains("1 passed"), test::out);
        assertTrue(Files.exists(project.resolve("made")));
    }

    @Test
    @Tag("toolchains")
    void goTest_passes() throws Exception {
        Program.require("golang-go", "go");
        file("go.mod", "module example.org/x\n\ngo 1.19\n");
        file(
                "x_test.go",
                "package x\n\nimport \"testing\"\n\nfunc TestAdds(t *testing.T) {\n\tif 1+1 != 2 {\n\t\tt.Fatal()\n\t}\n}\n");
        Program.Result test = run("go test ./...");
        assertEquals(0, test.status(), () -> test.out() + test.err());
        assertTrue(test.out().contains("ok"), test::out);
    }

    /** This very project, with what Maven has fetched before. */
    @Test
    @Tag("toolchains")
    void mavenOffline_buildsTheShellAndTheRules() throws Exception {
        Program.run("git", "-C", project.toString(), "pull", "-q", Program.ROOT.toString(), "HEAD");
        Program.Result build = run("./mvnw -B -o -q -pl licet-core -am package -DskipTests");
        assertEquals(0, build.status(), () -> build.out() + build.err());
        assertTrue(Files.isDirectory(project.resolve("licet-core/target/classes")));
    }

    @Test
    void npmTest_passes() throws Exception {
        Program.require("npm", "npm");
        file("package.json", "{\"name\":\"x\",\"scripts\":{\"test\":\"node --test\"}}");
        file("x.test.js", "const t=require('node:test');t('adds',()=>{if(1+1!==2)throw 1});\n");
        Program.Result test = run("npm test");
        assertEquals(0, test.status(), () -> test.out() + test.err());
        assertTrue(test.out().contains("pass 1"), test::out);
    }

    @Test
    void networkIsNotThere_andHelpIsNamed() throws Exception {
        file("fetch.py", "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')\n");
        Program.Result fetch = run("python3 fetch.py");
        assertEquals(1, fetch.status(), fetch::err);
        assertTrue(fetch.err().contains("licet run --no-bounds"), fetch::err);
    }
}
