package dev.licet.server.connectonion;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.RejectMode;
import dev.licet.core.grant.Lifetime;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.propose.GrantKind;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.RuleText;
import dev.licet.core.session.FullAccess;
import dev.licet.gate.approval.Answered;
import dev.licet.gate.data.GateException;
import dev.licet.gate.grant.GrantRequest;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.session.Sessions;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.access.UnauthenticatedSockets;
import dev.licet.server.api.AnswerForm;
import dev.licet.server.api.Feed;
import dev.licet.server.http.TextSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * One connection about one session. Of what is pending the oldest is asked, and then the next.
 *
 * <p>In this protocol an answer names no request. So an answer counts for the request that the client was sent last, and
 * only if the client has shown, by answering a ping before it, that it had come so far when it answered; a client that
 * adds {@code approval_id} is taken by its word. After an answer that names nothing the next request waits for a moment: a
 * second answer right behind the first, as of a double click, finds none and is refused.
 */
final class OnionConversation implements UnauthenticatedSockets.Guest {
    private static final String STALE = "unknown or stale approval response";
    private static final String INTERRUPTED = "Interrupted by user";
    private static final Duration DOUBLE_CLICK = Duration.ofMillis(250);
    private static final String READ_ONLY = ":read-only";
    private static final String WORKSPACE = ":workspace";
    private static final String FULL = ":danger-full-access";

    /** What the mode {@link #WORKSPACE} allows, as a grant of the session. */
    private static final List<RuleText> CHANGES =
            List.of(new RuleText("write_file", "*"), new RuleText("edit_file", "*"));

    private static final String CHANNEL = "connectonion mode";
    private static final int STANDARD_TURNS = 100;
    private static final int POLICY_VIOLATION = 1008;

    private final TextSocket socket;
    private final ConnectOnion.Place place;
    private final ConnectOnion.Parts parts;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Optional<Caller> caller;
    private Optional<Approval> asked = Optional.empty();
    private boolean seen;

    /** The number of the request that is open, which the ping before it carries. */
    private long question;

    /** When the next request may be sent. */
    private long quietUntil = System.nanoTime();

    /** How many turns of full access this client has given; 0 once it was told that they are over, and before. */
    private int turnsGiven;

    private Optional<Thread> follower = Optional.empty();

    OnionConversation(TextSocket socket, ConnectOnion.Place place, ConnectOnion.Parts parts, Optional<Caller> caller) {
        this.socket = socket;
        this.place = place;
        this.parts = parts;
        this.caller = caller;
        caller.ifPresent(this::begin);
    }

    @Override
    public boolean isKnown() {
        return caller.isPresent();
    }

    @Override
    public void turnAway() {
        socket.close(POLICY_VIOLATION, "the first frame is CONNECT with a good `token`");
    }

    private void begin(Caller known) {
        try {
            send(Frames.connected(place.session().text()));
        } catch (IOException e) {
            socket.close(1001, "gone");
            return;
        }
        follower = Optional.of(Thread.startVirtualThread(() -> follow(known)));
    }

