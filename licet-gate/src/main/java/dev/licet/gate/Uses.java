package dev.licet.gate;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.session.Session;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts what allowed calls use up, within one transaction. */
final class Uses {
    private final Change change;
    private final Instant now;
    private final Map<Place, Map<GrantId, Grant>> grants = new HashMap<>();
    private final Map<Place, Session> sessions = new HashMap<>();

    private record Place(WorkerId worker, SessionId session) {}

    Uses(Change change, Instant now) {
        this.change = change;
        this.now = now;
    }

    private Map<GrantId, Grant> grants(Session session) {
        return grants.computeIfAbsent(
                new Place(session.worker(), session.id()),
                place -> change.queries().grants(place.worker(), place.session()).stream()
                        .collect(Collectors.toMap(Grant::id, Function.identity())));
    }

    private Session stored(Session session) {
        return sessions.computeIfAbsent(
                new Place(session.worker(), session.id()),
                place -> change.queries().session(place.worker(), place.session()));
    }

    /** Whether the session is what it was when {@code judged} was decided; another gate may have changed it. */
    boolean isCurrent(Judgement judged) {
        return stored(judged.session())
                .after(new Session.Event.Tick(now))
                .equals(judged.session().after(new Session.Event.Tick(now)));
    }

    /** Whether everything still holds that {@code judged} rests on. */
    boolean hold(Judgement judged) {
        return isCurrent(judged)
                && judged.grants().stream()
                        .allMatch(grant -> grants(judged.session()).containsKey(grant.id()));
    }

    /** Counts one use of every grant that {@code judged} rests on, and of full access if it rests on that. */
    void count(Judgement judged) {
        if (judged.byFullAccess()) {
            Session before = stored(judged.session());
            Session after = before.after(new Session.Event.CallPassed());
            if (!after.equals(before)) {
                change.put(after, now);
                sessions.put(new Place(after.worker(), after.id()), after);
            }
        }
        judged.grants().forEach(grant -> use(judged.session(), grant.id()));
    }

    private void use(Session session, GrantId id) {
        Map<GrantId, Grant> present = grants(session);
        Grant before = present.get(id);
        Optional<Grant> after = Optional.ofNullable(before).flatMap(Grant::used);
        if (before == null || after.filter(before::equals).isPresent()) {
            return;
        }
        if (after.isPresent()) {
            change.lasting(after.get());
            present.put(id, after.get());
        } else {
            change.audit(AuditStep.REVOKED, now, AuditSubject.of(session), AuditForms.revoked(before, "used up"));
            change.removeGrant(id);
            present.remove(id);
        }
    }
}
