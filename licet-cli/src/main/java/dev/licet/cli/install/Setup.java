package dev.licet.cli.install;

import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.hook.HookHost;
import dev.licet.server.hook.HookConfiguration;
import dev.licet.server.hook.HookModule;
import dev.licet.server.hook.Hooks;
import dev.licet.server.hook.Host;
import dev.licet.server.hook.OwnHooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hooks of one host on this machine. */
public final class Setup {
    private static final String SCRIPT_MARK = "# Asks Licet before Cline runs a tool.";

    private static final String PROGRAM =
            "#!/bin/sh\n# Asks Licet before an agent runs a tool.\nexport LC_ALL=C.UTF-8\n";

    private static final String RUNS = "rwxr-xr-x";

    private static final String IF_IT_FAILS = " || echo '";

    private final Host host;
    private final HookConfiguration form;
    private final Path file;

    /** Where the host looks for a person's files. */
    private final Path root;

    private final Path project;

    private Setup(Host host, Path file, Path root, Path project) {
        this.host = host;
        this.form = host.configuration();
        this.file = file;
        this.root = root;
        this.project = project;
    }

    /**
     * The hooks of {@code host}.
     *
     * @param environment the variables, of which {@code HOME} counts and what hosts call their folders by
     * @param project the project, for hosts whose hooks belong to one
     * @throws IllegalArgumentException when there is no such host
     */
    public static Setup of(String host, Map<String, String> environment, Path project) {
        Host described = Hooks.host(host)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no host `" + host + "`: use " + String.join(", ", hosts())));
        HookConfiguration.Location place = described.configuration().place();
        Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "/")));
        Path usual = (place.inProject() ? project : home).resolve(place.file());
        String named = environment.getOrDefault(place.named(), "");
        if (!named.isEmpty()) {
            return new Setup(described, Path.of(named), home, project);
        }
        String moved = environment.getOrDefault(place.variable(), "");
        return moved.isEmpty()
                ? new Setup(described, present(described, usual), home, project)
                : new Setup(
                        described, present(described, Path.of(moved).resolve(place.moved())), Path.of(moved), project);
    }

    /** The file that is there: Amp reads one for comments as well, until there is the other. */
    private static Path present(Host host, Path file) {
        Path commented = file.resolveSibling(file.getFileName() + "c");
        return host.program() == HookHost.AMP && Files.notExists(file) && Files.exists(commented) ? commented : file;
    }

    /** The names of the hosts, in alphabetical order. */
    public static Set<String> hosts() {
        return new TreeSet<>(Hooks.hosts());
    }

    /** The agent whose hooks these are. */
    public Host host() {
        return host;
    }

    /** The configuration that holds the hooks. */
    public Path file() {
        return file;
    }

    /** What is left to do by hand once the hooks are there; empty for nothing. */
    public String next() {
        return form.next();
    }

    /**
     * What the configuration would be.
     *
     * @param before its text now; empty when there is none
     * @param after its text then; empty when it would be removed
     * @param beside the program that it names, where it names one of ours
     */
    public record Plan(Optional<String> before, Optional<String> after, Optional<Beside> beside) {
        Plan(Optional<String> before, Optional<String> after) {
            this(before, after, Optional.empty());
        }

        public boolean changes() {
            return !before.equals(after) || beside.filter(Beside::changes).isPresent();
        }

        Plan with(Beside program) {
            return new Plan(before, after, Optional.of(program));
        }
    }

    /**
     * A program of ours that the configuration names.
     *
     * @param text what it will be; empty when it would be removed
     */
    public record Beside(Path program, Optional<String> text) {
        boolean changes() {
            try {
                return !text.equals(Files.exists(program) ? Optional.of(Files.readString(program)) : Optional.empty());
            } catch (IOException e) {
                return true;
            }
        }

        private void put() throws IOException {
            if (text.isEmpty()) {
                Files.deleteIfExists(program);
                return;
            }
            replace(program, text.get(), PosixFilePermissions.fromString(RUNS));
        }
    }

    /** How the configuration would look with hooks that start {@code command}, such as {@code '/opt/licet' hook claude}. */
    public Plan install(String command) {
        if (isFile()) {
            return file(command);
        }
        List<JsonObject> hooks =
                form.events().stream().map(event -> form.hook(event, command)).toList();
        return plan(form.with(read(), hooks));
    }

    /** The same with hooks that the host calls by HTTP at {@code url}, for a host that can. */
    public Plan installHttp(String url, String token) {
        List<JsonObject> hooks = form.events().stream()
                .map(event -> JsonObject.empty()
                        .with("type", "http")
                        .with("url", event.isRequest() ? url + "?event=" + event.name() : url)
                        .with("headers", JsonObject.empty().with("Authorization", "Bearer " + token))
                        .with("timeout", event.extra().get("timeout").orElseThrow())
                        .with("onFailure", "block"))
                .toList();
        return plan(form.with(read(), hooks));
    }

    /** How the configuration would look without our hooks. */
    public Plan uninstall() {
        Optional<String> before = text();
        if (isFile()) {
            return new Plan(before, before.filter(text -> !isOwn(text)));
        }
        if (before.isEmpty() || installed().isEmpty()) {
            return new Plan(before, before);
        }
        JsonObject after = form.without(read());
        boolean ours = form.top().members().keySet().containsAll(after.members().keySet());
        Plan plan = ours && !Files.isSymbolicLink(file) ? new Plan(before, Optional.empty()) : plan(after);
        return program()
                .filter(Setup::isProgramOfOurs)
                .map(program -> plan.with(new Beside(program, Optional.empty())))
                .orElse(plan);
    }

    private Plan plan(JsonObject after) {
        return new Plan(text(), Optional.of(JsonText.writePretty(after) + "\n"));
    }

    /** The host starts or loads one file of this name, so that there is nothing to merge with. */
    private Plan file(String command) {
        Optional<String> before = text();
        if (before.isPresent() && !isOwn(before.get())) {
            throw new GateException("`" + file + "` is something else, and " + host.name()
                    + " reads one file of that name only; call `" + command + "` from it, or move it away");
        }
        return new Plan(before, Optional.of(isProgram() ? script(command) : HookModule.of(host.program(), command)));
    }

    private static String script(String command) {
        return "#!/bin/sh\n" + SCRIPT_MARK + "\n" + command + IF_IT_FAILS
                + HookHost.refusal("Licet denied this call: the hook failed") + "'\n";
    }

    private boolean isOwn(String text) {
        return isProgram() ? text.contains(SCRIPT_MARK) : HookModule.isOwn(text);
    }

    /** What the host starts for {@code command}, with {@code option} for our program. */
    String with(String option, String command) {
        if (isProgram()) {
            return text().orElse("").replace(IF_IT_FAILS, " " + option + IF_IT_FAILS);
        }
        return HookConfiguration.with(option, program().map(Setup::line).orElse(command));
    }

    /** Whether the host starts a program without any words behind it, so that the command stands in one. */
    boolean startsProgram() {
        return form.layout() == HookConfiguration.Layout.RULES;
    }

    /** The program that our rule names. */
    private Optional<Path> program() {
        return installed().stream()
                .flatMap(hook -> hook.hook().text("to").stream())
                .map(Path::of)
                .findFirst();
    }

    private static boolean isProgramOfOurs(Path program) {
        try {
            return Files.isRegularFile(program) && Files.readString(program).startsWith(PROGRAM);
        } catch (IOException e) {
            return false;
        }
    }

    /** What is wrong with the program that our rule names. */
    private Optional<String> faultOf(Path program) {
        String again = "; run `licet install " + host.name() + "` again";
        if (!Files.isExecutable(program)) {
            return Optional.of("`" + program + "` cannot be started, so that everything is rejected" + again);
        }
        String line = line(program);
        boolean whole = isProgramOfOurs(program) && form.events().getFirst().isLine(host.name(), line);
        if (!whole) {
            return Optional.of("`" + program + "` is not as it was made" + again);
        }
        return isWritableByOthers(program)
                ? Optional.of("`" + program + "` can be changed by others" + again)
                : Optional.empty();
    }

    private static boolean isWritableByOthers(Path program) {
        try {
            return isPosix(program)
                    && Files.getPosixFilePermissions(program).contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * The same for a host that starts {@code program}, in which the command stands: names of folders are UTF-8 there, whatever
     * the host was started with.
     */
    Plan install(Path program, String command) {
        String text = PROGRAM + form.events().getFirst().line(command) + "\n";
        Plan plan = install(program.toString());
        return plan.with(new Beside(program, Optional.of(text)));
    }

    /** The line that {@code program} runs; one that fails if it cannot be read. */
    private static String line(Path program) {
        try {
            return Files.readString(program).replace(PROGRAM, "").strip();
        } catch (IOException e) {
            return "false";
        }
    }

    /** Our hooks that are there: what the host starts or calls, by event. */
    List<OwnHooks.Found> installed() {
        return isFile()
                ? started().stream()
                        .flatMap(command -> form.events().stream()
                                .map(event -> new OwnHooks.Found(
                                        event.name(),
                                        JsonObject.empty(),
                                        JsonObject.empty().with("command", command),
                                        "0:0")))
                        .toList()
                : OwnHooks.in(read(), form);
    }

    /** What others start or call before a tool runs, as far as the same file says. */
    List<String> others() {
        return isFile()
                ? List.of()
                : OwnHooks.others(read(), form).stream()
                        .map(found -> found.event() + ": "
                                + found.command()
                                        .or(() -> found.hook().text("url"))
                                        .orElse("something else"))
                        .toList();
    }

    /** What the file that is there starts, or is. */
    private Optional<String> started() {
        return isProgram() ? Optional.of("'" + file + "'") : text().flatMap(HookModule::command);
    }

    private boolean isWhole() {
        return isProgram()
                || started()
                        .filter(command -> text().equals(Optional.of(HookModule.of(host.program(), command))))
                        .isPresent();
    }

    /** Whether the configuration is a file of ours, and not a part of one. */
    private boolean isFile() {
        return isProgram() || form.layout() == HookConfiguration.Layout.MODULE;
    }

    private boolean isProgram() {
        return form.layout() == HookConfiguration.Layout.PROGRAM;
    }

    /** What keeps the hooks that are there from being asked about every call. */
    public List<String> shortcomings() {
        if (isFile()) {
            return isWhole()
                    ? List.of()
                    : List.of("the module was changed; run `licet install " + host.name() + "` again");
        }
        var found = new ArrayList<>(form.shortcomings(installed()));
        found.addAll(switchedOff(read()));
        for (var member : form.top().members().entrySet()) {
            if (!read().get(member.getKey()).equals(Optional.of(member.getValue()))) {
                found.add("`" + member.getKey() + "` is not " + JsonText.write(member.getValue()));
            }
        }
        if (startsProgram()) {
            program().flatMap(this::faultOf).ifPresent(found::add);
            found.addAll(AmpSettings.obstacles(file, project));
        }
        host.trust().ifPresent(trust -> found.addAll(untrusted(trust)));
        if (host.program() == HookHost.GOOSE) {
            found.addAll(GoosePlugins.obstacles(file.resolveSibling("..").normalize(), root, project));
        }
        return found;
    }

    /** Switches in {@code configuration} that keep hooks from running; which of them a host has is its own matter. */
    private List<String> switchedOff(JsonObject configuration) {
        var found = new ArrayList<String>();
        if (configuration.isTrue("disableAllHooks")) {
            found.add("`disableAllHooks` is set: no hook runs");
        }
        Set<String> names = installed().stream()
                .flatMap(hook -> Stream.concat(hook.command().stream(), hook.hook().text("name").stream()))
                .collect(Collectors.toSet());
        for (String section : List.of("hooks", "hooksConfig")) {
            JsonObject switches = configuration.object(section).orElseGet(JsonObject::empty);
            if (switches.get("enabled").equals(Optional.of(new JsonBoolean(false)))) {
                found.add("`" + section + ".enabled` is false: no hook runs");
            }
            boolean named = switches.elements("disabled").stream()
                    .anyMatch(each -> each instanceof JsonString name && names.contains(name.value()));
            if (named) {
                found.add("`" + section + ".disabled` names our hook, which does not run then");
            }
        }
        return found;
    }

    /** What the host would not run, because nobody told it to trust that. */
    private List<String> untrusted(Host.Trust trust) {
        Path notes = file.resolveSibling(trust.file());
        try {
            String noted = Files.exists(notes) ? Files.readString(notes) : "";
            Path real = Files.exists(file) ? file.toRealPath() : file;
            return installed().stream()
                    .filter(hook -> Stream.of(file, real).noneMatch(path -> trust.covers(noted, path.toString(), hook)))
                    .map(hook -> hook.event() + ": " + trust.otherwise())
                    .toList();
        } catch (IOException e) {
            return List.of("cannot read `" + notes + "`, which says whether the hooks are trusted: " + e.getMessage());
        }
    }

    /** Whether any of our hooks is there. */
    public boolean isInstalled() {
        return isFile()
                ? text().filter(this::isOwn).isPresent()
                : text().isPresent() && !installed().isEmpty();
    }

    /** The whole configuration. */
    JsonObject read() {
        Optional<String> text = text();
        if (text.isEmpty() || text.get().isBlank()) {
            return JsonObject.empty();
        }
        try {
            return JsonText.parseObject(text.get());
        } catch (InvalidJson e) {
            throw new GateException(
                    "`" + file + "` is not plain JSON (" + e.getMessage()
                            + "), so that it is left alone; mend it, and run this again",
                    e);
        }
    }

    private Optional<String> text() {
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
        }
    }

    /**
     * Does what {@code plan} says, in one step; what was there is kept beside it.
     *
     * @return where what was there is kept; empty when nothing was
     */
    public Optional<Path> apply(Plan plan) {
        Path backup = backup();
        try {
            if (plan.beside().filter(program -> program.text().isPresent()).isPresent()) {
                plan.beside().get().put();
            }
            if (plan.before().equals(plan.after())) {
                return Optional.empty();
            }
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (plan.before().isPresent()) {
                Files.copy(file, backup, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            }
            if (plan.after().isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                write(plan.after().get());
            }
            if (plan.beside().filter(program -> program.text().isEmpty()).isPresent()) {
                plan.beside().get().put();
            }
            return plan.before().isPresent() ? Optional.of(backup) : Optional.empty();
        } catch (IOException e) {
            throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
        }
    }

    /** Where what is there now is kept; a copy that is there already is never replaced. */
    private Path backup() {
        Path backup = file.resolveSibling(file.getFileName() + ".before-licet");
        for (int i = 2; Files.exists(backup); i++) {
            backup = file.resolveSibling(file.getFileName() + ".before-licet-" + i);
        }
        return backup;
    }

    /** The file itself, or what a link of its name leads to, if there is anything yet. */
    private Path real() throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        Path absolute = file.toAbsolutePath();
        return Files.isSymbolicLink(absolute)
                ? absolute.resolveSibling(Files.readSymbolicLink(absolute)).normalize()
                : absolute;
    }

    private void write(String text) throws IOException {
        // A configuration may be a link into a folder that is kept elsewhere; the link stays.
        Path real = real();
        // A configuration with a token in it is nobody else's business.
        boolean keeps = Files.exists(real) && isPosix(real) && !text.contains("Bearer licet_");
        replace(
                real,
                text,
                keeps
                        ? Files.getPosixFilePermissions(real)
                        : PosixFilePermissions.fromString(isProgram() ? RUNS : "rw-------"));
    }

    /** Puts {@code text} in the place of {@code file} in one step, with {@code permissions} where there is such a thing. */
    private static void replace(Path file, String text, Set<PosixFilePermission> permissions) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder);
        Path temporary = Files.createTempFile(folder, ".licet", ".tmp");
        Files.writeString(temporary, text);
        if (isPosix(file)) {
            Files.setPosixFilePermissions(temporary, permissions);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
