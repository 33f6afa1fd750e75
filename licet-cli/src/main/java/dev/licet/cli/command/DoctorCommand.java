package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.install.Canary;
import dev.licet.cli.install.Setup;
import dev.licet.contain.Container;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.lint.Lint;
import dev.licet.core.lint.LintFinding;
import dev.licet.core.rule.Policy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet doctor}: whether the hooks that are installed would stop a call. */
@Command(
        name = "doctor",
        description = {
            "Try the hooks that are installed: each gets a call that is always denied, with the server and without.",
            "Exit status 1 when a host would let a call run."
        })
final class DoctorCommand extends JsonCommand {
    /** What a rule may be found to do beside what it says. */
    private static final Set<LintFinding.Kind> DECIDE_OTHERWISE = Set.of(
            LintFinding.Kind.SHADOWED,
            LintFinding.Kind.CONTRADICTED,
            LintFinding.Kind.NEVER,
            LintFinding.Kind.UNKNOWN_TOOL);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--project", paramLabel = "DIR", description = "The project, for vscode (default: this folder).")
    private Path project = Path.of("");

    DoctorCommand(Streams streams) {
        super(streams);
    }

    @Override
    public Integer call() throws InterruptedException {
        var canary = new Canary(common.dataDirectoryPath(), project);
        var reports = new ArrayList<Canary.Report>();
        for (String host : Setup.hosts()) {
            Setup setup = Setup.of(host, System.getenv(), project.toAbsolutePath());
            canary.tried(setup).ifPresent(reports::add);
        }
        Container.Availability containment = common.containment();
        String missing = switch (containment) {
            case Container.Availability.Available available -> "";
            case Container.Availability.Missing nothing -> nothing.why();
        };
        Policy policy = Policies.ofWorker(common);
        long odd = Lint.of(policy).stream()
                .filter(finding -> DECIDE_OTHERWISE.contains(finding.kind()))
                .count();
        String noHosts = containment.found().flatMap(Container::hostObstacle).orElse("");
        if (json) {
            print(form(reports)
                    .with(
                            "containment",
                            JsonObject.empty()
                                    .with("available", missing.isEmpty())
                                    .with("why", missing)
                                    .with("whyNoHosts", noHosts))
                    .with(
                            "rules",
                            JsonObject.empty()
                                    .with("toLookAt", odd)
                                    .with(
                                            "fault",
                                            policy.fault().map(Object::toString).orElse(""))));
        } else {
            print(reports);
            streams.out()
                    .println("%-8s %s"
                            .formatted(
                                    "bounds",
                                    missing.isEmpty()
                                            ? "commands can be contained"
                                            : "commands cannot be contained, and are asked: " + missing));
            policy.fault().ifPresent(fault -> streams.out().println("%-8s %s".formatted("rules", fault)));
            if (odd > 0) {
                String what = odd == 1
                        ? "1 rule decides otherwise than it seems to"
                        : odd + " rules decide otherwise than they seem to";
                streams.out().println("%-8s %s: `licet lint` says why".formatted("rules", what));
            }
            if (!noHosts.isEmpty()) {
                streams.out().println("%-8s %s".formatted("hosts", noHosts));
            }
        }
        return reports.stream().allMatch(Canary.Report::isProtected) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void print(List<Canary.Report> reports) {
        if (reports.isEmpty()) {
            streams.out()
                    .println("No hook is installed; `licet install HOST` installs one. Hosts: "
                            + String.join(", ", Setup.hosts()));
        }
        for (Canary.Report report : reports) {
            streams.out()
                    .println("%-8s %s".formatted(report.host(), report.isProtected() ? "protected" : "NOT PROTECTED"));
            report.problems().forEach(problem -> streams.out().println("  ! " + problem));
            report.remarks().forEach(remark -> streams.out().println("  - " + remark));
        }
    }

    private static JsonObject form(List<Canary.Report> reports) {
        return JsonObject.empty()
                .with(
                        "hosts",
                        JsonArray.of(reports.stream()
                                .map(report -> JsonObject.empty()
                                        .with("host", report.host())
                                        .with("protected", report.isProtected())
                                        .with("problems", texts(report.problems()))
                                        .with("remarks", texts(report.remarks())))
                                .toList()));
    }

    private static JsonArray texts(List<String> texts) {
        return JsonArray.of(texts.stream().map(JsonString::new).toList());
    }
}
