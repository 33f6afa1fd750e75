package dev.licet.server.email;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.server.WithServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A mail server that does not take one of the addresses (RFC 5321, section 4.2.3: 550). */
class RefusedAddressTest extends WithServer {
    private static final int LONG_SECONDS = 30;

    private final BlockingQueue<String> delivered = new LinkedBlockingQueue<>();

    @SuppressWarnings("NullAway.Init")
    private ServerSocket smtp;

    @Override
    protected void prepare() throws Exception {
        smtp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
        Files.writeString(folder.resolve("licet.yaml"), """
                server:
                  notify:
                    email:
                      host: 127.0.0.1
                      port: %d
                      security: none
                      from: licet@example.com
                      to: [gone@example.com, ben@example.com]
                """.formatted(smtp.getLocalPort()));
    }

    @AfterEach
    void stop() throws Exception {
        smtp.close();
    }

    private void accept() {
        while (!smtp.isClosed()) {
            serveOne();
        }
    }

    private void serveOne() {
        try (Socket client = smtp.accept()) {
            talk(client);
        } catch (IOException e) {
            // The test is over, or the client has gone: the next one is waited for.
            return;
        }
    }

    private void talk(Socket client) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        say(client, "220 ready");
        String recipient = "";
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line.split("[ :]", 2)[0]) {
                case "RCPT" -> {
                    boolean gone = line.contains("gone@");
                    recipient = gone ? recipient : line;
                    say(client, gone ? "550 no such person" : "250 ok");
                }
                case "DATA" -> {
                    say(client, "354 go on");
                    in.lines().takeWhile(text -> !text.equals(".")).forEach(text -> {});
                    delivered.add(recipient);
                    say(client, "250 ok");
                }
                case "QUIT" -> {
                    say(client, "221 bye");
                    return;
                }
                default -> say(client, "250 ok");
            }
        }
    }

    private static void say(Socket client, String reply) throws IOException {
        client.getOutputStream().write((reply + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theOthers_areToldAllTheSame_andOnce() throws Exception {
        String first = open.ask("s", "make all");
        assertEquals("RCPT TO:<ben@example.com>", delivered.poll(LONG_SECONDS, TimeUnit.SECONDS), first);
        open.ask("s", "make more");
        assertEquals("RCPT TO:<ben@example.com>", delivered.poll(LONG_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, delivered.size());
    }
}
