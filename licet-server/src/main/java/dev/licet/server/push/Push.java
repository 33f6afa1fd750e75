package dev.licet.server.push;

import com.zerodeplibs.webpush.PushSubscription;
import com.zerodeplibs.webpush.VAPIDKeyPair;
import com.zerodeplibs.webpush.VAPIDKeyPairs;
import com.zerodeplibs.webpush.httpclient.StandardHttpClientRequestPreparer;
import com.zerodeplibs.webpush.key.PrivateKeySources;
import com.zerodeplibs.webpush.key.PublicKeySources;
import dev.licet.core.approval.Approval;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.Sha256;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Authenticator;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.api.Browsers;
import dev.licet.server.notify.ApprovalSummary;
import dev.licet.server.notify.Channel;
import dev.licet.server.outgoing.Addresses;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel {@code push}: each browser that asked for it is told what its person may see, encrypted for that browser alone.
 * Thread-safe.
 */
public final class Push implements Channel, Browsers {
    private static final Logger LOG = LoggerFactory.getLogger(Push.class);

    private static final long TTL_HOURS = 24;
    private static final int MOST_SHOWN = 300;
    private static final int MAX_ENDPOINT = 2_000;
    private static final int TOPIC = 32;
    private static final int MAX_ATTEMPTS = 4;
    private static final int MAX_FAILURES = 20;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Hosts of the push services of the known browsers: this server posts nowhere else only because somebody says so. */
    private static final List<String> SERVICES = List.of(
            "fcm.googleapis.com",
            "updates.push.services.mozilla.com",
            "web.push.apple.com",
            ".push.apple.com",
            ".notify.windows.com");

    private final Authenticator access;
    private final List<URI> more;
    private final String subject;
    private final VAPIDKeyPair keys;
    private final Subscriptions subscriptions;
    private final Outgoing outgoing = new Outgoing();

    /** How many messages in a row did not get to a browser. */
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /**
     * @param more what addresses of push services begin with, beside those of the known browsers
     * @param subject whom a push service may turn to: an address of the web or of mail
     */
    public Push(DataDirectory directory, Authenticator access, List<URI> more, String subject) {
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

    /** Browsers subscribe at a server, with its key. */
    @Override
    public boolean isShared() {
        return false;
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
                    && (known || more.stream().anyMatch(each -> Addresses.isBelow(address, each)));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    @Override
    public String name() {
        return "push";
    }

    @Override
    public boolean hasAnybody() {
        return !subscriptions.all().isEmpty();
    }

    @Override
    public void asked(Approval approval) throws InterruptedException {
        send(List.of(approval), mine -> {
            ApprovalSummary notice = ApprovalSummary.of(mine.getFirst());
            return JsonObject.empty()
                    .with("id", notice.id().text())
                    .with("title", notice.tool() + " asks")
                    .with("text", notice.line(MOST_SHOWN));
        });
    }

    @Override
    public void digest(List<Approval> approvals) throws InterruptedException {
        send(approvals, mine -> {
            String lines = mine.stream()
                    .limit(3)
                    .map(ApprovalSummary::of)
                    .map(notice -> notice.tool() + ": " + notice.line(80))
                    .collect(Collectors.joining("\n"));
            return JsonObject.empty()
                    .with("title", mine.size() + " wait for an answer")
                    .with("text", lines);
        });
    }

    /** A push has to show something: what is over is taken away by the page once it is open. */
    @Override
    public void ended(Approval approval) {}

    private interface Message {
        JsonObject about(List<Approval> mine);
    }

    /** Tells every browser of what its person may see; none waits for another one, whose service may be slow or gone. */
    private void send(List<Approval> approvals, Message message) throws InterruptedException {
        var sending = new ArrayList<Thread>();
        for (Subscription each : subscriptions.all()) {
            Optional<Caller> caller = access.byToken(each.tokenId(), "web");
            if (caller.isEmpty()) {
                // Signed out, revoked or too old.
                subscriptions.remove(each);
                continue;
            }
            List<Approval> mine = approvals.stream()
                    .filter(approval ->
                            caller.get().may(Right.READ) && caller.get().reaches(approval.call()))
                    .toList();
            if (!mine.isEmpty()) {
                String text = JsonText.write(message.about(mine));
                String topic = mine.getFirst().id().text();
                sending.add(Thread.ofVirtual().name("licet-push").start(() -> send(each, text, topic)));
            }
        }
        for (Thread each : sending) {
            each.join();
        }
    }

    /** Tries a few times; a browser whose service fails again and again is told no more. */
    private void send(Subscription subscription, String message, String topic) {
        try {
            for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
                if (isDone(subscription, outgoing.send(request(subscription, message, topic)))) {
                    failures.remove(subscription.endpoint());
                    return;
                }
                Thread.sleep(PAUSE);
            }
            if (failures.merge(subscription.endpoint(), 1, Integer::sum) >= MAX_FAILURES) {
                failures.remove(subscription.endpoint());
                subscriptions.remove(subscription);
            }
        } catch (RuntimeException e) {
            LOG.warn("a browser was not told: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether there is nothing more to try. */
    private boolean isDone(Subscription subscription, Outgoing.Reply reply) {
        if (!(reply instanceof Outgoing.Reply.Status status)) {
            return false;
        }
        if (status.code() == 404 || status.code() == 410) {
            // The browser is told no more, says its service.
            subscriptions.remove(subscription);
        }
        return status.code() != 429 && status.code() / 100 != 5;
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
