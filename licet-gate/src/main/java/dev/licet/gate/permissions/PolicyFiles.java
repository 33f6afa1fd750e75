package dev.licet.gate.permissions;

import dev.licet.core.call.WorkerId;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.AskPolicy;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Layer;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Owner;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Settings;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.InvalidJson;
import dev.licet.shell.Shells;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Every file that decides about calls, put together: {@code licet.yaml} with the files it names, what the workspace brings,
 * and the worker's own file. All of them are looked at for every call, or for every burst of calls. Thread-safe.
 */
public final class PolicyFiles {
    private static final int MAX_INCLUDES = 32;
    private static final int MAX_WORKSPACES = 64;

    private final DataDirectory directory;
    private final String home;
    private final Choice choice;
    private final Trust trust;
    private final Map<WorkerId, PermissionFile> workers = new ConcurrentHashMap<>();
    private final Map<Path, PermissionFile> takenOver = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Path, CachedFile<GateConfiguration>> configurations = new LinkedHashMap<>();
    private final Map<Path, CachedFile<Layers>> organisation = new LinkedHashMap<>();
    private final Map<Path, CachedFile<Project>> projects = new LinkedHashMap<>();
    private final long burstNanos;
    private final boolean keeping;

    /** The rules of every worker, where they are no files. */
    private final Optional<String> given;

    private final Map<Place, Looked> looked = new ConcurrentHashMap<>();
    private @Nullable Base base;

    /** Whose rules, and where. */
    private record Place(WorkerId worker, String workspace) {}

    /** The rules as they were at {@code nanos}, with the {@code writes} of the worker's file that they show. */
    private record Looked(Known known, long nanos, int writes) {}

    /** All that decides about calls at one moment. */
    public record Known(Policy policy, Preset preset) {
        /** The same without what has ended by {@code now}. */
        public Known at(Instant now) {
            return new Known(policy.at(now), preset);
        }
    }

    /** What was chosen when the program was started; it goes before what files say. */
    public record Choice(Optional<Preset> preset, Optional<Mode> mode) {
        public static final Choice NONE = new Choice(Optional.empty(), Optional.empty());
    }

    /** A file's rules as they count, and what is wrong with it. */
    private record Layers(List<Layer> vetoes, List<Diagnostic> problems) {}

    /** What a workspace brings, as it counts while it is trusted and while it is not. */
    private record Project(String text, List<Layer> trusted, List<Layer> vetoes, List<Diagnostic> problems) {}

    /** What is the same for every worker, for these versions of the configuration files. */
    private record Base(List<GateConfiguration> from, Preset preset, Policy policy, Optional<Duration> kept) {}

    /** For a look at the rules, which leaves nothing behind. */
    public PolicyFiles(DataDirectory directory, String home, Choice choice) {
        this(directory, home, choice, Duration.ZERO, false, Optional.empty());
    }

    /** @param burst how long what was seen holds, so that not every call has to look; mostly zero */
    public PolicyFiles(DataDirectory directory, String home, Choice choice, Duration burst) {
        this(directory, home, choice, burst, true, Optional.empty());
    }

    private PolicyFiles(
            DataDirectory directory,
            String home,
            Choice choice,
            Duration burst,
            boolean keeping,
            Optional<String> given) {
        this.directory = directory;
        this.home = home;
        this.choice = choice;
        this.trust = new Trust(directory.path().resolve("trusted.json"));
        this.burstNanos = burst.toNanos();
        this.keeping = keeping;
        this.given = given;
    }

    /** Rules that a program gives, for every worker; beside them only what workspaces bring counts. */
    public static PolicyFiles given(DataDirectory nowhere, String rules, String home, Duration burst) {
        return new PolicyFiles(nowhere, home, Choice.NONE, burst, false, Optional.of(rules));
    }

    public Trust trust() {
        return trust;
    }

    /** How long an answer is kept that nobody has taken, where the owner says so. */
    public Optional<Duration> kept() {
        lock.lock();
        try {
            return base(new ArrayList<>()).kept();
        } finally {
            lock.unlock();
        }
    }

