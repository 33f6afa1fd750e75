package dev.licet.server.access;

import dev.licet.server.http.HttpRequest;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How much one client may ask for: each token has requests of its own, and so has each address from which nothing is proven.
 * The owner is not counted. Thread-safe.
 */
public final class Limits {
    /** Of more clients than that the one not seen for longest is forgotten. */
    private static final int MAX_CLIENTS = 10_000;

    private final int requestsPerSecond;
    private final int strangersPerSecond;
    private final Map<String, Bucket> clients = new LinkedHashMap<>(16, 0.75f, true);

    public Limits(int requestsPerSecond, int strangersPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
        this.strangersPerSecond = strangersPerSecond;
    }

    /** Whether one more request of {@code caller} is answered. */
    public boolean admits(Caller caller) {
        return caller.principal().equals(Principal.OWNER) || admits("token " + caller.tokenId(), requestsPerSecond);
    }

    /**
     * Whether one more request that proves nothing is answered to where {@code request} is from. This machine is not counted:
     * all its programs, and a proxy's clients, have one address, and one of them must not keep out the others.
     */
    public boolean admitsStranger(HttpRequest request) {
        return request.peer().isHere() || admits("address " + request.peer().address(), strangersPerSecond);
    }

    private boolean admits(String client, int perSecond) {
        Bucket bucket;
        synchronized (clients) {
            bucket = clients.computeIfAbsent(client, unseen -> bucket(perSecond));
            if (clients.size() > MAX_CLIENTS) {
                clients.remove(clients.keySet().iterator().next());
            }
        }
        return bucket.tryConsume(1);
    }

    /** What two seconds admit may come at once. */
    private static Bucket bucket(int perSecond) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(2L * perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .build();
    }
}
