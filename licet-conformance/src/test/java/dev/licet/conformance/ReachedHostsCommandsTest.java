package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.licet.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `licet run` of commands that want to reach hosts from within their bounds. */
class ReachedHostsCommandsTest {
    /** By the proxy, also what curl takes for its own machine. */
    private static final String CURL = "curl -sS --noproxy '' -m 20 ";

    @TempDir
    private Path folder;

    private Path project;
    private HttpServer server;
    private String host;

    @BeforeEach
    void serve() throws Exception {
        Program.require("bubblewrap", "bwrap");
        Program.require("socat", "socat");
        Program.require("curl", "curl");
        project = Files.createDirectory(folder.resolve("project"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 6);
            exchange.getResponseBody().write("there\n".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        host = "localhost:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void rules(String text) throws IOException {
        Path rules = folder.resolve("data/workers/local/permissions.jsonc");
        Files.createDirectories(rules.getParent());
        Files.writeString(rules, text);
    }

    private Program.Result licet(String... words) throws IOException, InterruptedException {
        var process = Program.licet(words);
        return Program.finish(process, "");
    }

    private Program.Result run(String line) throws IOException, InterruptedException {
        Files.writeString(project.resolve("go.sh"), line + "\n");
        return licet(
                "run",
                "--data-dir",
                folder.resolve("data").toString(),
                "--cwd",
                project.toString(),
                "--mode",
                "contained",
                "--",
                "bash go.sh");
    }

    private String audit(String... options) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(
                "audit",
                "search",
                "--json",
                "--data-dir",
                folder.resolve("data").toString()));
        words.addAll(List.of(options));
        return licet(words.toArray(String[]::new)).out();
    }

    @Test
    void whatARuleLets_isReached_andOnRecord() throws Exception {
        rules("{\"network\": {\"" + host + "\": \"contain\"}}");
        Program.Result run = run(CURL + "http://" + host + "/ > got.txt");
        assertEquals(0, run.status(), run::err);
        assertEquals("", run.err());
        assertEquals("there\n", Files.readString(project.resolve("got.txt")));
        String entry = audit("--step", "connected");
        assertTrue(
                entry.contains("\"hosts\":[{\"host\":\"localhost\",\"port\":"
                        + server.getAddress().getPort() + ",\"received\":"),
                entry);
        assertEquals("", audit("--refused"));
    }

    @Test
    void whatNoRuleLets_isNamed_withTheRuleThatWould_andAskedWhenItIsMadeAgain() throws Exception {
        rules("{\"network\": {\"" + host + "\": \"contain\"}}");
        String line = CURL + "-f https://registry.example.com/";
        Program.Result run = run(line);
        assertFalse(run.status() == 0, run::err);
        assertTrue(run.err().contains("licet: it did not reach `registry.example.com`: no rule lets it"), run::err);
        assertTrue(
                run.err().contains("a rule that would let it: {\"network\":{\"registry.example.com\":\"contain\"}}"),
                run::err);
        String refused = audit("--refused");
        assertTrue(
                refused.contains(
                        "\"host\":\"registry.example.com\",\"port\":443,\"refused\":\"no rule lets it\",\"times\":1,\"unnamed\":true"),
                refused);
    }

    @Test
    void learn_proposesTheHostsThatWereNotReached() throws Exception {
        rules("{\"network\": {\"" + host + "\": \"contain\", \"denied.example.com\": \"deny\"}}");
        run(CURL + "https://registry.example.com/ || true");
        run("for host in registry.example.com denied.example.com x.example.com:8443; do " + CURL
                + "https://$host/ || true; done");
        String data = folder.resolve("data").toString();
        Program.Result learned = licet("learn", "--audit", "--data-dir", data, "--apply", "1");
        String proposed = """
                  1  contain  network: registry.example.com  (2 runs in 1 session did not reach it)
                     by         bash go.sh
                  2  contain  network: x.example.com:8443  (1 run in 1 session did not reach it)
                """;
        assertTrue(learned.out().contains(proposed), () -> learned.out() + learned.err());
        assertFalse(learned.out().contains("denied"), learned::out);
        assertTrue(Files.readString(folder.resolve("data/workers/local/permissions.jsonc"))
                .contains("\"registry.example.com\": \"contain\""));
        assertFalse(licet("learn", "--audit", "--data-dir", data).out().contains("registry"), "it is named now");
    }

    private Program.Result check(String rules) throws IOException, InterruptedException {
        rules(rules);
        Program.Result check = licet(
                "check",
                "--data-dir",
                folder.resolve("data").toString(),
                "--mode",
                "contained",
                "--cwd",
                project.toString(),
                "shell_exec",
                "npm view x");
        assertEquals(ExitCode.CONTAIN, check.status(), () -> check.out() + check.err());
        return check;
    }

    @Test
    void check_namesTheHosts() throws Exception {
        Program.Result asked = check("{\"network\": {\"*\": \"ask\", \"x.test\": \"contain\"}}");
        assertTrue(asked.out().contains("  ask     *\n  contain x.test\n"), asked::out);
        Program.Result denied = check("{\"network\": {\"x.test\": \"contain\", \"y.test\": \"deny\"}}");
        assertTrue(denied.out().contains("no network but for these hosts"), denied::out);
        assertTrue(denied.out().contains("  contain x.test\n  deny    y.test\n"), denied::out);
    }
}