    private void follow(Caller known) {
        try {
            long now = parts.gate().lastEvent();
            advance(known);
            parts.feed().follow(OptionalLong.of(now), known, new Feed.Receiver() {
                @Override
                public void next(long id, Approval approval) throws IOException {
                    if (isHere(approval)) {
                        advance(known);
                    }
                }

                @Override
                public void idle() throws IOException {
                    socket.ping(0);
                }
            });
        } catch (IOException | GateException e) {
            socket.close(1001, "gone");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isHere(Approval approval) {
        return approval.call().worker().equals(place.worker())
                && approval.call().session().equals(place.session());
    }

    /** Says what became of the request that is open, and asks the next. */
    private void advance(Caller known) throws IOException {
        lock.lock();
        try {
            if (asked.isPresent()) {
                Approval now = parts.gate().approval(asked.get().id()).orElse(asked.get());
                if (now.isPending()) {
                    return;
                }
                asked = Optional.empty();
                send(Frames.resolved(now));
            }
            checkpoint();
            if (System.nanoTime() - quietUntil < 0) {
                askLater(known);
                return;
            }
            Optional<Approval> next = parts.desk().pending(known).stream()
                    .filter(this::isHere)
                    .min(Comparator.comparing(Approval::askedAt));
            if (next.isPresent()) {
                ask(next.get());
            }
        } finally {
            lock.unlock();
        }
    }

    private void ask(Approval approval) throws IOException {
        asked = Optional.of(approval);
        seen = false;
        question++;
        socket.ping(question);
        send(Frames.needed(approval, parts.gate().decide(approval.call())));
    }

    private void askLater(Caller known) {
        long wait = quietUntil - System.nanoTime();
        Thread.startVirtualThread(() -> {
            LockSupport.parkNanos(wait);
            try {
                advance(known);
            } catch (IOException | GateException e) {
                socket.close(1001, "gone");
            }
        });
    }

    /** Says once that the turns which this client has given are used up. */
    private void checkpoint() throws IOException {
        boolean over = turnsGiven > 0
                && !parts.gate()
                        .sessions()
                        .session(place.worker(), place.session())
                        .checkpoint()
                        .isEmpty();
        if (over) {
            send(Frames.checkpoint(turnsGiven));
            turnsGiven = 0;
        }
    }

    private void send(JsonObject frame) throws IOException {
        socket.send(JsonText.write(
                Frames.stamped(frame, parts.gate().lastEvent(), parts.gate().now())));
    }

    @Override
    public void pong(long mark) {
        lock.lock();
        try {
            seen = seen || mark == question;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void text(String text) throws IOException {
        JsonObject frame;
        try {
            frame = JsonText.parseObject(text.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJson e) {
            send(Frames.error("the frame is not valid JSON: " + e.getMessage()));
            return;
        }
        String type = frame.text("type").orElseGet(() -> typeOf(frame));
        if (type.equals("CONNECT")) {
            connect(frame);
            return;
        }
        if (caller.filter(parts.access()::isGood).isEmpty()) {
            turnAway();
            return;
        }
        if (!parts.limits().admits(caller.get())) {
            send(Frames.error("too many frames at once"));
            return;
        }
        try {
            switch (type) {
                case "APPROVAL_RESPONSE" -> respond(frame, caller.get());
                case "INTERRUPT" -> interrupt(caller.get());
                case "mode_change" -> changeMode(frame, caller.get());
                case "checkpoint" -> answerCheckpoint(frame, caller.get());
                case "PING" -> send(JsonObject.empty().with("type", "PONG"));
                default -> send(Frames.error("unknown frame `" + type + "`"));
            }
        } catch (IllegalArgumentException | GateException e) {
            send(Frames.error(String.valueOf(e.getMessage())));
        }
    }

    /** The first clients of this protocol sent their answers without a type. */
    private static String typeOf(JsonObject frame) {
        boolean untyped = frame.get("type").isEmpty();
        if (untyped && frame.get("approved").isPresent()) {
            return "APPROVAL_RESPONSE";
        }
        return untyped && frame.get("action").isPresent() ? "checkpoint" : "";
    }

    /** Says who the client is, if nothing has yet, and what it knows: whatever that is, it gets what is pending. */
    private void connect(JsonObject frame) {
        if (caller.isPresent()) {
            return;
        }
        caller = frame.text("token")
                .flatMap(token -> parts.access().caller(token, "connectonion"))
                .filter(place::admits);
        caller.ifPresentOrElse(this::begin, this::turnAway);
    }

    private void respond(JsonObject frame, Caller known) throws IOException {
        lock.lock();
        try {
            if (asked.isEmpty() || !isFor(frame, asked.get())) {
                send(Frames.error(STALE));
                return;
            }
            // The id of a call is the agent's choice, and may be that of the next one as well.
            boolean named = frame.get("approval_id").isPresent();
            if (!named && !seen) {
                send(Frames.error(STALE));
                return;
            }
            ApprovalId id = asked.get().id();
            Answered answered = answer(asked.get(), Response.read(frame), known);
            quietUntil = System.nanoTime() + (named ? 0 : DOUBLE_CLICK.toNanos());
            switch (answered) {
                case Answered.Applied applied -> asked = Optional.empty();
                case Answered.Refused refused -> send(Frames.error(refused.why()));
                case Answered.TooLate late -> send(Frames.error(STALE));
                case Answered.Unknown unknown -> send(Frames.error(STALE + ": " + id.text()));
            }
        } finally {
            lock.unlock();
        }
        advance(known);
    }

    /** Whether {@code frame} is about {@code approval}, as far as it says. */
    private static boolean isFor(JsonObject frame, Approval approval) {
        boolean approvalFits = frame.get("approval_id").isEmpty()
                || frame.text("approval_id").equals(Optional.of(approval.id().text()));
        boolean callFits = frame.get("tool_call_id").isEmpty()
                || frame.text("tool_call_id")
                        .equals(Optional.of(approval.call().id().text()));
        return approvalFits && callFits;
    }

    private Answered answer(Approval approval, Response response, Caller known) {
        return switch (response) {
            case Response.Rejected rejected ->
                parts.desk().answer(approval, AnswerForm.rejection(rejected.mode(), rejected.feedback()), known);
            case Response.Approved approved ->
                parts.desk()
                        .answer(
                                approval,
                                (approved.session() ? forTheSession(approval) : AnswerForm.ONCE)
                                        .saying(approved.feedback()),
                                known);
        };
    }

    /** What the preset remembers for a session, as far as it is offered for this call. */
    private AnswerForm forTheSession(Approval approval) {
        List<GrantKind> offered = parts.gate().offers(approval).stream()
                .map(offer -> offer.choice().kind())
                .toList();
        return Stream.concat(parts.gate().preset().grants().stream(), Stream.of(GrantKind.EXACT, GrantKind.CALL))
                .filter(offered::contains)
                .findFirst()
                .map(kind -> AnswerForm.remembering(new GrantRequest(kind, new Lifetime.Session())))
                .orElse(AnswerForm.ONCE);
    }

    private Sessions.Target sessionOf(Caller known) {
        return new Sessions.Target(
                place.worker(), place.session(), known.principal().name());
    }

    /** The user stops the agent: all that waits is rejected, and it does not go on. */
    private void interrupt(Caller known) throws IOException {
        if (!known.may(Right.ANSWER)) {
            send(Frames.error("the token of `" + known.principal().name() + "` does not carry the right `answer`"));
            return;
        }
        for (Approval approval : parts.desk().pending(known)) {
            if (isHere(approval)) {
                parts.desk().answer(approval, AnswerForm.rejection(RejectMode.HARD, INTERRUPTED), known);
            }
        }
        parts.gate().sessions().abort(sessionOf(known));
    }

    /** {@code {action, turns, mode}}: what becomes of a session whose full access is used up. */
    private void answerCheckpoint(JsonObject frame, Caller known) throws IOException {
        boolean goesOn = frame.text("action").equals(Optional.of("continue"));
        changeMode(goesOn ? frame.with("mode", FULL) : frame, known);
    }

    /** {@code {mode, turns}}: an unknown mode is the strictest. */
    private void changeMode(JsonObject frame, Caller known) throws IOException {
        if (!known.may(Right.RULES)) {
            send(Frames.error("the token of `" + known.principal().name() + "` does not carry the right `rules`"));
            return;
        }
        Sessions sessions = parts.gate().sessions();
        Sessions.Target session = sessionOf(known);
        String mode = profile(frame.text("mode").orElse(""));
        int turns = mode.equals(FULL) ? turns(frame) : 0;
        sessions.endAllowed(session, CHANNEL);
        if (!mode.equals(FULL)) {
            sessions.endFullAccess(session);
        }
        switch (mode) {
            case WORKSPACE -> {
                sessions.chooseMode(session, Optional.of(Mode.WRITE));
                sessions.allow(session, CHANGES, CHANNEL);
            }
            case FULL ->
                sessions.giveFullAccess(
                        session,
                        new FullAccess(
                                OptionalInt.of(turns),
                                OptionalInt.empty(),
                                Optional.empty(),
                                known.principal().name()));
            default -> sessions.chooseMode(session, Optional.of(Mode.ALWAYS_ASK));
        }
        remember(turns);
        send(Frames.modeChanged(mode));
    }

    private void remember(int turns) {
        lock.lock();
        try {
            turnsGiven = turns;
        } finally {
            lock.unlock();
        }
    }

    private static String profile(String name) {
        return switch (name) {
            case WORKSPACE, "accept_edits", "auto_approve" -> WORKSPACE;
            case FULL, "ulw", "full_access" -> FULL;
            default -> READ_ONLY;
        };
    }

    private static int turns(JsonObject frame) {
        if (frame.get("turns").isEmpty()) {
            return STANDARD_TURNS;
        }
        if (frame.get("turns").get() instanceof JsonNumber number
                && number.value().stripTrailingZeros().scale() <= 0
                && number.value().signum() > 0
                && number.value().precision() - number.value().scale() < 6) {
            return number.value().intValueExact();
        }
        throw new IllegalArgumentException("`turns` is a whole number above 0");
    }

    @Override
    public void closed() {
        follower.ifPresent(Thread::interrupt);
    }
}
