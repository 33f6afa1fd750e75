package dev.licet.gate;

import dev.licet.core.audit.AuditStep;
import dev.licet.core.grant.Grant;
import dev.licet.core.grant.GrantId;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.session.Session;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Change;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts what an allowed call uses up. */
final class Uses {
    private Uses() {}

    /**
     * Counts one use of every grant that {@code judged} rests on, and of full access if it rests on that.
     *
     * @return whether all of them still hold; if not, none is counted
     */
    static boolean count(Change change, Judgement judged, Instant now) {
        Session judgedIn = judged.session();
        if (judged.byFullAccess()) {
            Optional<Session> session = change.queries().session(judgedIn.worker(), judgedIn.id());
            if (session.flatMap(Session::fullAccess)
                    .filter(access -> access.holds(now))
                    .isEmpty()) {
                return false;
            }
            Session after = session.get().after(new Session.Event.CallPassed());
            if (!after.equals(session.get())) {
                change.put(after, now);
            }
            return true;
        }
        if (judged.grants().isEmpty()) {
            return true;
        }
        Map<GrantId, Grant> present = change.queries().grants(judgedIn.worker(), judgedIn.id()).stream()
                .collect(Collectors.toMap(Grant::id, Function.identity()));
        if (!judged.grants().stream().map(Grant::id).allMatch(present::containsKey)) {
            return false;
        }
        for (Grant used : judged.grants()) {
            Grant grant = present.get(used.id());
            if (grant != null && grant.lifetime() instanceof Lifetime.Uses) {
                grant.used().ifPresentOrElse(change::lasting, () -> {
                    change.audit(
                            AuditStep.REVOKED, now, AuditSubject.of(judgedIn), AuditForms.revoked(grant, "used up"));
                    change.removeGrant(grant.id());
                });
            }
        }
        return true;
    }
}
