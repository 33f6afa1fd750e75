package dev.licet.gate.judge;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.call.SessionKey;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.session.Session;
import dev.licet.gate.audit.AuditForms;
import dev.licet.gate.call.Judgement;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts what allowed calls use up, within one transaction. */
public final class UsageCounter {
    private final Change change;
    private final Instant now;
    private final Map<SessionKey, Map<GrantId, Grant>> grants = new HashMap<>(1);
    private final Map<SessionKey, Session> sessions = new HashMap<>(1);

    public UsageCounter(Change change, Instant now) {
        this.change = change;
        this.now = now;
    }

    private Map<GrantId, Grant> grants(Session session) {
        return grants.computeIfAbsent(
                new SessionKey(session.worker(), session.id()),
                key -> change.queries().grants(key.worker(), key.session()).stream()
                        .collect(Collectors.toMap(Grant::id, Function.identity())));
    }

    private Session stored(Session session) {
        return sessions.computeIfAbsent(
                new SessionKey(session.worker(), session.id()),
                key -> change.queries().session(key.worker(), key.session()));
    }

    /** Whether the session is what it was when {@code judged} was decided; another gate may have changed it. */
    public boolean isCurrent(Judgement judged) {
        return stored(judged.session())
                .after(new Session.Event.Tick(now))
                .equals(judged.session().after(new Session.Event.Tick(now)));
    }

    /** Whether the session and all its grants are what they were when {@code judged} was decided. */
    public boolean isUnchanged(Judgement judged) {
        Set<GrantId> before = judged.basis().grants().stream().map(Grant::id).collect(Collectors.toSet());
        return isCurrent(judged) && grants(judged.session()).keySet().equals(before);
    }

    /** Whether everything still holds that {@code judged} rests on. */
    public boolean hold(Judgement judged) {
        return isCurrent(judged)
                && judged.used().stream()
                        .allMatch(grant -> grants(judged.session()).containsKey(grant.id()));
    }

    /** Counts one use of every grant that {@code judged} rests on, and of full access if it rests on that. */
    public void count(Judgement judged) {
        if (judged.byFullAccess()) {
            Session before = stored(judged.session());
            Session after = before.after(new Session.Event.CallPassed());
            if (!after.equals(before)) {
                change.put(after, now);
                sessions.put(new SessionKey(after.worker(), after.id()), after);
            }
        }
        judged.used().forEach(grant -> use(judged.session(), grant.id()));
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
