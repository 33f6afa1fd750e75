package dev.licet.cli.imports;

import dev.licet.core.rule.Action;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Jsonc;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The agents whose rules can be taken over: where each keeps them, and who reads them. */
public enum Importer {
    /** Claude Code: a deny counts more than an ask, and that more than an allow, whichever file it is in. */
    CLAUDE(
            "`permissions` in the settings of Claude Code",
            options("Claude Code allows `git log --output=FILE` by `Bash(git log:*)`")) {
        @Override
        Stream<Path> places(Place place) {
            Path own = place.folder("CLAUDE_CONFIG_DIR", ".claude");
            return Stream.of(own, place.project().resolve(".claude"))
                    .flatMap(folder ->
                            Stream.of("settings.json", "settings.local.json").map(folder::resolve));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            return strictestLast(
                    inOrder(sources, source -> ClaudePermissions.of(source.scope(), Jsonc.parseObject(source.text()))));
        }
    },
    /** Codex: of all rules that match the strictest counts. */
    CODEX("the rules of Codex", options("Codex lets `git log --output=FILE` run where `git log` may")) {
        @Override
        Stream<Path> places(Place place) {
            return Stream.of(
                            place.folder("CODEX_HOME", ".codex"),
                            place.project().resolve(".codex"))
                    .flatMap(folder -> inFolder(folder.resolve("rules"), ".rules"));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            return strictestLast(inOrder(sources, source -> CodexRules.of(source.scope(), source.text())));
        }
    },
    /** Copilot CLI: what was approved for good. */
    COPILOT(
            "the approvals of Copilot CLI",
            options("Copilot CLI lets `git log --output=FILE` run where `git log` may")) {
        @Override
        Stream<Path> places(Place place) {
            Path own = place.folder("COPILOT_HOME", ".copilot");
            return Stream.of(own.resolve("permissions-config.json"), own.resolve("config.json"));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            return strictestLast(
                    inOrder(sources, source -> CopilotApprovals.of(Jsonc.parseObject(source.text()), source.home())));
        }
    },
    /** Cursor: a deny counts more than an allow. */
    CURSOR(
            "`permissions` and the lists of Cursor",
            options("Cursor lets `git log --output=FILE` run where `git` may")) {
        @Override
        Stream<Path> places(Place place) {
            Path own = place.folder("CURSOR_CONFIG_DIR", ".cursor");
            Path project = place.project().resolve(".cursor");
            return Stream.of(
                    own.resolve("cli-config.json"),
                    own.resolve("permissions.json"),
                    project.resolve("cli.json"),
                    project.resolve("permissions.json"));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            return strictestLast(
                    inOrder(sources, source -> CursorPermissions.of(source.scope(), Jsonc.parseObject(source.text()))));
        }
    },
    /** Gemini CLI: the rule with the highest priority counts, settings and policies together. */
    GEMINI(
            "the policies of Gemini CLI and the lists in its settings",
            options("Gemini CLI lets `git log --output=FILE` run where `git log` may")) {
        @Override
        Stream<Path> places(Place place) {
            Path own = place.folder("GEMINI_CLI_HOME", "").resolve(".gemini");
            return Stream.concat(
                    inFolder(own.resolve("policies"), ".toml"),
                    Stream.of(own, place.project().resolve(".gemini")).map(folder -> folder.resolve("settings.json")));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            var policies = new ArrayList<GeminiPolicies.Policy>();
            var settings = new ArrayList<GeminiPolicies.Settings>();
            for (Source source : sources) {
                in(source, () -> {
                    if (source.file().toString().endsWith(".toml")) {
                        policies.addAll(GeminiPolicies.policies(TomlText.parse(source.text())));
                    } else {
                        settings.add(new GeminiPolicies.Settings(Jsonc.parseObject(source.text()), source.scope()));
                    }
                });
            }
            return GeminiPolicies.of(policies, settings);
        }
    },
    /** OpenCode: the last rule that matches counts, those of the project after the person's own. */
    OPENCODE(
            "`permission` in the configuration of OpenCode",
            "OpenCode runs what no entry names; here the profile decides: `licet check` tells") {
        @Override
        Stream<Path> places(Place place) {
            Path own = place.folder("XDG_CONFIG_HOME", ".config").resolve("opencode");
            return Stream.of(own, place.project(), place.project().resolve(".opencode"))
                    .flatMap(folder ->
                            Stream.of("opencode.json", "opencode.jsonc").map(folder::resolve));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            return OpenCodePermission.of(inOrder(
                    sources,
                    source -> List.of(
                            new OpenCodePermission.Configuration(source.scope(), Jsonc.parseObject(source.text())))));
        }
    },
    /** Visual Studio Code: what is not to be approved counts more than what is. */
    VSCODE(
            "what Visual Studio Code approves by itself",
            options("Visual Studio Code lets `git log --output=FILE` run where `git log` may")) {
        @Override
        Stream<Path> places(Place place) {
            return Stream.of(
                    place.folder("XDG_CONFIG_HOME", ".config").resolve("Code/User/settings.json"),
                    place.home().resolve("Library/Application Support/Code/User/settings.json"),
                    place.project().resolve(".vscode/settings.json"));
        }

        @Override
        List<Imported> read(List<Source> sources) throws InvalidRules {
            return strictestLast(VsCodeApprovals.of(inOrder(
                    sources,
                    source ->
                            List.of(new VsCodeApprovals.Settings(source.scope(), Jsonc.parseObject(source.text()))))));
        }
    };

    /** Folders in which projects keep what is for an agent. */
    private static final Set<String> AGENTS =
            Set.of(".claude", ".codex", ".cursor", ".gemini", ".opencode", ".vscode", ".copilot");