    /** Whether hooks of agents are only observed: as the owner's own file says, no file that it includes, and nothing is wrong. */
    public boolean observesHooks() {
        lock.lock();
        try {
            var faults = new ArrayList<Diagnostic>();
            List<GateConfiguration> from = base(faults).from();
            return faults.isEmpty() && !from.isEmpty() && from.getLast().observesHooks();
        } finally {
            lock.unlock();
        }
    }

    /** The preset that holds now. */
    public Preset preset() {
        lock.lock();
        try {
            return base(new ArrayList<>()).preset();
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is a file of {@code worker}. */
    public boolean has(WorkerId worker) {
        return given.isPresent() || Files.exists(directory.permissions(worker));
    }

    /** The file of {@code worker}. */
    public PermissionFile worker(WorkerId worker) {
        return workers.computeIfAbsent(
                worker,
                id -> given.map(rules -> PermissionFile.given(rules, home))
                        .orElseGet(() -> PermissionFile.at(directory.permissions(id), home, keeping)));
    }

    /** All that decides about a call of {@code worker} in {@code workspace}; of the same burst, as it was. */
    public Known known(WorkerId worker, String workspace) {
        var place = new Place(worker, workspace);
        Looked before = looked.get(place);
        int writes = worker(worker).writes();
        long now = System.nanoTime();
        if (before != null && now - before.nanos() < burstNanos && before.writes() == writes) {
            return before.known();
        }
        var known = new Known(policy(worker, workspace), preset());
        if (burstNanos > 0) {
            if (looked.size() >= MAX_WORKSPACES) {
                looked.clear();
            }
            looked.put(place, new Looked(known, now, writes));
        }
        return known;
    }

    /** All that decides about a call of {@code worker} in {@code workspace}. */
    public Policy policy(WorkerId worker, String workspace) {
        return of(worker, worker(worker).policy(workspace), workspace);
    }

    /** The same with {@code rules} in place of the worker's own file. */
    public Policy of(WorkerId worker, Policy rules, String workspace) {
        return around(rules, takenOver(worker, workspace), workspace);
    }

    /** All that decides in {@code workspace} with {@code rules} in place of everything that workers have. */
    public Policy around(Policy rules, String workspace) {
        return around(rules, Optional.empty(), workspace);
    }

    private Optional<Policy> takenOver(WorkerId worker, String workspace) {
        Path file = directory.takenOver(worker);
        return given.isPresent() || !Files.exists(file)
                ? Optional.empty()
                : Optional.of(takenOver
                        .computeIfAbsent(file, path -> PermissionFile.at(path, home, keeping))
                        .policy(workspace));
    }

    private Policy around(Policy rules, Optional<Policy> takenOver, String workspace) {
        lock.lock();
        try {
            var faults = new ArrayList<Diagnostic>();
            Base shared = base(faults);
            Policy policy = shared.policy();
            if (takenOver.isPresent()) {
                // Weaker than what the person wrote, and of no say in whether a preset's rules hold.
                policy = policy.with(
                                Layer.of(Owner.ORGANISATION, takenOver.get().rules()))
                        .withProblems(takenOver.get().problems());
                takenOver.get().fault().ifPresent(faults::add);
            }
            for (Layer layer : rules.layers()) {
                policy = policy.with(layer);
            }
            for (Layer veto : rules.vetoes()) {
                policy = policy.withVeto(veto);
            }
            policy = shared.preset().below(policy);
            policy = withProject(policy.withProblems(rules.problems()), workspace, faults);
            if (rules.fault().isPresent()) {
                return policy.faulty(rules.fault().get());
            }
            return faults.isEmpty() ? policy : policy.faulty(faults.getFirst());
        } finally {
            lock.unlock();
        }
    }

    private Base base(List<Diagnostic> faults) {
        var read = new ArrayList<GateConfiguration>();
        read(directory.path().resolve("licet.yaml"), new LinkedHashSet<>(), read, faults);
        Base known = base;
        Base now = known != null && sameVersions(known.from(), read) ? known : made(read);
        base = now;
        Policy policy = withOrganisation(now.policy(), read, faults);
        boolean blind = faults.size() > 0 && read.isEmpty();
        return new Base(
                now.from(),
                now.preset(),
                blind ? policy.withSettings(policy.settings().withMode(Mode.NONE)) : policy,
                now.kept());
    }

    @SuppressWarnings("ReferenceEquality") // A version that was read again is another one, whatever it says.
    private static boolean sameVersions(List<GateConfiguration> left, List<GateConfiguration> right) {
        boolean same = left.size() == right.size();
        for (int i = 0; i < left.size() && same; i++) {
            same = left.get(i) == right.get(i);
        }
        return same;
    }

    /** Reads the configuration at {@code path} behind those that it includes. */
    private void read(Path path, Set<Path> open, List<GateConfiguration> read, List<Diagnostic> faults) {
        if (!open.add(path)) {
            faults.add(new Diagnostic(path.toString(), 0, 0, "the file includes itself", "remove one `include`"));
            return;
        }
        if (read.size() >= MAX_INCLUDES) {
            faults.add(new Diagnostic(path.toString(), 0, 0, "more than " + MAX_INCLUDES + " files", "join some"));
            return;
        }
        var file = configurations.computeIfAbsent(
                path, key -> new CachedFile<>(key, text -> LicetYaml.parse(text, String.valueOf(key), home)));
        CachedFile.Known<GateConfiguration> known = file.known();
        known.fault().ifPresent(faults::add);
        if (known.value().isEmpty() && known.fault().isEmpty() && open.size() > 1) {
            faults.add(new Diagnostic(path.toString(), 0, 0, "the included file does not exist", "check `include`"));
        }
        known.value().ifPresent(configuration -> {
            faults.addAll(configuration.problems());
            for (String name : configuration.include()) {
                read(directory.path().resolve(expanded(name)).normalize(), open, read, faults);
            }
            read.add(configuration);
        });
        open.remove(path);
    }

    private String expanded(String name) {
        return name.startsWith("~/") ? home + name.substring(1) : name;
    }

    /** The configurations as one: later ones go before earlier ones. */
    private Base made(List<GateConfiguration> configurations) {
        Preset preset = choice.preset()
                .orElseGet(() -> last(configurations, GateConfiguration::preset)
                        .flatMap(Preset::named)
                        .orElseGet(Preset::standard));
        Mode mode = choice.mode()
                .orElseGet(() -> last(configurations, GateConfiguration::mode).orElse(preset.mode()));
        var rules = new ArrayList<Rule>();
        var vetoes = new ArrayList<Rule>();
        var problems = new ArrayList<Diagnostic>();
        Settings settings = Settings.PLAIN;
        for (GateConfiguration configuration : configurations) {
            rules.addAll(configuration.rules());
            vetoes.addAll(configuration.vetoes());
            problems.addAll(configuration.problems());
            problems.addAll(configuration.ignored());
            for (var declared : configuration.declarations().entrySet()) {
                settings = settings.declaring(declared.getKey(), declared.getValue());
            }
        }
        settings = settings.withAsking(
                last(configurations, GateConfiguration::asking).orElse(AskPolicy.OPEN));
        settings = settings.withShells(
                last(configurations, GateConfiguration::shells).orElse(Shells.UNKNOWN));
        Policy policy = new Policy(List.of(), List.of(), settings, problems, Optional.empty());
        policy = rules.isEmpty() ? policy : policy.with(Layer.of(Owner.ORGANISATION, rules));
        policy = vetoes.isEmpty() ? policy : policy.withVeto(Layer.vetoing(Owner.ORGANISATION, vetoes));
        return new Base(
                List.copyOf(configurations),
                preset,
                preset.beside(policy, mode),
                last(configurations, GateConfiguration::kept));
    }

    private interface Part<T> {
        Optional<T> of(GateConfiguration configuration);
    }

    private static <T> Optional<T> last(List<GateConfiguration> configurations, Part<T> part) {
        return configurations.reversed().stream()
                .flatMap(configuration -> part.of(configuration).stream())
                .findFirst();
    }

    private Policy withOrganisation(Policy policy, List<GateConfiguration> configurations, List<Diagnostic> faults) {
        Policy whole = policy;
        for (GateConfiguration configuration : configurations) {
            for (String name : configuration.organisation()) {
                Path path = directory.path().resolve(expanded(name)).normalize();
                CachedFile.Known<Layers> known = organisation
                        .computeIfAbsent(path, key -> new CachedFile<>(key, text -> vetoing(text, key)))
                        .known();
                known.fault().ifPresent(faults::add);
                if (known.value().isPresent()) {
                    Layers layers = known.value().get();
                    whole = withVetoes(whole, layers.vetoes()).withProblems(layers.problems());
                    // What a rule that cannot be read would have denied is not known.
                    faults.addAll(layers.problems());
                } else if (known.fault().isEmpty()) {
                    faults.add(new Diagnostic(
                            path.toString(), 0, 0, "the organisation's file does not exist", "check `organisation`"));
                }
            }
        }
        return whole;
    }

    private static Policy withVetoes(Policy policy, List<Layer> vetoes) {
        Policy whole = policy;
        for (Layer veto : vetoes) {
            whole = whole.withVeto(veto);
        }
        return whole;
    }

    private Layers vetoing(String text, Path path) throws InvalidJson {
        Policy rules = RuleFile.parse(text, path.toString(), home, "");
        var problems = new ArrayList<>(rules.problems());
        if (text.contains("${workspace}")) {
            problems.add(new Diagnostic(
                    path.toString(), 0, 0, "`${workspace}` has no meaning in a file for all", "write the path"));
        }
        return new Layers(vetoes(Owner.ORGANISATION, rules, problems), problems);
    }

    /** The vetoes that {@code rules} amount to; where something is wrong, whatever is denied is denied. */
    private static List<Layer> vetoes(Owner owner, Policy rules, List<Diagnostic> problems) {
        var vetoes = new ArrayList<>(rules.vetoes());
        vetoes.add(
                problems.isEmpty()
                        ? Layer.vetoing(owner, rules.rules())
                        : Layer.vetoingWhatItDenies(owner, rules.rules()));
        return vetoes;
    }

    /** A workspace's own rules only tighten, until their owner trusts them. */
    private Policy withProject(Policy policy, String workspace, List<Diagnostic> faults) {
        Optional<Path> path = workspace.isEmpty() ? Optional.empty() : Trust.projectFile(Path.of(workspace));
        if (path.isEmpty()) {
            return policy;
        }
        if (Files.isSymbolicLink(path.get()) || Files.isSymbolicLink(path.get().getParent())) {
            faults.add(new Diagnostic(
                    path.get().toString(), 0, 0, "it is a link, and what it leads to may change", "put the file here"));
            return policy;
        }
        if (projects.size() >= MAX_WORKSPACES) {
            projects.clear();
        }
        CachedFile.Known<Project> known = projects.computeIfAbsent(
                        path.get(), key -> new CachedFile<>(key, text -> project(text, key, workspace)))
                .known();
        known.fault().ifPresent(faults::add);
        if (known.value().isEmpty()) {
            return policy;
        }
        faults.addAll(known.value().get().problems());
        Project project = known.value().get();
        Policy whole = policy.withProblems(project.problems());
        if (!trust.covers(path.get(), project.text())) {
            return withVetoes(whole, project.vetoes());
        }
        for (Layer layer : project.trusted()) {
            whole = whole.with(layer);
        }
        return whole;
    }

    private Project project(String text, Path path, String workspace) throws InvalidJson {
        Policy rules = RuleFile.parse(text, path.toString(), home, workspace);
        return new Project(
                text,
                List.of(Layer.of(Owner.PROJECT, rules.rules())),
                vetoes(Owner.PROJECT, rules, rules.problems()),
                rules.problems());
    }
}
