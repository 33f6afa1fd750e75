package dev.licet.server.push;

import com.zerodeplibs.webpush.MessageEncryptionException;
import com.zerodeplibs.webpush.PushSubscription;
import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.VAPIDKeyPairs;
import com.zerodeplibs.webpush.httpclient.StandardHttpClientRequestPreparer;
import com.zerodeplibs.webpush.key.PrivateKeySources;
import com.zerodeplibs.webpush.key.PublicKeySources;
import dev.licet.core.approval.Approval;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.gate.DataDirectory;
import dev.licet.gate.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Access;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.api.Browsers;
import dev.licet.server.notify.Channel;
import dev.licet.server.notify.Notice;
import dev.licet.server.outgoing.Outgoing;
import dev.licet.server.push.Subscriptions.Subscription;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The channel {@code push}: each browser that asked for it is told what its person may see, encrypted for that browser alone.
 * Thread-safe.
 */
public final class Push implements Channel, Browsers {
    private static final long TTL_HOURS = 24;
    private static final int MOST_SHOWN = 300;
    private static final int MAX_ENDPOINT = 2_000;
    private static final int TOPIC = 32;

    /** Hosts of the push services of the known browsers: this server posts nowhere else only because somebody says so. */
    private static final List<String> SERVICES = List.of(
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
            ".push.apple.com",
            ".notify.windows.com");

    private final Access access;
    private final List<URI> more;
    private final String subject;
    private final VAPIDKeyPair keys;
    private final Subscriptions subscriptions;
    private final Outgoing outgoing = new Outgoing();

    /** Who has got what is told at present, so that who has is not told again when another one was not reached. */
    private final Set<String> reached = new HashSet<>();

    /**
     * @param more what addresses of push services begin with, beside those of the known browsers
     * @param subject whom a push service may turn to: an address of the web or of mail
     */
    public Push(DataDirectory directory, Access access, List<URI> more, String subject) {
        this.access = access;
        this.more = List.copyOf(more);
        this.subject = subject;
        this.keys = keys(directory);
        this.subscriptions = new Subscriptions(directory);
    }

    /** The key pair that names this server to push services (VAPID), made at first use. */
    private static VAPIDKeyPair keys(DataDirectory directory) {
        Path file = directory.path().resolve("push-key");
        try {
            if (!Files.exists(file)) {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                KeyPair made = generator.generateKeyPair();
                Base64.Encoder base64 = Base64.getEncoder();
                DataDirectory.replace(
                        file,
                        base64.encodeToString(made.getPrivate().getEncoded()) + "\n"
                                + base64.encodeToString(made.getPublic().getEncoded()) + "\n");
            }
            List<String> lines = Files.readAllLines(file);
            Base64.Decoder base64 = Base64.getDecoder();
            return VAPIDKeyPairs.of(
                    PrivateKeySources.ofPKCS8Bytes(base64.decode(lines.get(0))),
                    PublicKeySources.ofX509Bytes(base64.decode(lines.get(1))));
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new GateException(
                    "the key for Web Push in `" + file + "` cannot be used: " + e.getMessage()
                            + "; restore it, or remove it, and browsers have to ask again",
                    e);
        }
    }

    @Override
    public String publicKey() {
        return keys.extractPublicKeyInUncompressedFormAsString();
    }

    @Override
    public void subscribe(JsonObject form, Caller caller) {
        JsonObject its = form.object("keys").orElseGet(JsonObject::empty);
        var subscription = new Subscription(
                form.text("endpoint").orElse(""),
                its.text("p256dh").orElse(""),
                its.text("auth").orElse(""),
                caller.tokenId());
        if (!isService(subscription.endpoint())) {
            throw new IllegalArgumentException("`endpoint` is no address of a known push service;"
                    + " `server.notify.pushServices` of licet.yaml may name more");
        }
        try {
            // Whether its keys are keys shows when something is encrypted for it.
            request(subscription, "{}", "check");
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the subscription's keys cannot be used: " + e.getMessage(), e);
        }
        subscriptions.add(subscription);
    }

    @Override
    public boolean unsubscribe(String endpoint, Caller caller) {
        Optional<Subscription> known = subscriptions.all().stream()
                .filter(each ->
                        each.endpoint().equals(endpoint) && each.tokenId().equals(caller.tokenId()))
                .findFirst();
        known.ifPresent(subscriptions::remove);
        return known.isPresent();
    }

