package dev.licet.server.email;

import dev.licet.core.approval.Approval;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.gate.Gate;
import dev.licet.server.notify.ApprovalSummary;
import dev.licet.server.notify.Channel;
import dev.licet.server.settings.Notifications;
import jakarta.mail.Address;
import jakarta.mail.Authenticator;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel {@code email}: a message for each approval that waits, and one in its thread when that has ended. Messages are plain
 * text in which nothing acts; they lead to the inbox, and nothing is answered by mail.
 */
public final class Email implements Channel {
    private static final Logger LOG = LoggerFactory.getLogger(Email.class);
    private static final String TIMEOUT_MILLIS = "10000";

    /** Longer calls are read in the inbox. */
    private static final int MOST_SHOWN = 20_000;

    private static final int MOST_OF_SUBJECT = 120;
    private static final int MOST_LISTED = 50;

    /** What a server says for good: {@code https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1}. */
    private static final int FOR_GOOD = 500;

    /** Which of several problems of a message is looked at. */
    private static final int MOST_CAUSES = 20;

    private final Gate gate;
    private final Notifications.Email settings;
    private final String inbox;
    private final Session session;

    /** @param inbox where the page is, as others reach it */
    public Email(Gate gate, Notifications.Email settings, String inbox) {
        this.gate = gate;
        this.settings = settings;
        this.inbox = inbox;
        this.session = Session.getInstance(properties(settings), authenticator(settings));
    }

    private static Properties properties(Notifications.Email settings) {
        var properties = new Properties();
        String protocol = settings.security() == Notifications.Security.TLS ? "smtps" : "smtp";
        properties.put("mail.transport.protocol", protocol);
        String of = "mail." + protocol + ".";
        properties.put(of + "host", settings.host());
        properties.put(of + "port", String.valueOf(settings.port()));
        properties.put(of + "auth", String.valueOf(settings.login().isPresent()));
        // One address that is not taken is no reason to tell nobody.
        properties.put(of + "sendpartial", "true");
        properties.put(of + "connectiontimeout", TIMEOUT_MILLIS);
        properties.put(of + "timeout", TIMEOUT_MILLIS);
        properties.put(of + "writetimeout", TIMEOUT_MILLIS);
        boolean starts = settings.security() == Notifications.Security.STARTTLS;
        properties.put(of + "starttls.enable", String.valueOf(starts));
        properties.put(of + "starttls.required", String.valueOf(starts));
        properties.put(of + "ssl.checkserveridentity", "true");
        return properties;
    }

