package dev.licet.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.licet.contain.Contained.End;
import dev.licet.core.contain.HostUse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server on this machine, and real programs within bounds that want to reach it. */
class ReachedHostsTest {
    /** By the proxy, also what programs take for their own machine. */
    private static final String CURL = "curl -sS --noproxy '' -m 20 ";

    @TempDir
    private Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body.length + " "
                    + new String(body, StandardCharsets.UTF_8) + (body.length > 0 ? " " : "")
                    + exchange.getRequestHeaders().getFirst("Host"));
            byte[] answer = "there\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private Contained reaching(String... patterns) throws Exception {
        return Contained.in(folder).reaching(patterns);
    }

    @Test
    void aHostThatARuleLets_isReached_andCounted() throws Exception {
        String address = "http://localhost:" + port() + "/a?b=c";
        End end = reaching("localhost:" + port())
                .run(CURL + address + " > got; " + CURL + "-d 12345 " + address + " | tail -1");
        assertEquals("there\n", end.output());
        assertEquals(List.of("GET /a?b=c 0 localhost:" + port(), "POST /a?b=c 5 12345 localhost:" + port()), asked);
        HostUse use = end.hosts().getFirst();
        assertEquals(
                List.of("localhost", port(), 2, true), List.of(use.host(), use.port(), use.times(), use.isReached()));
        assertTrue(use.received() > 12_000 && use.sent() > 100, use::toString);
        assertEquals(1, end.hosts().size());
    }

    @Test
    void aTunnel_andSocks_passOnWhatIsSaid() throws Exception {
        String address = "http://127.0.0.1:" + port() + "/";
        End end = reaching("127.0.0.1:" + port())
                .run(CURL + "-p " + address + " | tail -1; " + CURL + "--socks5-hostname 127.0.0.1:3128 " + address
                        + " | tail -1; " + CURL + "--socks5 127.0.0.1:3128 " + address + " | wc -l");
        assertEquals("there\nthere\n1000\n", end.output());
        assertEquals(3, end.hosts().getFirst().times());
    }

    @Test
    void whatNoRuleLets_isNotReached_howeverItIsSpelled() throws Exception {
        Contained contained = reaching("*.example.com", "example.com:" + port(), "*.localhost:*", "localhost:1");
        for (String host : List.of(
                "localhost",
                "LOCALHOST",
                "127.0.0.1",
                "127.1",
                "0x7f.1",
                "2130706433",
                "[::1]",
                "0.0.0.0",
                "localhost.")) {
            End end = contained.run(
                    CURL + "-p http://" + host + ":" + port() + "/; " + CURL + "http://" + host + ":" + port() + "/");
            assertFalse(end.output().contains("there"), host + ": " + end.output());
            assertTrue(end.hosts().stream().noneMatch(HostUse::isReached), end::toString);
        }
        End end = contained.run(CURL + "-f http://localhost:" + port() + "/");
        assertNotEquals(0, end.status());
        assertEquals("no rule lets it", end.hosts().getFirst().refused());
        End ours = reaching("*").run(CURL + "http://localhost:" + port() + "/");
        assertEquals(
                "licet: `localhost` is not reached: its address is one of this machine, of a private network, or denied\n",
                ours.output());
        assertEquals(List.of(), asked);
    }

    @Test
    void aBody_arrivesAsItWasSent_andASecondRequestGoesToItsOwnHost() throws Exception {
        String address = "http://localhost:" + port() + "/";
        End end = reaching("localhost:" + port())
                .run(CURL + "-d hello=world " + address + "a -o got http://other.test/b -o second " + address
                        + "c -o third;" + " cat second; curl -sSI --noproxy '' " + address + " | grep -i connection");
        assertEquals("licet: `other.test` is not reached: no rule lets it\nConnection: close\r\n", end.output());
        String host = " localhost:" + port();
        assertEquals(
                List.of("POST /a 11 hello=world" + host, "POST /c 11 hello=world" + host, "HEAD / 0 " + host.strip()),
                asked);
    }

    @Test
    void manyAtOnce_areServed_andWhoSaysNothingMoreIsStillAnswered() throws Exception {
        End end = reaching("localhost:" + port())
                .run("for i in {1..100}; do " + CURL + "http://localhost:" + port()
                        + "/$i -o /dev/null & done; wait; echo done;"
                        + " exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT localhost:" + port()
                        + " HTTP/1.1\\r\\n\\r\\n"
                        + "GET / HTTP/1.0\\r\\n\\r\\n' >&3; grep -c there <&3");
        assertEquals("done\n1000\n", end.output());
        assertEquals(101, end.hosts().getFirst().times());
    }

    @Test
    void namesWithoutEnd_leaveWhatWasReachedOnRecord() throws Exception {
        End end = reaching("localhost:" + port())
                .run(CURL + "http://localhost:" + port() + "/ -o /dev/null; for i in {1..700}; do"
                        + " exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT x%s.test:443 HTTP/1.1\\r\\n\\r\\n' $i >&3; read -r x <&3; done;"
                        + " exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT %060000d:443 HTTP/1.1\\r\\n\\r\\n' 0 >&3; read -r x <&3; echo $x;"
                        + CURL + "http://LOCALHOST:" + port() + "/ -o /dev/null; " + CURL + "http://closed.test:"
                        + port() + "/");
        assertTrue(end.output().startsWith("HTTP/1.1 403 Forbidden"), end.output());
        assertEquals(2, end.hosts().getFirst().times());
        assertEquals(501, end.hosts().size());
        assertTrue(end.hosts().stream().allMatch(use -> use.host().length() < 254));
    }

    @Test
    void whatDoesNotAnswer_isNotOnRecordAsReached() throws Exception {
        int port = port();
        server.stop(0);
        End end = reaching("localhost:" + port, "nowhere.invalid")
                .run(CURL + "http://localhost:" + port + "/; " + CURL + "http://nowhere.invalid/");
        assertEquals(
                List.of("it does not answer", "its name is not known here"),
                end.hosts().stream().map(HostUse::refused).toList());
        assertTrue(end.hosts().stream().noneMatch(HostUse::unnamed));
    }

    @Test
    void besideTheProxy_thereIsNoNetwork() throws Exception {
        End end = reaching("localhost:" + port(), "*")
                .run("curl -sS -m 5 --noproxy '*' http://127.0.0.1:" + port() + "/; exec 3<>/dev/tcp/127.0.0.1/"
                        + port()
                        + "; cat /proc/net/dev | wc -l; curl -sS -m 5 --noproxy '*' http://192.0.2.1/; echo end");
        assertFalse(end.output().contains("there"), end.output());
        assertTrue(end.output().endsWith("end\n"), end.output());
        assertEquals(List.of(), asked);
    }

    @Test
    void whatIsNoRequest_endsNothingElse() throws Exception {
        End end = reaching("localhost:" + port())
                .run("for what in 'GET / HTTP/1.1' 'CONNECT x HTTP/1.1' 'GET ftp://localhost/ HTTP/1.1' x; do"
                        + " exec 3<>/dev/tcp/127.0.0.1/3128; printf '%s\\r\\n\\r\\n' \"$what\" >&3; head -1 <&3; done; "
                        + "exec 3<>/dev/tcp/127.0.0.1/3128; printf '\\5\\1\\0\\5\\2\\0\\1\\177\\0\\0\\1\\0\\120' >&3; head -c 5 <&3 | od -An -tx1;"
                        + CURL + "http://localhost:" + port() + "/ | tail -1");
        assertEquals("HTTP/1.1 400 Bad Request\r\n".repeat(4) + " 05 00 05 07 00\nthere\n", end.output());
    }

    @Test
    void withoutARule_nothingOfItIsThere() throws Exception {
        End end = Contained.in(folder).run("env | grep -ci proxy; ls /run");
        assertEquals("0\n", end.output());
        assertEquals(List.of(), end.hosts());
    }
}
