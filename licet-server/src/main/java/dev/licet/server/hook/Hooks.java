package dev.licet.server.hook;

import dev.licet.core.call.CallSource;
import dev.licet.core.call.ToolCall;
import dev.licet.core.decide.Decision;
import dev.licet.core.display.Sentences;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.call.Execution;
import dev.licet.gate.call.Outcome;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hooks of coding agents over HTTP: {@code POST /hooks/HOST}.
 *
 * <p>Where the owner has hooks only observed, calls are judged and put on record, and left to their hosts.
 *
 * <p>Hosts let a call run whenever a hook fails, so every failure about a tool call is answered with status 200 and a
 * refusal in the host's form; an event that is no tool call gets 422. The header {@code Licet-Decision} says what the body
 * means, for {@code licet hook}: a body without it is not from a gate. Thread-safe.
 */
public final class Hooks {
    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);

    /** The header that says what the body means: {@code allow}, {@code deny}, or {@code none} for an event that is no call. */
    public static final String DECISION = "Licet-Decision";

    /** Hosts cut longer texts. */
    private static final int MAX_REASON = 9_900;

    private static final Map<String, Host> HOSTS = List.of(
                    new ClaudeHost(),
                    new CodexHost(),
                    new GeminiHost(),
                    new CursorHost(),
                    new CopilotHost(),
                    new CrushHost(),
                    new GooseHost(),
                    new VsCodeHost(),
                    new ClineHost(),
                    new QwenHost(),
                    ModuleHost.openCode(),
                    ModuleHost.kilo(),
                    ModuleHost.pi(),
                    StatusHost.amp(),
                    StatusHost.kiro())
            .stream()
            .collect(Collectors.toUnmodifiableMap(Host::name, Function.identity()));

    private final Gate gate;

    /** What ran or is about to run: another event may ask about it again. */
    private final PassedCalls passed = new PassedCalls();

    /** What a person wants instead of another call, and the agent has to make itself. */
    private final PassedCalls promised = new PassedCalls();

    private final ContainedCalls contained;
    private final Trying trying;

    /** Has calls tried within bounds once they are asked about. */
    @FunctionalInterface
    public interface Trying {
        /**
         * {@code call} is about to be judged.
         *
         * @param path where its agent finds programs; empty if that is not known
         */
        void expect(ToolCall call, String path);
    }

    public Hooks(Gate gate, ContainedCalls contained, Trying trying) {
        this.gate = gate;
        this.contained = contained;
        this.trying = trying;
    }

    /** The host called {@code name}. */
    public static Optional<Host> host(String name) {
        return Optional.ofNullable(HOSTS.get(name));
    }

    /** The names of the hosts, in alphabetical order. */
    public static List<String> hosts() {
        return HOSTS.keySet().stream().sorted().toList();
    }

    /** Answers {@code request}, whose path begins with {@code /hooks/}, in its host's form. */
    public HttpReply handle(HttpRequest request, Caller caller) throws InterruptedException {
        Host host = HOSTS.get(name(request));
        if (host == null || !request.method().equals("POST")) {
            return refuse(
                    request,
                    "there is no hook at " + request.method() + " " + request.path() + "; it is POST /hooks/ and "
                            + String.join(", ", hosts()));
        }
        if (!caller.may(Right.CALL)) {
            return refuse(request, "the hook's token does not carry the right `call`");
        }
        try {
            return answer(host, request, caller);
        } catch (InvalidJson e) {
            return refuse(request, "the hook's input is not valid JSON: " + e.getMessage());
        } catch (IllegalArgumentException | GateException e) {
            return refuse(request, String.valueOf(e.getMessage()));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            LOG.error("the hook failed", e);
            return refuse(request, "the gate failed on this call; its log says why");
        }
    }

    private static String name(HttpRequest request) {
        return request.path().replaceFirst("^/hooks/", "");
    }

    /** A refusal that the host of {@code request} understands, whatever is wrong with the rest of it. */
    public static HttpReply refuse(HttpRequest request, String why) {
        Optional<Host> host = Optional.ofNullable(HOSTS.get(name(request)));
        Host form = host.orElseGet(ClaudeHost::new);
        String event = event(request)
                .flatMap(text -> meant(text, form))
                .orElse(form.events().get(0));
        HttpReply.Full refusal = reply("deny", form.denied(event, cut("Licet denied this call: " + why)));
        // Nobody knows what a host of another name understands: for `licet hook` this is no answer, so that it blocks.
        return host.isPresent()
                ? refusal
                : new HttpReply.Full(200, refusal.type(), Map.of("Cache-Control", "no-store"), refusal.body());
    }

    /** By which event the host asks, as far as that can be seen. */
    private static Optional<String> event(HttpRequest request) {
        try {
            JsonObject input = JsonText.parseObject(request.body());
            return new Payload(input)
                    .text("hook_event_name", "hookEventName")
                    .or(() -> Optional.ofNullable(request.query().get("event")));
        } catch (InvalidJson | RuntimeException | StackOverflowError e) {
            // A refusal must not fail on what it refuses.
            return Optional.ofNullable(request.query().get("event"));
        }
    }

    private HttpReply answer(Host host, HttpRequest request, Caller caller) throws InvalidJson, InterruptedException {
        if (request.body().length > JsonText.MAX_BYTES) {
            throw new IllegalArgumentException("the hook's input has more than " + JsonText.MAX_BYTES + " bytes");
        }
        var place = new Host.Place(
                request.query().getOrDefault("worker", "local"),
                Optional.ofNullable(request.query().get("event")));
        JsonObject input = JsonText.parseObject(request.body());
        Optional<HookCall> read = host.read(input, place);
        if (read.isEmpty()) {
            // An event that is nearly one about calls is a fault, not another event.
            String event = event(request).orElse("");
            if (event.isBlank() || meant(event, host).isPresent()) {
                throw new IllegalArgumentException("the event is not spelled as one of " + host.events());
            }
            return HttpReply.problem(
                            422,
                            "unsupported-event",
                            "this event is no tool call, and needs no hook; hook " + host.events())
                    .with(DECISION, "none");
        }
        HookCall asked =
                read.get().runBy(host.shells()).from(new CallSource(host.name(), "").withTask(task(request, input)));
        if (!caller.reaches(asked.call())) {
            throw new IllegalArgumentException("the hook's token is not for this worker or session");
        }
        if (gate.observesHooks() && host.canBeLeftAlone()) {
            gate.observe(asked.call());
            return reply("allow", host.leftAlone(asked));
        }
        boolean replaced = asked.again() && contained.takesPlace(asked.call(), gate.now());
        if (replaced || wasApproved(host, asked)) {
            return reply("allow", host.allowed(asked, "Licet: approved just before"));
        }
        if (host.asksItself(asked) && !(gate.decide(asked.call()) instanceof Decision.Deny)) {
            return reply("allow", Host.Output.SILENCE);
        }
        ToolCall call = request.peer().isHere() ? bounded(host, asked) : asked.call();
        boolean puts = call.context().containable();
        if (puts) {
            trying.expect(call, request.header("licet-path").orElse(""));
        }
        return answer(
                host,
                asked,
                gate.submit(new Submission(
                        call,
                        wait(host, request.query()),
                        Execution.ADVISORY,
                        new HookSender(request.peer().sender(), () -> {
                            passed.remove(host.common(asked.call()));
                            promised.remove(asked.call());
                        }),
                        puts)));
    }

    /** The call, which may run within bounds where its host lets its arguments be changed. */
    private ToolCall bounded(Host host, HookCall asked) {
        ToolCall call = asked.call();
        boolean holds = !asked.again()
                && contained.canHold(call)
                && host.edited(asked, ContainedCalls.with(call, "true").arguments(), "")
                        .isPresent();
        return holds ? call.in(call.context().contained()) : call;
    }

    /** What a hook names as its transcript is a file of its own machine. */
    private static String task(HttpRequest request, JsonObject input) {
        return request.peer().isHere() ? LastWords.in(input).orElse("") : "";
    }

    /** Whether this very call was approved just before; the rules may have become stricter since. */
    private boolean wasApproved(Host host, HookCall asked) {
        boolean known = (asked.again() && passed.has(host.common(asked.call()))) || promised.has(asked.call());
        if (!known || gate.decide(asked.call()) instanceof Decision.Deny) {
            return false;
        }
        if (asked.again() && passed.take(host.common(asked.call()), gate.now())) {
            return true;
        }
        boolean wanted = promised.take(asked.call(), gate.now());
        if (wanted && !asked.again()) {
            passed.add(host.common(asked.call()), gate.now());
        }
        return wanted;
    }

    /** The event of {@code host} that {@code text} spells, if only roughly. */
    private static Optional<String> meant(String text, Host host) {
        return host.events().stream()
                .filter(event -> event.equalsIgnoreCase(text.strip()))
                .findFirst();
    }

    private static Duration wait(Host host, Map<String, String> query) {
        String text = query.getOrDefault("wait", String.valueOf(host.patience().toSeconds()));
        if (!text.matches("[0-9]{1,4}")) {
            throw new IllegalArgumentException("`wait` is a number of seconds, not `" + text + "`");
        }
        Duration wanted = Duration.ofSeconds(Long.parseLong(text));
        // Who waits longer than its host finds that the call has run.
        return wanted.compareTo(host.patience()) < 0 ? wanted : host.patience();
    }

    private HttpReply answer(Host host, HookCall asked, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Allowed allowed -> allowed(host, asked, allowed);
            case Outcome.Denied denied -> reply("deny", host.denied(asked.event(), cut(denied.message())));
            case Outcome.Stopped stopped -> reply("deny", host.stopped(asked.event(), cut(stopped.message())));
            case Outcome.Held held ->
                reply(
                        "deny",
                        host.denied(
                                asked.event(),
                                "Nobody has answered yet. The approval "
                                        + held.approval().id().text()
                                        + " still waits: make the same call again to wait for the answer."));
        };
    }

    private HttpReply allowed(Host host, HookCall asked, Outcome.Allowed allowed) {
        String why = cut(because(allowed));
        if (allowed.bounds().isPresent() || allowed.preview().isPresent()) {
            ToolCall runs = contained.replace(allowed, gate.now());
            return reply("allow", host.edited(asked, runs.arguments(), why).orElseThrow());
        }
        ToolCall runs = allowed.call();
        if (runs.arguments().equals(asked.call().arguments())) {
            if (!asked.again()) {
                passed.add(host.common(runs), gate.now());
            }
            return reply("allow", host.allowed(asked, why));
        }
        // What a person changed has to reach the host, or it would run what nobody approved.
        Optional<Host.Output> edited = host.edited(asked, runs.arguments(), why);
        if (edited.isEmpty()) {
            promised.add(runs, gate.now());
            return reply(
                    "deny",
                    host.denied(
                            asked.event(),
                            cut(
                                    "The user wants this call with other arguments, which this agent's hooks cannot pass on."
                                            + " Make the call with: " + CanonicalJson.of(runs.arguments()))));
        }
        if (!asked.again()) {
            passed.add(host.common(runs), gate.now());
        }
        return reply("allow", edited.get());
    }

    private static String because(Outcome.Allowed allowed) {
        if (allowed.decision() instanceof Decision.Allow) {
            return "Licet: allowed, "
                    + Sentences.because(allowed.decision().findings().get(0));
        }
        if (allowed.bounds().isPresent() && allowed.preview().isEmpty()) {
            return "Licet: allowed within bounds";
        }
        return allowed.comment().isEmpty() ? "Licet: approved" : "Licet: approved: " + allowed.comment();
    }

    private static String cut(String text) {
        return text.length() > MAX_REASON ? text.substring(0, MAX_REASON) + " …" : text;
    }

    private static HttpReply.Full reply(String decision, Host.Output output) {
        return new HttpReply.Full(
                200,
                output.type(),
                Map.of("Cache-Control", "no-store", DECISION, decision),
                output.text().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Who sent a hook's call.
     *
     * @param sender the same for the gate
     * @param untold forgets what was let through, where nobody was told so
     */
    private record HookSender(Submission.Sender sender, Runnable untold) implements Submission.Sender {
        @Override
        public boolean isGone() {
            return sender.isGone();
        }

        @Override
        public void takes(Submission.Handover handover) {
            sender.takes(new Submission.Handover() {
                @Override
                public void arrived() {
                    handover.arrived();
                }

                @Override
                public void arrivedUnused() {
                    handover.arrivedUnused();
                }

                @Override
                public void doubtful() {
                    handover.doubtful();
                }

                @Override
                public void lost() {
                    untold.run();
                    handover.lost();
                }
            });
        }
    }
}
