package dev.licet.cli.replay;

import dev.licet.cli.report.CheckReport;
import dev.licet.core.call.CallContext;
import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Judge;
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
import java.util.Optional;
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
    private final List<Question> questions = new ArrayList<>();

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
        return replay(files, call -> {}, progress);
    }

    /** The same; {@code calls} gets each of them. */
    ReplayReport replay(List<Path> files, Consumer<RecordedCall> calls, Consumer<Integer> progress) {
        for (Path file : Recordings.files(files)) {
            recordings.read(file, call -> {
                judge(call);
                calls.accept(call);
            });
            progress.accept(report.calls());
        }
        report.left(recordings.left());
        return report;
    }

    /** Whether a person did not want {@code call}, as the recordings say that were read. */
    boolean isRejected(RecordedCall call) {
        return recordings.isRejected(call);
    }

    /** Where the agents of the person whose home is {@code home} keep their sessions. */
    public static List<Path> sessionsBelow(Path home) {
        return Recordings.ofThisMachine(home);
    }

    /** The files of recorded sessions among and below {@code places}. */
    public static List<Path> files(List<Path> places) {
        return Recordings.files(places);
    }

    private void judge(RecordedCall recorded) {
        Optional<Situation> found = situation(recorded);
        if (found.isEmpty()) {
            report.unreadable();
            return;
        }
        Situation situation = found.get();
        String memory = switch (remember) {
            case NONE -> "";
            case SESSION -> situation.session();
            case PROJECT -> situation.workspace();
        };
        CheckReport judged = CheckReport.of(
                situation.call(), policy(situation.workspace(), memory), surroundings(situation), here.preset());
        report.add(situation.session(), recorded.agent(), situation.call(), judged.decision());
        if (judged.decision() instanceof Decision.Ask) {
            questions.add(new Question(recorded, situation, judged.always()));
            if (remember != Remember.NONE) {
                remember(memory, judged.always());
            }
        }
    }

    private void remember(String memory, List<RuleText> always) {
        boolean more =
                remembered.computeIfAbsent(memory, key -> new LinkedHashSet<>()).addAll(always);
        if (more) {
            policies.keySet().removeIf(key -> key.endsWith("\n" + memory));
        }
    }

    /**
     * A call where it was made.
     *
     * @param session of the agent
     * @param workspace where the session began
     */
    record Situation(String session, String workspace, ToolCall call) {}

    /**
     * A question to the person.
     *
     * @param always what "always" remembers; nothing where it is not offered
     */
    record Question(RecordedCall recorded, Situation situation, List<RuleText> always) {
        Question {
            always = List.copyOf(always);
        }
    }

    /** What would have been asked so far, in order. */
    List<Question> questions() {
        return questions;
    }

    /** What {@code recorded} is to the gate; empty if it is no call. */
    Optional<Situation> situation(RecordedCall recorded) {
        String directory =
                recorded.directory().filter(there -> there.startsWith("/")).orElse(here.directory());
        String session = recorded.agent() + " " + recorded.session();
        String workspace = workspaces.computeIfAbsent(session, first -> directory);
        try {
            return Optional.of(new Situation(
                    session,
                    workspace,
                    new ToolCall(
                            new CallId("replay"),
                            recorded.tool(),
                            recorded.arguments(),
                            new SessionId("replay"),
                            WorkerId.STANDARD,
                            directory,
                            Map.of(),
                            CallContext.NONE.contained())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** How {@code situation} is decided with {@code more} allowed. */
    Decision decide(Situation situation, List<RuleText> more) {
        return Judge.standard()
                .decide(
                        situation.call(),
                        here.rules().apply(situation.workspace()).with(Layer.allowing(more)),
                        surroundings(situation));
    }

    private JudgeContext surroundings(Situation situation) {
        return new JudgeContext(situation.workspace(), home(situation.workspace()), here.data(), here.disk());
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
