package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.install.HookInstaller;
import dev.licet.cli.service.Service;
import dev.licet.cli.setup.FoundAgent;
import dev.licet.cli.setup.Profiles;
import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code licet status}: how things stand, on one screen. */
@Command(
        name = "status",
        description = {
            "Show how things stand: the server, the agents, the profile, how much was asked, and what waits.",
            "It looks at the configurations only; `licet doctor` tries the hooks. Exit status 1 when something is missing."
        })
final class StatusCommand extends JsonCommand {
    @Mixin
    private final CommonOptions common = new CommonOptions();

    StatusCommand(Streams streams) {
        super(streams);
    }

    /** What an agent's configuration says. */
    private record AgentState(String name, boolean hooked, List<String> problems) {
        JsonObject form() {
            return JsonObject.empty()
                    .with("agent", name)
                    .with("hooked", hooked)
                    .with(
                            "problems",
                            JsonArray.of(problems.stream().map(JsonString::new).toList()));
        }

        String text() {
            return "%-9s %s".formatted(name, hooked ? "hooked up" : "NOT hooked up: `licet install " + name + "`");
        }
    }

    /** What the server counted in the last month. */
    private record Counted(long waiting, long allowed, long asked, long denied) {}

    @Override
    public Integer call() throws InterruptedException {
        boolean answers = common.hasServer();
        Service service = Service.of(System.getenv(), common.dataDirectoryPath(), HookInstaller.program());
        var directory = new DataDirectory(common.dataDirectoryPath());
        String profile = new Profiles(directory, Policies.home()).current();
        List<AgentState> agents = agents();
        JsonObject form = JsonObject.empty()
                .with(
                        "server",
                        JsonObject.empty()
                                .with("running", answers)
                                .with("url", directory.announcedServer().orElse(""))
                                .with("state", ServiceCommand.ServerState.of(service, answers)))
                .with("profile", profile)
                .with(
                        "agents",
                        JsonArray.of(agents.stream().map(AgentState::form).toList()));
        var lines = new ArrayList<String>();
        lines.add(
                "Server    " + form.object("server").orElseThrow().text("state").orElseThrow()
                        + (answers ? ", " + directory.announcedServer().orElse("") : ""));
        boolean observes = profile.equals(Profiles.OBSERVE);
        lines.add("Profile   " + profile + (observes ? ": NOTHING IS HELD until `licet setup` chooses another" : ""));
        if (answers) {
            Counted counted = counted();
            form = form.with("waiting", number(counted.waiting()))
                    .with(
                            "calls",
                            JsonObject.empty()
                                    .with("allowed", number(counted.allowed()))
                                    .with("asked", number(counted.asked()))
                                    .with("denied", number(counted.denied())));
            lines.add("Calls     " + noise(counted));
            lines.add("Waiting   " + (counted.waiting() == 0 ? "nothing" : counted.waiting() + ": `licet watch`"));
        }
        lines.add("Agents    "
                + (agents.isEmpty()
                        ? "none found on this machine"
                        : agents.getFirst().text()));
        for (int i = 0; i < agents.size(); i++) {
            if (i > 0) {
                lines.add("          " + agents.get(i).text());
            }
            agents.get(i).problems().forEach(problem -> lines.add("            ! " + problem));
        }
        if (json) {
            print(form);
        } else {
            lines.forEach(streams.out()::println);
        }
        boolean whole = answers
                && !observes
                && agents.stream()
                        .allMatch(agent -> agent.hooked() && agent.problems().isEmpty());
        return whole ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static JsonNumber number(long value) {
        return new JsonNumber(BigDecimal.valueOf(value));
    }

    private static List<AgentState> agents() {
        var states = new ArrayList<AgentState>();
        for (FoundAgent agent : FoundAgent.all(System.getenv())) {
            try {
                boolean hooked = agent.setup().isInstalled();
                states.add(new AgentState(
                        agent.name(), hooked, hooked ? agent.setup().shortcomings() : List.of()));
            } catch (GateException e) {
                states.add(new AgentState(agent.name(), false, List.of(String.valueOf(e.getMessage()))));
            }
        }
        return states;
    }

    private Counted counted() throws InterruptedException {
        try (LicetClient client = common.client(null)) {
            JsonObject overview = ServerOptions.document(client.get("/v1/overview"));
            int waiting = ServerOptions.document(client.get("/v1/approvals"))
                    .elements("approvals")
                    .size();
            return new Counted(
                    waiting, count(overview, "allowed"), count(overview, "asked"), count(overview, "denied"));
        }
    }

    private static long count(JsonObject overview, String name) {
        return overview.get(name)
                .map(value -> ((JsonNumber) value).value().longValue())
                .orElse(0L);
    }

    private static String noise(Counted counted) {
        long calls = counted.allowed() + counted.asked() + counted.denied();
        return calls == 0
                ? "none in the last 31 days"
                : String.format(
                        Locale.ROOT,
                        "%,d in the last 31 days: %,d asked, %.1f in 100; %,d denied",
                        calls,
                        counted.asked(),
                        100.0 * counted.asked() / calls,
                        counted.denied());
    }
}
