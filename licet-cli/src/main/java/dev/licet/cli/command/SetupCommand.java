package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.imports.Importer;
import dev.licet.cli.imports.Importer.InvalidRules;
import dev.licet.cli.imports.Takeover;
import dev.licet.cli.install.Canary;
import dev.licet.cli.install.HookInstaller;
import dev.licet.cli.install.Setup;
import dev.licet.cli.service.Service;
import dev.licet.cli.setup.Dialogue;
import dev.licet.cli.setup.FoundAgent;
import dev.licet.cli.setup.Profiles;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.server.LicetServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code licet setup}: from nothing to agents that are asked, with a few keys. */
@Command(
        name = "setup",
        description = {
            "Hook the agents of this machine up to the gate, choose how much is asked, and start the server.",
            "It shows what it finds and asks before each change; Enter takes what it proposes."
        },
        footer = {"", "Examples:", "  licet setup", "  licet setup --dry-run", "  licet setup --yes --profile careful"})
final class SetupCommand implements Callable<Integer> {
    private static final String BY_HAND = "start it with `licet serve` or `licet service start`";

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--yes", description = "Ask nothing: take what is proposed.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Only show what would be done.")
    private boolean dryRun;

    @Option(
            names = "--agents",
            paramLabel = "NAMES",
            split = ",",
            description = "Only these, several with commas (default: those that are found).")
    private List<String> only = List.of();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "How much is asked: careful, balanced or trusting; or observe, which holds nothing.",
            completionCandidates = ProfileNames.class)
    private Optional<String> profile = Optional.empty();

    @Option(
            names = "--service",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Start the server as a service (default), or leave it to you.")
    private boolean service = true;

    @Option(names = "--port", paramLabel = "PORT", description = "The server's port (default: ${DEFAULT-VALUE}).")
    private int port = LicetServer.DEFAULT_PORT;

    private final Streams streams;

    SetupCommand(Streams streams) {
        this.streams = streams;
    }

    /** The profiles, for completion. */
    static final class ProfileNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        ProfileNames() {
            super(Profiles.NAMES);
            add(Profiles.OBSERVE);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        if (profile.isPresent() && !new ProfileNames().contains(profile.get())) {
            throw new GateException(
                    "there is no profile `" + profile.get() + "`: use " + String.join(", ", new ProfileNames()));
        }
        Dialogue dialogue = yes || dryRun ? Dialogue.standard(streams) : Dialogue.inTerminal(streams);
        List<FoundAgent> agents = agents();
        var installer = new HookInstaller(common.dataDirectoryPath(), Optional.empty(), Optional.empty(), true);
        List<FoundAgent> open = open(agents, installer);
        boolean hooks = !open.isEmpty() && dialogue.ask("Hook them up? [Y/n]", "yn") == 'y';
        List<Takeover> rules = rules(agents);
        boolean takes = !rules.isEmpty() && dialogue.ask("Take them over, for all agents? [y/N]", "ny") == 'y';
        var profiles = new Profiles(new DataDirectory(common.dataDirectoryPath()), Policies.home());
        String chosen = profile(profiles, dialogue);
        Optional<Service> starting = server(dialogue);
        say("");
        if (dryRun) {
            say("Nothing was changed.");
            return ExitCode.OK;
        }
        boolean observes = chosen.equals(Profiles.OBSERVE);
        String line = observes ? "hooks: observe" : "preset: " + chosen;
        profiles.choose(chosen).ifPresent(file -> say("Wrote `" + line + "` into " + file));
        if (takes) {
            rules.forEach(this::takeOver);
        }
        if (starting.isPresent()) {
            starting.get().start(port);
            ServiceCommand.await(common, starting.get(), streams);
        }
        if (hooks) {
            hookUp(open, installer);
        }
        if (observes) {
            say(
                    "Nothing is held from now on: calls are judged and recorded. `licet status` tells, `licet setup` ends that.");
            return ExitCode.OK;
        }
        return common.hasServer() ? test(agents) : ExitCode.OK;
    }

    private List<FoundAgent> agents() {
        List<FoundAgent> found = FoundAgent.all(System.getenv());
        if (only.isEmpty()) {
            return found;
        }
        // Whoever names an agent knows that it is there.
        return only.stream()
                .map(name -> new FoundAgent(
                        Setup.of(name, System.getenv(), Path.of("").toAbsolutePath())))
                .toList();
    }

    /** Shows {@code agents}; those that can be hooked up, and are not. */
    private List<FoundAgent> open(List<FoundAgent> agents, HookInstaller installer) throws InterruptedException {
        say("Agents");
        if (agents.isEmpty()) {
            say("  none found; `licet install HOST` hooks one up. Hosts: " + String.join(", ", Setup.hosts()));
        }
        var open = new ArrayList<FoundAgent>();
        for (FoundAgent agent : agents) {
            String file = agent.file(Path.of(Policies.home()));
            try {
                boolean there = agent.setup().isInstalled();
                // What cannot be merged is said before anything is asked.
                installer.plan(agent.setup(), true);
                say("  %-9s %s %s".formatted(agent.name(), there ? "is hooked up in" : "will be hooked up in", file));
                if (!there) {
                    agent.setup().host().remarks().forEach(remark -> say("            " + remark));
                    open.add(agent);
                }
            } catch (GateException e) {
                say("  %-9s ! %s".formatted(agent.name(), e.getMessage()));
            }
        }
        return open;
    }

    /** What the person has told the agents already: rules of that person, not those of the project that this is run in. */
    private List<Takeover> rules(List<FoundAgent> agents) {
        var place = new Importer.Place(Path.of(Policies.home()), Path.of("").toAbsolutePath(), System.getenv());
        var found = new ArrayList<Takeover>();
        var lines = new ArrayList<String>();
        for (FoundAgent agent : agents) {
            for (Importer importer : Importer.of(agent.name()).stream().toList()) {
                List<Path> files = importer.ownFiles(place);
                try {
                    var takeover = new Takeover(importer, files, importer.read(files, place));
                    if (!takeover.missed().isEmpty()) {
                        lines.add("  %-9s %s; `licet import %s` shows what cannot be taken over, and is forbidden"
                                .formatted(agent.name(), counted(takeover), agent.name()));
                    } else if (!takeover.taken().isEmpty()) {
                        found.add(takeover);
                        lines.add("  %-9s %s; `licet import %s` shows each"
                                .formatted(agent.name(), counted(takeover), agent.name()));
                    }
                } catch (InvalidRules e) {
                    lines.add("  %-9s ! %s".formatted(agent.name(), e.getMessage()));
                }
            }
        }
        if (!lines.isEmpty()) {
            say("");
            say("Rules that your agents have");
            lines.forEach(this::say);
        }
        return found;
    }

    private static String counted(Takeover takeover) {
        int all = takeover.entries().size();
        return "%d %s, %d can be taken over%s%s"
                .formatted(
                        all,
                        all == 1 ? "entry" : "entries",
                        takeover.taken().size(),
                        takeover.noted() == 0 ? "" : ", " + takeover.noted() + " with another meaning here",
                        takeover.left() == 0 ? "" : ", " + takeover.left() + " have no equal");
    }

    private void takeOver(Takeover takeover) {
        Takeover.Saved saved = takeover.save(new DataDirectory(common.dataDirectoryPath()));
        say("Took over " + saved.rules() + " rules of " + takeover.importer().text() + " into " + saved.file());
    }

    private void hookUp(List<FoundAgent> agents, HookInstaller installer) throws InterruptedException {
        for (FoundAgent agent : agents) {
            Optional<Path> backup = agent.setup().apply(installer.plan(agent.setup(), false));
            say("Hooked up " + agent.name()
                    + backup.map(kept -> "; what was there is in " + kept).orElse(""));
            installer.finish(agent.setup()).ifPresent(line -> say("  " + line));
        }
    }

    private String profile(Profiles profiles, Dialogue dialogue) {
        String current = profiles.current();
        say("");
        say("Profile");
        if (profile.isPresent() || !new ProfileNames().contains(current)) {
            String name = profile.orElse(current);
            say("  " + name);
            return name;
        }
        show(profiles);
        String first = current.substring(0, 1);
        char key = dialogue.ask("Which one? [c/b/t/o, Enter for " + current + "]", first + "cbto".replace(first, ""));
        return new ProfileNames()
                .stream().filter(name -> name.charAt(0) == key).findFirst().orElseThrow();
    }

    private void show(Profiles profiles) {
        say("  careful   asks before anything is written and for every command that does more than read");
        say("  balanced  reads and writes in the workspace unasked, asks once for each other command");
        say("  trusting  runs tests, builds and commits unasked as well");
        say("  observe   holds nothing: records what your agents do, to choose one of these by later");
        profiles.noise()
                .ifPresent(noise -> say(String.format(
                        Locale.ROOT,
                        "  Your last sessions (%,d calls) would have meant, in 100 calls: careful %.1f, balanced %.1f,"
                                + " trusting %.1f questions",
                        noise.calls(),
                        noise.inHundred().get("careful"),
                        noise.inHundred().get("balanced"),
                        noise.inHundred().get("trusting"))));
    }

    /** What is to start the server; empty where one runs, or none is wanted. */
    private Optional<Service> server(Dialogue dialogue) throws InterruptedException {
        say("");
        say("Server");
        if (common.hasServer()) {
            say("  runs already");
            return Optional.empty();
        }
        Service own = Service.of(System.getenv(), common.dataDirectoryPath(), HookInstaller.program());
        say("  " + (service ? "will be " + own.what() + ": it runs " + own.howLong() : BY_HAND));
        if (!service || dialogue.ask("Start it? [Y/n]", "yn") == 'y') {
            return service ? Optional.of(own) : Optional.empty();
        }
        say("  " + BY_HAND);
        return Optional.empty();
    }

    private int test(List<FoundAgent> agents) throws InterruptedException {
        say("Tested with a call that is always denied:");
        var canary = new Canary(common.dataDirectoryPath(), Path.of(""));
        boolean whole = true;
        for (FoundAgent agent : agents) {
            Canary.Report report = canary.tried(agent.setup())
                    .orElseGet(() -> new Canary.Report(agent.name(), List.of("it is not hooked up"), List.of()));
            whole = whole && report.isProtected();
            say("  %-9s %s".formatted(agent.name(), report.isProtected() ? "protected" : "NOT PROTECTED"));
            report.problems().forEach(problem -> say("  ! " + problem));
        }
        var directory = new DataDirectory(common.dataDirectoryPath());
        say("");
        say("Inbox     " + directory.announcedServer().orElse("") + "/#token=" + directory.token());
        say("Later     `licet status` shows how things stand, `licet watch` answers in a terminal");
        return whole ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void say(String line) {
        streams.out().println(line);
    }
}
