package dev.licet.cli.inbox;

import dev.licet.cli.approval.ShownApproval;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known of a server. For one thread. */
final class InboxModel {
    /** So many answered approvals are kept. */
    static final int KEPT = 1_000;

    private final Map<String, ShownApproval> pending = new LinkedHashMap<>();
    private final Map<String, ShownApproval> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ShownApproval> eldest) {
            return size() > KEPT;
        }
    };

    /** What was pending before the connection was lost, and may not be any more. */
    private final Set<String> unsure = new HashSet<>();

    private List<JsonObject> grants = List.of();
    private List<JsonObject> sessions = List.of();
    private Optional<String> trouble = Optional.of("connecting …");
    private boolean loading = true;
    private long version;

    /** Changes whenever anything does. */
    long version() {
        return version;
    }

    /** Why the server cannot be heard; empty when it can. */
    Optional<String> trouble() {
        return trouble;
    }

    /** Whether there may be more pending than is known yet. */
    boolean isLoading() {
        return loading;
    }

    Map<String, ShownApproval> pending() {
        return pending;
    }

    /** What was answered, the oldest first. */
    Map<String, ShownApproval> ended() {
        return ended;
    }

    List<JsonObject> grants() {
        return grants;
    }

    List<JsonObject> sessions() {
        return sessions;
    }

    void connected() {
        version++;
        trouble = Optional.empty();
        loading = true;
        unsure.clear();
        unsure.addAll(pending.keySet());
    }

    void lost(String why) {
        version++;
        trouble = Optional.of("not connected: " + why);
    }

    void arrived(LicetClient.Event event) {
        version++;
        var approval = new ShownApproval(event.approval());
        unsure.remove(approval.id());
        if (approval.isPending()) {
            pending.put(approval.id(), approval);
        } else {
            end(approval);
        }
    }

    private void end(ShownApproval approval) {
        pending.remove(approval.id());
        ended.remove(approval.id());
        ended.put(approval.id(), approval);
    }

    /** The approvals of the server in any state, the newest first, as they were after the connection was found. */
    void listed(List<JsonObject> newest, Set<String> open) {
        version++;
        newest.reversed().stream()
                .map(ShownApproval::new)
                .filter(approval -> !approval.isPending())
                .forEach(this::end);
        loading = false;
        unsure.stream().filter(id -> !open.contains(id)).forEach(pending::remove);
        unsure.clear();
    }

    void grants(List<JsonObject> now) {
        version++;
        grants = List.copyOf(now);
    }

    void sessions(List<JsonObject> now) {
        version++;
        sessions = List.copyOf(now);
    }
}