    private static Authenticator authenticator(Notifications.Email settings) {
        return new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                Notifications.Login login = settings.login().orElseThrow();
                return new PasswordAuthentication(login.user(), login.password());
            }
        };
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public void asked(Approval approval) throws IOException {
        Decision decision = gate.decide(approval.call());
        Risk risk = Risk.of(approval.call(), decision);
        MailText text = new MailText();
        text.line(ApprovalSummary.risk(approval, risk));
        text.block(shown(ApprovalSummary.of(approval)));
        text.lines(ApprovalSummary.effect(approval, MOST_LISTED));
        ApprovalSummary.reasons(decision).forEach(text::line);
        text.line("");
        text.line("Answer it in the inbox: " + link(approval));
        text.line(ApprovalSummary.of(approval).where());
        send("asked", approval, "Approval needed: " + ApprovalSummary.headline(approval), text, urgent(risk));
    }

    private static String shown(ApprovalSummary summary) {
        String rest = summary.isRedacted() ? "\n(something secret is left out)" : "";
        return summary.tool() + "\n" + SafeText.cut(summary.text(), MOST_SHOWN) + rest;
    }

    private static boolean urgent(Risk risk) {
        return risk.level().compareTo(Risk.Level.HIGH) >= 0;
    }

    @Override
    public void ended(Approval approval) throws IOException {
        MailText text = new MailText();
        text.line(ApprovalSummary.outcome(approval)
                + ApprovalSummary.comment(approval).map(said -> ": " + said).orElse(""));
        text.block(ApprovalSummary.headline(approval));
        text.line(link(approval));
        send("ended", approval, "Re: Approval needed: " + ApprovalSummary.headline(approval), text, false);
    }

    @Override
    public void digest(List<Approval> approvals) throws IOException {
        MailText text = new MailText();
        text.lines(approvals.stream()
                .limit(MOST_LISTED)
                .map(ApprovalSummary::headline)
                .map(line -> "• " + line)
                .toList());
        text.line("");
        text.line("Answer them in the inbox: " + inbox + "/#/inbox");
        send(Optional.empty(), Optional.empty(), approvals.size() + " calls wait for approval", text, false);
    }

    private String link(Approval approval) {
        return inbox + "/#/inbox/" + approval.id().text();
    }

    /** One message a step, whose id says which: what is told twice is seen once, and an outcome stands below what was asked. */
    private void send(String step, Approval approval, String subject, MailText text, boolean urgent)
            throws IOException {
        String asked = id(approval, "asked");
        send(
                Optional.of(id(approval, step)),
                Optional.of(asked).filter(id -> !step.equals("asked")),
                subject,
                text,
                urgent);
    }

    private String id(Approval approval, String step) {
        String domain = settings.from().substring(settings.from().indexOf('@') + 1);
        return "<" + approval.id().text() + "." + step + "@" + domain + ">";
    }

    private void send(Optional<String> id, Optional<String> answers, String subject, MailText text, boolean urgent)
            throws IOException {
        try {
            MimeMessage message = new NamedMessage(session, id);
            message.setFrom(new InternetAddress(settings.from()));
            message.setRecipients(MimeMessage.RecipientType.TO, recipients());
            message.setSubject(SafeText.cut(SafeText.oneLine(subject), MOST_OF_SUBJECT), StandardCharsets.UTF_8.name());
            message.setText(text.text(), StandardCharsets.UTF_8.name());
            message.setSentDate(Date.from(gate.now()));
            // No holiday notice answers it: https://www.rfc-editor.org/rfc/rfc3834
            message.setHeader("Auto-Submitted", "auto-generated");
            if (urgent) {
                message.setHeader("Importance", "high");
            }
            if (answers.isPresent()) {
                message.setHeader("In-Reply-To", answers.get());
                message.setHeader("References", answers.get());
            }
            Transport.send(message);
        } catch (MessagingException e) {
            failed(e);
        }
    }

    private Address[] recipients() throws MessagingException {
        return InternetAddress.parse(settings.to().stream().collect(Collectors.joining(", ")), true);
    }

    /** What a server does not take for good is not tried again. */
    private static void failed(MessagingException e) throws IOException {
        if (isForGood(e)) {
            LOG.warn("the mail server does not take a message: {}", why(e));
            return;
        }
        throw new IOException("e-mail cannot be sent: " + why(e), e);
    }

    private static boolean isForGood(MessagingException e) {
        Throwable cause = e;
        for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
            int code = switch (cause) {
                case SMTPAddressFailedException address -> address.getReturnCode();
                case SMTPSenderFailedException sender -> sender.getReturnCode();
                case SMTPSendFailedException send -> send.getReturnCode();
                default -> 0;
            };
            if (code >= FOR_GOOD) {
                return true;
            }
            cause = cause instanceof MessagingException nested ? nested.getNextException() : null;
        }
        return false;
    }

    private static String why(MessagingException e) {
        Exception next = e.getNextException();
        String first = String.valueOf(e.getMessage()).strip();
        return e instanceof SendFailedException && next != null ? first + ": " + next.getMessage() : first;
    }

    /** A message that keeps the id that it is given. */
    private static final class NamedMessage extends MimeMessage {
        private final Optional<String> id;

        NamedMessage(Session session, Optional<String> id) {
            super(session);
            this.id = id;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            if (id.isPresent()) {
                setHeader("Message-ID", id.get());
            } else {
                super.updateMessageID();
            }
        }
    }

    @Override
    public void close() {
        // Every message has a connection of its own.
    }
}