    /** No more is read of one file. */
    private static final long MAX_BYTES = 4L * 1024 * 1024;

    static final String MODES =
            "modes are chosen in licet.yaml: `tools: { approvalMode: always-ask | write | contained | yolo }`";

    private final String what;
    private final String otherwise;

    Importer(String what, String otherwise) {
        this.what = what;
        this.otherwise = otherwise;
    }

    private static String options(String there) {
        return there + "; here options that do more than the name says ask";
    }

    /**
     * Where a person works.
     *
     * @param home the home directory
     * @param project the folder of the project
     * @param environment the variables by which agents are told where their folders are
     */
    public record Place(Path home, Path project, Map<String, String> environment) {
        public Place {
            environment = Map.copyOf(environment);
        }

        private Path folder(String variable, String usual) {
            String moved = environment.getOrDefault(variable, "");
            return moved.isEmpty() ? home.resolve(usual) : Path.of(moved);
        }

        /** Whose rules {@code file} has: a project's where it is none of the person's own. */
        private RuleScope scope(Path file, boolean own) {
            return own ? RuleScope.PERSON : RuleScope.of(projectOf(file).toString());
        }

        /** The folder that an agent's own folder is in. */
        private Path projectOf(Path file) {
            Path folder = Objects.requireNonNullElse(file.getParent(), file);
            Path above = folder.getParent();
            if (String.valueOf(folder.getFileName()).equals("rules") && above != null) {
                folder = above;
            }
            Path project = folder.getParent();
            boolean agents = AGENTS.contains(String.valueOf(folder.getFileName()));
            return agents && project != null ? project : Objects.requireNonNullElse(file.getParent(), file);
        }
    }

    /** A file of rules that was read. */
    record Source(Path file, String text, RuleScope scope, String home) {}

    /** How one file becomes rules. */
    interface Reader<T> {
        T read(Source source) throws InvalidJson;
    }

    /** What is done about one file. */
    interface Step {
        void run() throws InvalidJson;
    }

    /** A file that cannot be read, or not as what it should be. */
    public static final class InvalidRules extends Exception {
        private static final long serialVersionUID = 1;

        InvalidRules(Path file, String problem) {
            super(message(file, problem));
        }

        InvalidRules(Path file, String problem, Exception cause) {
            super(message(file, problem), cause);
        }

        private static String message(Path file, String problem) {
            return "cannot read `" + file + "`: " + problem;
        }
    }

    /** The agent called {@code name}, as `licet install` names it; empty where its rules cannot be taken over. */
    public static Optional<Importer> of(String name) {
        return Stream.of(values()).filter(each -> each.text().equals(name)).findFirst();
    }

    /** As `licet install` names the agent. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is taken over, such as {@code `permissions` in the settings of Claude Code}. */
    public String what() {
        return what;
    }

    /** Where the same entries mean something else here, with a call that shows it. */
    public String otherwise() {
        return otherwise;
    }

    /** The files with rules that are there, the person's own first. */
    public List<Path> files(Place place) {
        return places(place).distinct().filter(Files::isRegularFile).toList();
    }

    /**
     * What becomes of the rules in {@code files}, in the order in which they have to be saved.
     *
     * @throws InvalidRules when one cannot be read, or not as what it should be
     */
    public List<Imported> read(List<Path> files, Place place) throws InvalidRules {
        List<Path> own = own(place);
        var sources = new ArrayList<Source>();
        for (Path file : files) {
            Path whole = file.toAbsolutePath().normalize();
            sources.add(new Source(
                    whole,
                    text(whole),
                    place.scope(whole, own.contains(whole)),
                    place.home().toString()));
        }
        return read(sources);
    }

    private static String text(Path file) throws InvalidRules {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidRules(file, "it has more than " + MAX_BYTES + " bytes");
            }
            String text = Files.readString(file);
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new InvalidRules(file, "it is not UTF-8", e);
        } catch (IOException e) {
            throw new InvalidRules(file, "it is not there, or not yours to read", e);
        }
    }

    /** The files that are there and the person's own, whatever project this is. */
    public List<Path> ownFiles(Place place) {
        return own(place).stream().filter(Files::isRegularFile).toList();
    }

    private List<Path> own(Place place) {
        return places(new Place(place.home(), place.home().resolve("no/project"), place.environment()))
                .distinct()
                .toList();
    }

    /** Where the rules may be, whether there or not. */
    abstract Stream<Path> places(Place place);

    abstract List<Imported> read(List<Source> sources) throws InvalidRules;

    static Stream<Path> inFolder(Path folder, String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    static void in(Source source, Step step) throws InvalidRules {
        try {
            step.run();
        } catch (InvalidJson e) {
            throw new InvalidRules(source.file(), String.valueOf(e.getMessage()), e);
        }
    }

    /** What becomes of each file, in order. */
    static <T> List<T> inOrder(List<Source> sources, Reader<List<T>> reader) throws InvalidRules {
        var all = new ArrayList<T>();
        for (Source source : sources) {
            in(source, () -> all.addAll(reader.read(source)));
        }
        return all;
    }

    /** As the last rule that matches wins, the strictest come last. */
    static List<Imported> strictestLast(List<Imported> imported) {
        return imported.stream()
                .sorted(Comparator.comparing((Imported each) -> each instanceof Imported.Left)
                        .thenComparing(Importer::action))
                .toList();
    }

    private static Action action(Imported imported) {
        return switch (imported) {
            case Imported.Taken taken -> taken.action();
            case Imported.Left left -> Action.DENY;
        };
    }
}
