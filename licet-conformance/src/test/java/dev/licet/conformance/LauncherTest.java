package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static ProcessBuilder licet(String... args) {
        var command = new ArrayList<>(List.of(Program.ROOT.resolve("licet").toString()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command);
    }

    @Test
    void jdk_isFound_withoutJavaHomeAndFromAnotherFolder() throws Exception {
        ProcessBuilder builder = licet("--version").directory(folder.toFile());
        builder.environment().remove("JAVA_HOME");
        Program.Result result = Program.finish(builder.start(), "");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().matches("licet \\S+, Java (2[1-9]|[3-9][0-9])\n"), result.out());
    }

    @Test
    void tooOldJavaHome_isPassedOver() throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.writeString(folder.resolve("bin/java"), "#!/bin/sh\nexit 9\n");
        assertTrue(folder.resolve("bin/java").toFile().setExecutable(true));
        ProcessBuilder builder = licet("--version");
        builder.environment().put("JAVA_HOME", folder.toString());
        assertEquals(0, Program.finish(builder.start(), "").status());
    }

    @Test
    void link_leadsToTheCheckout() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("licet"), Program.ROOT.resolve("licet"));
        assertEquals(
                0,
                Program.finish(new ProcessBuilder(link.toString(), "--version").start(), "")
                        .status());
    }

    /** A checkout that is not built yet, and whose build takes a while; {@code builds} tells of it. */
    private Path checkout() throws Exception {
        Path checkout = Files.createDirectories(folder.resolve("checkout"));
        for (String module : List.of("licet-cli", "licet-hook")) {
            Files.createDirectories(checkout.resolve(module + "/src/main"));
            Files.createFile(checkout.resolve(module + "/pom.xml"));
        }
        Files.createFile(checkout.resolve("pom.xml"));
        Files.copy(Program.ROOT.resolve("licet"), checkout.resolve("licet"), StandardCopyOption.COPY_ATTRIBUTES);
        program(checkout.resolve("program.jar"));
        Files.writeString(checkout.resolve("mvnw"), """
                #!/bin/sh
                echo build >>builds
                mkdir overlap || echo overlap >>builds
                sleep 2
                mkdir -p licet-hook/target
                ln -sf %1$s/licet-hook/target/licet-hook.jar licet-hook/target/
                cp program.jar licet-cli/target/licet.jar
                rmdir overlap
                """.formatted(Program.ROOT));
        assertTrue(checkout.resolve("mvnw").toFile().setExecutable(true));
        return checkout;
    }

    /** What such a checkout is built into: a program that says that it runs. */
    static final class Built {
        private Built() {}

        public static void main(String[] args) {
            System.out.println("licet " + String.join(" ", args));
        }
    }

    private static void program(Path jar) throws Exception {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Built.class.getName());
        String name = Built.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = Objects.requireNonNull(Built.class.getResourceAsStream("/" + name))) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
    }

    @Test
    void severalAtOnce_onFirstUse_buildOnce() throws Exception {
        Path checkout = checkout();
        String version = checkout.resolve("licet") + " --version";
        String[] three = {"sh", "-c", version + " & " + version + " & " + version + " && wait"};
        Program.Result result = Program.finish(new ProcessBuilder(three).start(), "");
        assertEquals(
                3,
                result.out().lines().filter(line -> line.startsWith("licet ")).count(),
                result.err());
        assertTrue(result.err().contains("waiting for the build of process "), result.err());
        assertEquals("build\n", Files.readString(checkout.resolve("builds")));
    }

    @Test
    void aCopy_inWhichOnlyTimesDiffer_isNotBuiltAgain() throws Exception {
        Path checkout = checkout();
        String licet = checkout.resolve("licet").toString();
        assertEquals(
                0,
                Program.finish(new ProcessBuilder(licet, "--version").start(), "")
                        .status());
        Path pom = checkout.resolve("pom.xml");
        var later = FileTime.from(Instant.now().plusSeconds(600));
        Files.setLastModifiedTime(pom, later);
        assertEquals(
                0,
                Program.finish(new ProcessBuilder(licet, "--version").start(), "")
                        .status());
        assertEquals("build\n", Files.readString(checkout.resolve("builds")));
        Files.writeString(pom, "<!-- changed -->");
        Files.setLastModifiedTime(pom, later);
        assertEquals(
                0,
                Program.finish(new ProcessBuilder(licet, "--version").start(), "")
                        .status());
        assertEquals("build\nbuild\n", Files.readString(checkout.resolve("builds")));
    }

    @Test
    void home_isWhereTheDataDirectoryIs() throws Exception {
        Path home = Files.createDirectories(folder.resolve("a home"));
        Files.createDirectories(home.resolve(".licet"));
        Files.writeString(home.resolve(".licet/licet.yaml"), "tools:\n  approval: { read_file: deny }\n");
        ProcessBuilder builder = licet("check", "read_file", "{\"path\":\"a\"}");
        builder.environment().put("HOME", home.toString());
        builder.environment().remove("LICET_HOME");
        Program.Result result = Program.finish(builder.start(), "");
        assertEquals(20, result.status(), result.out() + result.err());
    }

    @Test
    void aProvider_isWrittenAsPeopleWriteIt() throws Exception {
        ProcessBuilder agent = licet(
                "agent",
                "--data-dir",
                folder.resolve("data").toString(),
                "--provider",
                "ollama",
                "--model",
                "none",
                "--base-url",
                "http://127.0.0.1:9/v1",
                "hello");
        Program.Result result = Program.finish(agent.start(), "");
        assertTrue(result.out().contains("nothing answers at http://127.0.0.1:9/v1"), result.out() + result.err());
    }

    @Test
    void theLockOfABuildThatIsGone_holdsNobody() throws Exception {
        Path checkout = checkout();
        Path target = Files.createDirectories(checkout.resolve("licet-cli/target"));
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.createSymbolicLink(target.resolve("building"), Path.of(String.valueOf(gone.pid())));
        Program.Result result =
                Program.finish(new ProcessBuilder(checkout.resolve("licet").toString(), "--version").start(), "");
        assertEquals(0, result.status(), result.err());
        assertFalse(Files.isSymbolicLink(target.resolve("building")));
    }

    @Test
    void exitStatus_isTheDecision() throws Exception {
        String data = folder.resolve("data").toString();
        assertEquals(0, status("read_file", "{\"path\":\"a\"}", data));
        assertEquals(10, status("shell_exec", "{\"command\":\"git status && make build\"}", data));
        assertEquals(20, status("read_file", "{\"path\":\".env\"}", data));
    }

    @Test
    void exampleInTheReadme_isTrue() throws Exception {
        String readme = Files.readString(Program.ROOT.resolve("README.md"));
        String[] example = readme.split("```console\n\\$ ", 2)[1].split("```", 2)[0].split("\n", 2);
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", example[0] + " --data-dir " + folder.resolve("data"));
        Program.Result result =
                Program.finish(builder.directory(Program.ROOT.toFile()).start(), "");
        assertEquals(example[1], result.out());
        assertEquals(10, result.status());
    }

    @Test
    void hookThatCannotStart_blocksTheCall() throws Exception {
        String data = folder.resolve("data").toString();
        ProcessBuilder noTools = licet("hook", "claude", "--data-dir", data);
        noTools.environment().put("PATH", "/nonexistent");
        ProcessBuilder noMemory = new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -v 300000; exec " + Program.ROOT.resolve("licet") + " hook claude --data-dir " + data);
        ProcessBuilder noHome = licet("hook", "claude", "--data-dir", data);
        noHome.environment().remove("HOME");
        noHome.environment().put("JAVA_TOOL_OPTIONS", "-XX:NoSuchOption");
        for (ProcessBuilder builder : List.of(noTools, noMemory, noHome)) {
            Program.Result result = Program.finish(builder.start(), "{}");
            assertEquals(2, result.status(), result.err());
            assertTrue(result.err().contains("icet"), "it says why: " + result.err());
        }
    }

    private static int status(String tool, String arguments, String data) throws Exception {
        return Program.finish(
                        licet("check", tool, arguments, "--data-dir", data).start(), "")
                .status();
    }
}
