package dev.licet.cli.replay;

import dev.licet.cli.report.CheckReport;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.RuleText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Judges recorded calls in their order as the gate would, for a person who answers "always" wherever that is offered and
 * never says no. A session's workspace is where its first call was made. For one thread.
 */
public final class Replayer {
    private static final Pattern HOME = Pattern.compile("(/home/[^/]+|/Users/[^/]+|/root)(/.*)?");

    private final Surroundings here;
    private final Remember remember;
    private final Recordings recordings = new Recordings();
    private final Map<String, String> workspaces = new HashMap<>();
    private final Map<String, Set<RuleText>> remembered = new HashMap<>();
    private final Map<String, Policy> policies = new HashMap<>();
    private final ReplayReport report = new ReplayReport();

    /**
     * What calls are judged by.
     *
     * @param rules those of a workspace
     * @param preset which decides what "always" remembers
     * @param home of the person
     * @param data where the gate keeps its own data
     * @param directory where calls were made of which the recording does not say it
     * @param disk as it is now
     */
    public record Surroundings(
            Function<String, Policy> rules, Preset preset, String home, String data, String directory, FileView disk) {}

    public Replayer(Surroundings here, Remember remember) {
        this.here = here;
        this.remember = remember;
    }

    /** Judges the calls in {@code files}, or below them; after each file {@code progress} gets the calls so far. */
    public ReplayReport replay(List<Path> files, Consumer<Integer> progress) {
        for (Path file : Recordings.files(files)) {
            recordings.read(file, this::judge);
            progress.accept(report.calls());
        }
        report.left(recordings.left());
        return report;
    }

    /** Where the agents of the person whose home is {@code home} keep their sessions. */
    public static List<Path> sessionsBelow(Path home) {
        return Recordings.ofThisMachine(home);
    }

    private void judge(RecordedCall recorded) {
        String directory =
                recorded.directory().filter(there -> there.startsWith("/")).orElse(here.directory());
        String session = recorded.agent() + " " + recorded.session();
        String workspace = workspaces.computeIfAbsent(session, first -> directory);
        ToolCall call;
        try {
            call = new ToolCall(
                    new CallId("replay"),
                    recorded.tool(),
                    recorded.arguments(),
                    new SessionId("replay"),
                    WorkerId.STANDARD,
                    directory,
                    Map.of(),
                    CallContext.NONE);
        } catch (IllegalArgumentException e) {
            report.unreadable();
            return;
        }
        String memory = switch (remember) {
            case NONE -> "";
            case SESSION -> session;
            case PROJECT -> workspace;
        };
        CheckReport found = CheckReport.of(
                call,
                policy(workspace, memory),
                new JudgeContext(workspace, home(workspace), here.data(), here.disk()),
                here.preset());
        report.add(session, recorded.agent(), call, found.decision());
        if (remember != Remember.NONE && found.decision() instanceof Decision.Ask) {
            boolean more = remembered
                    .computeIfAbsent(memory, key -> new LinkedHashSet<>())
                    .addAll(found.always());
            if (more) {
                policies.clear();
            }
        }
    }

    private Policy policy(String workspace, String memory) {
        return policies.computeIfAbsent(workspace + "\n" + memory, key -> {
            Policy rules = here.rules().apply(workspace);
            List<RuleText> always = new ArrayList<>(remembered.getOrDefault(memory, Set.of()));
            return always.isEmpty() ? rules : rules.with(Layer.allowing(always));
        });
    }

    /** The home of whoever had the workspace, where that is another person than the one who looks. */
    private String home(String workspace) {
        Matcher other = HOME.matcher(workspace);
        return !workspace.startsWith(here.home() + "/") && other.matches() ? other.group(1) : here.home();
    }
}