    private boolean isService(String endpoint) {
        try {
            URI address = new URI(endpoint);
            String host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
            boolean known = "https".equals(address.getScheme())
                    && address.getPort() == -1
                    && SERVICES.stream()
                            .anyMatch(each -> each.startsWith(".") ? host.endsWith(each) : host.equals(each));
            return endpoint.length() <= MAX_ENDPOINT
                    && address.getUserInfo() == null
                    && (known || more.stream().anyMatch(each -> isBelow(address, each)));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isBelow(URI address, URI prefix) {
        String path = String.valueOf(address.getRawPath());
        return prefix.getScheme().equals(address.getScheme())
                && prefix.getRawAuthority().equals(address.getRawAuthority())
                && !path.contains("..")
                && path.startsWith(Optional.ofNullable(prefix.getRawPath()).orElse(""));
    }

    @Override
    public String name() {
        return "push";
    }

    @Override
    public void asked(Approval approval) throws IOException, InterruptedException {
        Notice notice = Notice.of(approval);
        JsonObject message = JsonObject.empty()
                .with("id", notice.id().text())
                .with("title", notice.tool() + " asks")
                .with("text", notice.line(MOST_SHOWN));
        send(List.of(approval), JsonText.write(message), notice.id().text());
    }

    @Override
    public void digest(List<Approval> approvals) throws IOException, InterruptedException {
        String lines = approvals.stream()
                .limit(3)
                .map(Notice::of)
                .map(notice -> notice.tool() + ": " + notice.line(80))
                .collect(Collectors.joining("\n"));
        JsonObject message = JsonObject.empty()
                .with("title", approvals.size() + " wait for an answer")
                .with("text", lines);
        send(approvals, JsonText.write(message), "digest");
    }

    /** A push has to show something: what is over is taken away by the page once it is open. */
    @Override
    public void ended(Approval approval) {}

    private void send(List<Approval> about, String message, String topic) throws IOException, InterruptedException {
        var problems = new StringBuilder();
        for (Subscription each : subscriptions.all()) {
            Optional<Caller> caller = access.byToken(each.tokenId(), "web");
            if (caller.isEmpty()) {
                // Signed out, revoked or too old.
                subscriptions.remove(each);
            } else if (concerns(about, caller.get()) && !reached.contains(each.endpoint())) {
                String problem = send(each, message, topic);
                if (problem.isEmpty()) {
                    reached.add(each.endpoint());
                } else {
                    problems.append(problem).append("; ");
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new IOException("a push service was not reached: " + problems);
        }
        reached.clear();
    }

    private static boolean concerns(List<Approval> about, Caller caller) {
        return caller.may(Right.READ) && about.stream().allMatch(approval -> caller.reaches(approval.call()));
    }

    /** What went wrong and may go better later, or nothing. */
    private String send(Subscription subscription, String message, String topic) throws InterruptedException {
        HttpRequest request;
        try {
            request = request(subscription, message, topic);
        } catch (MessageEncryptionException e) {
            subscriptions.remove(subscription);
            return "";
        }
        return switch (outgoing.send(request)) {
            case Outgoing.Reply.None none -> none.why();
            case Outgoing.Reply.Status status -> {
                if (status.code() == 404 || status.code() == 410) {
                    // The browser is told no more, says its service.
                    subscriptions.remove(subscription);
                }
                boolean later = status.code() == 429 || status.code() / 100 == 5;
                yield later ? "it answers with status " + status.code() : "";
            }
        };
    }

    private HttpRequest request(Subscription subscription, String message, String topic) {
        var to = new PushSubscription();
        to.setEndpoint(subscription.endpoint());
        var its = new PushSubscription.Keys();
        its.setP256dh(subscription.key());
        its.setAuth(subscription.secret());
        to.setKeys(its);
        return StandardHttpClientRequestPreparer.getBuilder()
                .pushSubscription(to)
                .vapidJWTExpiresAfter(1, TimeUnit.HOURS)
                .vapidJWTSubject(subject)
                .pushMessage(message)
                .ttl(TTL_HOURS, TimeUnit.HOURS)
                .urgencyHigh()
                .topic(Sha256.hex(topic).substring(0, TOPIC))
                .build(keys)
                .toRequest();
    }

    @Override
    public void close() {
        outgoing.close();
    }
}
