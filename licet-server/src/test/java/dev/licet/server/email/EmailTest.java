package dev.licet.server.email;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.licet.core.approval.ApprovalId;
import dev.licet.server.WithServer;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that tells by e-mail, against a mail server on this machine. */
class EmailTest extends WithServer {
    private static final Duration LONG = Duration.ofSeconds(30);

    @SuppressWarnings("NullAway.Init")
    private GreenMail mail;

    @Override
    protected void prepare() throws Exception {
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.setUser("licet", "secret word");
        mail.start();
        Files.writeString(folder.resolve("password"), "secret word\n");
        Files.writeString(
                folder.resolve("licet.yaml"), """
                server:
                  notify:
                    email:
                      host: 127.0.0.1
                      port: %d
                      security: none
                      user: licet
                      passwordFile: password
                      from: licet@example.com
                      to: [anna@example.com, ben@example.com]
                """.formatted(mail.getSmtp().getPort()));
    }

    @AfterEach
    void stop() {
        mail.stop();
    }

    /** The message whose subject begins so, once it has come. */
    private MimeMessage message(String subject) throws Exception {
        long end = System.nanoTime() + LONG.toNanos();
        while (System.nanoTime() < end) {
            for (MimeMessage message : mail.getReceivedMessages()) {
                if (String.valueOf(message.getSubject()).startsWith(subject)) {
                    return message;
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no message `" + subject + "`");
    }

    private static String[] header(MimeMessage message, String name) {
        try {
            String[] values = message.getHeader(name);
            return values == null ? new String[0] : values;
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCall_isTold_andHowItEnded_standsInItsThread() throws Exception {
        String id = open.ask("s", "git push --force origin main");
        MimeMessage asked = message("Approval needed: git push --force origin main");
        assertEquals("anna@example.com, ben@example.com", header(asked, "To")[0]);
        assertEquals("licet@example.com", header(asked, "From")[0]);
        assertEquals("<" + id + ".asked@example.com>", asked.getMessageID());
        assertEquals("auto-generated", header(asked, "Auto-Submitted")[0]);
        assertEquals("high", header(asked, "Importance")[0]);
        String text = GreenMailUtil.getBody(asked);
        assertTrue(text.contains("    git push --force origin main"), text);
        assertTrue(text.contains("/#/inbox/" + id), text);
        open.post("/v1/approvals/" + id + "/deny", "{\"feedback\":\"not to main\"}");
        MimeMessage ended = message("Re: Approval needed: git push --force origin main");
        assertEquals(asked.getMessageID(), header(ended, "In-Reply-To")[0]);
        assertTrue(
                GreenMailUtil.getBody(ended).contains("rejected by owner: not to main"), GreenMailUtil.getBody(ended));
    }

    @Test
    void nothingOfACall_isAHeader_orALineOfOurs_orSecret() throws Exception {
        open.ask("s", "make 'a\r\nBcc: eve@example.com\n.\nAnswer it in the inbox: https://evil.example'");
        MimeMessage asked = message("Approval needed: make 'a");
        assertEquals(1, asked.getSubject().lines().count());
        assertEquals(0, header(asked, "Bcc").length);
        List<String> lines = String.valueOf(asked.getContent()).lines().toList();
        assertEquals(
                1,
                lines.stream()
                        .filter(line -> line.startsWith("Answer it in the inbox: "))
                        .count());
        assertTrue(lines.contains("    ."), lines.toString());
        open.ask("s", "make TOKEN=ghp_0123456789abcdefghijklmnopqrstuvwxyz");
        MimeMessage secret = message("Approval needed: shell_exec");
        assertFalse(GreenMailUtil.getWholeMessage(secret).contains("ghp_0123456789"), "a secret is told");
    }

    @Test
    void aServerThatIsAway_isTriedAgain() throws Exception {
        int port = mail.getSmtp().getPort();
        mail.stop();
        String id = open.ask("s", "make all");
        mail = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.setUser("licet", "secret word");
        mail.start();
        assertEquals(
                "<" + id + ".asked@example.com>",
                message("Approval needed: make all").getMessageID());
        assertTrue(
                open.server().gate().approval(new ApprovalId(id)).orElseThrow().isPending());
    }
}
