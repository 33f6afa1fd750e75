package dev.licet.server.hook;

import dev.licet.core.call.ToolCall;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import dev.licet.hook.HookHost;
import dev.licet.shell.Shells;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How one coding agent asks its hooks, and what answers it understands. Each has its own; the formats and what a host does
 * with an answer that it cannot use are in {@code docs/hooks.md}. Immutable and thread-safe.
 */
public interface Host {

    /** How its hooks are installed. */
    HookConfiguration configuration();

    /** What the program that it starts has to know of it. */
    default HookHost program() {
        return configuration().host();
    }

    /** The name in {@code /hooks/NAME} and {@code licet hook NAME}. */
    default String name() {
        return program().text();
    }

    /** How long a call may be held: less than after what time the host no longer waits. */
    default Duration patience() {
        int seconds = program().patience();
        return Duration.ofSeconds(seconds - Math.max(5, seconds / 60));
    }

    /** How it calls hooks over HTTP by itself; empty where it cannot, or a server that is down would let calls run. */
    default Optional<HttpHooks> http() {
        return Optional.empty();
    }

    /** How it notes which hooks it has been told to trust; empty where it runs every one that is there. */
    default Optional<Trust> trust() {
        return Optional.empty();
    }

    /** What a person should know of its hooks, each a sentence. */
    default List<String> remarks() {
        return List.of();
    }

    /** The tool that writes a file. */
    default String writer() {
        return "Write";
    }

    /** What it would say by {@code event} of a call that wants to do what {@code probe} says, which no agent may. */
    default JsonObject probe(String event, Probe probe) {
        return probe.about(event).with("tool_name", writer()).with("tool_input", probe.arguments());
    }

    /** What it sets in the environment of the hook when it says that. */
    default Map<String, String> probeVariables() {
        return Map.of();
    }

    /** Whether it would take {@code answer} for a refusal. */
    default boolean isRefusal(JsonObject answer) {
        return SpecificOutput.isRefusal(answer);
    }

    /**
     * A call that is always denied.
     *
     * @param file an absolute path that it wants to write to
     * @param directory the project it is made in
     */
    record Probe(String file, String directory) {
        static final String SESSION = "licet-doctor";

        /** The arguments of a tool that writes a file. */
        JsonObject arguments() {
            return JsonObject.empty().with("file_path", file).with("content", "");
        }

        /** What most hosts say of any call. */
        JsonObject about(String event) {
            return JsonObject.empty()
                    .with("session_id", SESSION)
                    .with("cwd", directory)
                    .with("hook_event_name", event);
        }
    }

    /** Whether {@code answer} says deny as {@code name}. */
    static boolean says(JsonObject answer, String name) {
        return answer.text(name).equals(Optional.of("deny"));
    }

    /**
     * The call that {@code input} asks about; empty for an event that asks about none.
     *
     * @throws IllegalArgumentException when a part is missing or cannot be read; the call is denied then
     */
    Optional<HookCall> read(JsonObject input, Place place);

    /**
     * {@code call} as any of its events tells of it: two events about one call are known by that. It has to say what the call
     * works on.
     */
    default ToolCall common(ToolCall call) {
        return call;
    }

    /** Which shells it has command lines run by. */
    default Shells shells() {
        return Shells.UNKNOWN;
    }

    /** Its events about calls; the first is assumed of an input that cannot be read. */
    default List<String> events() {
        return configuration().events().stream()
                .map(HookConfiguration.Event::name)
                .toList();
    }

    /**
     * Whether it asks its person about {@code call} by itself whatever this event is answered, and asks again by another one
     * what that answer may come from: an answer to this one would be a question twice.
     */
    default boolean asksItself(HookCall call) {
        return false;
    }

    /** Lets the call run as it is. */
    Output allowed(HookCall call, String why);

    /** Whether it has an answer that leaves a call to it; where it has none, calls are held whatever happens. */
    default boolean canBeLeftAlone() {
        return true;
    }

    /** Leaves {@code call} to the host, which goes on as if there were no hook. */
    default Output leftAlone(HookCall call) {
        return allowed(call, "");
    }

    /** Lets the call run with other arguments; empty when the host could not be trusted to take exactly these. */
    default Optional<Output> edited(HookCall call, JsonObject arguments, String why) {
        return Optional.empty();
    }

    /** Refuses what {@code event} asks about. */
    Output denied(String event, String why);

    /** Refuses it and ends the agent's turn, where the host can. */
    default Output stopped(String event, String why) {
        return denied(event, why);
    }

    /**
     * Where the hook was installed, as its address says.
     *
     * @param worker whose rules hold
     * @param event the event, for hosts whose input does not name it
     */
    record Place(String worker, Optional<String> event) {}

    /** What the host gets to read; it may have to be nothing at all. */
    record Output(String type, String text) {
        static final Output SILENCE = new Output("application/json", "");

        static Output of(JsonObject document) {
            return new Output("application/json", JsonText.write(document) + "\n");
        }

        /** For a host that reads no document. */
        static Output of(String words) {
            return new Output("text/plain; charset=utf-8", words + "\n");
        }
    }

    /**
     * Hooks that a host calls by HTTP itself.
     *
     * @param title what people call the host
     * @param program says its version when it is asked for {@code --version}
     * @param since the version from which on a hook may say that its failure blocks the call
     */
    record HttpHooks(String title, String program, HostVersion since) {
        /** Whether a hook of {@code version} blocks the call when it fails. */
        public boolean blockInCaseOfFailure(HostVersion version) {
            return version.compareTo(since) >= 0;
        }
    }

    /**
     * How a host notes which hooks a person trusts: in a file beside them, in TOML, with a table for each hook that is called
     * by the file of the hooks, the event and the place of the hook. Source: codex-rs/hooks.
     *
     * @param file the name of that file
     * @param otherwise what becomes of a hook that is not noted, and what to do
     */
    record Trust(String file, String otherwise) {
        /**
         * Whether {@code noted} says that {@code hook} is trusted. Whether it was changed since only the host can tell.
         *
         * @param noted the text of the file
         * @param hooks the absolute path of the file of the hooks
         */
        public boolean covers(String noted, String hooks, OwnHooks.Found hook) {
            String event = hook.event().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
            String key = hooks + ":" + event + ":" + hook.place();
            Pattern table =
                    Pattern.compile("(?m)^\\s*\\[hooks\\.state\\.(\"|')" + Pattern.quote(key.replace("\\", "\\\\"))
                            + "\\1\\]\\s*$(?:\\R(?!\\s*\\[).*)*?\\R\\s*trusted_hash\\s*=\\s*[\"'][^\"']+");
            return table.matcher(noted).find();
        }
    }
}
