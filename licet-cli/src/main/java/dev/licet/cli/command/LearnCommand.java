package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.replay.Learner;
import dev.licet.cli.replay.Learner.Learned;
import dev.licet.cli.replay.Lesson;
import dev.licet.cli.replay.Replayer;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.PolicyFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code licet learn}: the few rules that would have spared most questions. */
@Command(
        name = "learn",
        description = {
            "Propose the few rules that would have spared most questions in recorded sessions, and save those that are chosen.",
            "Each is what \"always\" would have remembered at one of the questions, one rule for several targets of the"
                    + " same runner or files of a folder, or a part of a family; none allows a call that somebody"
                    + " rejected, and none lifts a protection. With --audit also the hosts that commands within bounds"
                    + " did not reach. Without --apply nothing is written."
        },
        footer = {
            "",
            "Examples:",
            "  licet learn",
            "  licet learn --apply 1,2,5",
            "  licet learn --rules 5 --apply all ~/.codex/sessions"
        })
final class LearnCommand extends JsonCommand {
    private static final int LONGEST = 90;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RecordedSessions recorded = new RecordedSessions();

    @Option(names = "--rules", paramLabel = "N", description = "At most so many rules (default: ${DEFAULT-VALUE}).")
    private int most = 20;

    @Option(
            names = "--apply",
            paramLabel = "NUMBERS",
            description = "Save these proposals, by their numbers, or `all`, in the rules of the worker `local`.")
    private String apply = "";

    LearnCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() {
        PolicyFiles files = recorded.files();
        Replayer.Surroundings here =
                recorded.surroundings(files, (rules, workspace) -> rules.policy(WorkerId.STANDARD, workspace));
        Learned learned = new Learner(here, most).learn(recorded.from(), calls -> {});
        PermissionFile file = files.worker(WorkerId.STANDARD);
        List<Lesson> lessons = Stream.concat(
                        learned.lessons().stream(), recorded.unreached(files.policy(WorkerId.STANDARD, "")).stream())
                .toList();
        List<Lesson> chosen = chosen(lessons);
        if (json) {
            print(json(learned, lessons, chosen));
        } else {
            show(learned, lessons);
        }
        for (Lesson lesson : chosen) {
            file.add(lesson.rules(), lesson.action());
        }
        if (!chosen.isEmpty() && !json) {
            streams.out().println();
            streams.out().println("saved in " + file.path() + ":");
            chosen.forEach(lesson -> lesson.rules()
                    .forEach(rule -> streams.out()
                            .println("  + " + lesson.action().text() + "  " + SafeText.oneLine(rule.toString()))));
        }
        return ExitCode.OK;
    }

    private List<Lesson> chosen(List<Lesson> lessons) {
        if (apply.isEmpty()) {
            return List.of();
        }
        var chosen = new ArrayList<Lesson>();
        for (String number : apply.equals("all") ? numbers(lessons.size()) : List.of(apply.split(",", -1))) {
            boolean known =
                    number.strip().matches("[1-9][0-9]{0,3}") && Integer.parseInt(number.strip()) <= lessons.size();
            if (!known) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there is no proposal `" + number.strip() + "`: use numbers from 1 to " + lessons.size()
                                + " with commas between them, or all");
            }
            chosen.add(lessons.get(Integer.parseInt(number.strip()) - 1));
        }
        return chosen;
    }

    private static List<String> numbers(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(Integer::toString).toList();
    }

    private static String many(int number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private void show(Learned learned, List<Lesson> lessons) {
        if (lessons.isEmpty()) {
            streams.out().println("no rule would have spared a question that comes again");
            return;
        }
        for (int i = 0; i < lessons.size(); i++) {
            Lesson lesson = lessons.get(i);
            boolean host = lesson.action() == Action.CONTAIN;
            streams.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%3d  %s  %s  (%s in %s%s)",
                            i + 1,
                            lesson.action().text(),
                            lesson.rules().stream()
                                    .map(rule -> SafeText.oneLine(rule.toString()))
                                    .collect(Collectors.joining(" and ")),
                            many(lesson.questions(), host ? "run" : "question"),
                            many(lesson.sessions(), "session"),
                            host ? " did not reach it" : ""));
            streams.out().println((host ? "     by         " : "     runs       ") + shown(lesson.example()));
            if (!lesson.beyond().isEmpty()) {
                streams.out().println("     still asks " + shown(lesson.beyond()));
            }
        }
        streams.out().println();
        streams.out()
                .println(String.format(
                        Locale.ROOT,
                        "With all of them %,d questions in %,d calls become %,d.",
                        learned.before().questions(),
                        learned.before().calls(),
                        learned.after().questions()));
        if (apply.isEmpty()) {
            streams.out().println("`licet learn --apply 1,2` saves some of them, `--apply all` each.");
        }
    }

    private static String shown(String text) {
        String line = SafeText.oneLine(text);
        return line.codePointCount(0, line.length()) <= LONGEST
                ? line
                : line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }

    private static JsonObject json(Learned learned, List<Lesson> lessons, List<Lesson> chosen) {
        return JsonObject.empty()
                .with("calls", learned.before().calls())
                .with("questions", learned.before().questions())
                .with("questionsWithAll", learned.after().questions())
                .with(
                        "proposals",
                        JsonArray.of(lessons.stream()
                                .map(lesson -> JsonObject.empty()
                                        .with("rules", rules(lesson.rules()))
                                        .with("action", lesson.action().text())
                                        .with("questions", lesson.questions())
                                        .with("sessions", lesson.sessions())
                                        .with("runs", SafeText.oneLine(lesson.example()))
                                        .with("stillAsks", SafeText.oneLine(lesson.beyond())))
                                .toList()))
                .with(
                        "saved",
                        rules(chosen.stream()
                                .flatMap(lesson -> lesson.rules().stream())
                                .toList()));
    }

    private static JsonArray rules(List<RuleText> rules) {
        return JsonArray.of(rules.stream()
                .map(rule -> JsonObject.empty().with("tool", rule.tool()).with("pattern", rule.pattern()))
                .toList());
    }
}
