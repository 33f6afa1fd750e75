package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.SideEffect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The specifications of the commands that the product knows. Immutable and thread-safe. */
public final class CommandTable {
    private static final CommandTable STANDARD = load();

    private static final Map<List<String>, List<String>> ALIASES = aliases();

    private static final Map<String, Set<String>> RELATED = related();

    /** A program in one of these is the one that its bare name stands for. */
    private static final Set<String> PROGRAM_DIRECTORIES =
            Set.of("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/opt/homebrew/bin");

    /** `-12`, `3.12` */
    private static final Pattern VERSION = Pattern.compile("(-[0-9][0-9.]*|[0-9]*\\.[0-9][0-9.]*)$");

    /** What Windows writes behind the name of a program. */
    private static final Pattern EXECUTABLE = Pattern.compile("(?i)(?<=.)\\.(exe|cmd|bat|com|ps1)$");

    /** An alias has at most so many words. */
    private static final int MAX_ALIAS = 4;

    /** Where a part of a name begins that may be cut short by itself. */
    private static final Pattern HUMP = Pattern.compile("(?<=.)(?=[A-Z])|[-:]");

    private final Node root = new Node();

    private CommandTable(List<SpecificationText> specifications) {
        for (SpecificationText specification : specifications) {
            for (List<String> words : specification.names()) {
                Node node = root;
                for (String word : words) {
                    node = node.children.computeIfAbsent(word, name -> new Node());
                }
                if (node.specified != null) {
                    throw new IllegalArgumentException("specified twice: " + String.join(" ", words));
                }
                node.specified = new Specified(specification, words);
            }
        }
    }

    /** What is said of one command; it is read when it is first needed, as most commands never are. */
    private static final class Specified {
        private final SpecificationText text;
        private final List<String> words;
        private volatile @Nullable CommandSpecification known;

        Specified(SpecificationText text, List<String> words) {
            this.text = text;
            this.words = words;
        }

        CommandSpecification read() {
            CommandSpecification read = known;
            if (read == null) {
                read = text.of(words);
                known = read;
            }
            return read;
        }
    }

    /** A word of a command's name and what can follow it. */
    static final class Node {
        private final Map<String, Node> children = new HashMap<>();
        private @Nullable Specified specified;

        Optional<CommandSpecification> specification() {
            return Optional.ofNullable(specified).map(Specified::read);
        }

        boolean isSpecified() {
            return specified != null;
        }

        boolean hasSubcommands() {
            return !children.isEmpty();
        }

        /** Whether a subcommand is a word, and not an option with a specification of its own. */
        boolean hasNamedSubcommands() {
            return children.keySet().stream().anyMatch(word -> !word.startsWith("-"));
        }

        /** The subcommand {@code word}; a name in capitals in a specification stands for any word. */
        Optional<Node> child(String word) {
            Node exact = children.get(word);
            if (exact != null || word.startsWith("-")) {
                return Optional.ofNullable(exact);
            }
            Node any = children.get("NAME");
            return any != null && isPlainName(word) ? Optional.of(any) : Optional.empty();
        }

        /** Whether it is made of letters, digits and `:_./@-`, and begins with one of the first or `@`, perhaps behind a colon. */
        private static boolean isPlainName(String word) {
            int start = word.startsWith(":") ? 1 : 0;
            boolean plain = start < word.length() && isPlain(word.charAt(start), "@");
            for (int i = start + 1; i < word.length() && plain; i++) {
                plain = isPlain(word.charAt(i), ":_./@-");
            }
            return plain;
        }

        private static boolean isPlain(char c, String others) {
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            return letter || (c >= '0' && c <= '9') || others.indexOf(c) >= 0;
        }
    }

    /** The table that ships with the product. */
    public static CommandTable standard() {
        return STANDARD;
    }

    /** The words by which commands are known, subcommands included, in alphabetical order. */
    public List<String> names() {
        var names = new TreeSet<String>();
        collect("", root, names);
        return List.copyOf(names);
    }

    private static void collect(String prefix, Node node, Set<String> names) {
        node.children.forEach((word, child) -> {
            String name = prefix.isEmpty() ? word : prefix + " " + word;
            if (child.isSpecified()) {
                names.add(name);
            }
            collect(name, child, names);
        });
    }

    /** Whether a program or builtin called {@code name} is known. */
    public boolean knows(String name) {
        return root.children.containsKey(name);
    }

    /**
     * What {@code argv} would do when it is started in {@code directory}.
     *
     * @param input what its input is
     */
    public Effects effects(List<Argument> argv, String directory, CommandInput input) {
        return new ArgumentReader(this, argv, directory, input).read();
    }

    /**
     * The same command as {@code argv} in a form in which commands can be compared.
     *
     * @param argv at least one word
     */
    public NormalCommand normal(List<Argument> argv) {
        var reader = new ArgumentReader(this, renamed(argv), "/", CommandInput.UNKNOWN);
        reader.read();
        return reader.normal();
    }

    /** {@code argv} with an alias at its beginning replaced: the specification is that of the name that it stands for. */
    private List<Argument> renamed(List<Argument> argv) {
        var names = new ArrayList<String>();
        for (int i = 0; i < Math.min(argv.size(), MAX_ALIAS) && argv.get(i) instanceof Argument.Known known; i++) {
            names.add(known.text());
        }
        List<String> canonical = canonical(names);
        if (canonical.equals(names)) {
            return argv;
        }
        var renamed = new ArrayList<Argument>();
        canonical.forEach(
                name -> renamed.add(new Argument.Known(name, argv.get(0).span())));
        renamed.addAll(argv.subList(names.size(), argv.size()));
        return renamed;
    }

    /**
     * Whether the same command with other words would do something else, so that no wildcard should stand for them.
     *
     * @param argv at least one word
     */
    public boolean isNarrow(List<Argument> argv) {
        return read(argv).isNarrow();
    }

    /**
     * Which of a command's effects it has only in some repositories of git: one with hooks, one whose remotes have passwords,
     * one that is larger than the workspace.
     *
     * @param argv at least one word
     */
    public Set<SideEffect> dependingOnRepository(List<Argument> argv) {
        return read(argv).dependingOnRepository();
    }

    /**
     * The words of a command that are neither its name nor options.
     *
     * @param argv at least one word
     */
    public List<Argument> operands(List<Argument> argv) {
        return read(argv).operands();
    }

    /**
     * A pattern of what may stand in the place of the last word that names a command, {@code {build,test,vet}} of {@code go
     * test}, where a person who allows one of these allows all; empty if it stands alone.
     *
     * @param argv at least one word
     */
    public Optional<String> family(List<Argument> argv) {
        return read(argv).family();
    }

    private ArgumentReader read(List<Argument> argv) {
        var reader = new ArgumentReader(this, argv, "/", CommandInput.UNKNOWN);
        reader.read();
        return reader;
    }

    /** {@code names} with an alias at their beginning replaced, and a program's path by its name. */
    public List<String> canonical(List<String> names) {
        if (names.isEmpty()) {
            return names;
        }
        var plain = new ArrayList<>(names);
        String program = names.get(0).substring(names.get(0).lastIndexOf('/') + 1);
        plain.set(0, bare(program));
        for (int length = plain.size(); length > 0; length--) {
            List<String> known = ALIASES.get(plain.subList(0, length));
            if (known != null) {
                var replaced = new ArrayList<>(known);
                replaced.addAll(plain.subList(length, plain.size()));
                return replaced;
            }
        }
        return plain;
    }

    private static String bare(String program) {
        return program.indexOf('.') > 0 ? EXECUTABLE.matcher(program).replaceFirst("") : program;
    }

    /**
     * Whether a program takes {@code word}, which is the name of no command of its own that is known, for the beginning of
     * a command's name: {@code publ} or {@code pTML} of {@code publishToMavenLocal}.
     *
     * @param name that name, or how it begins
     * @param open whether the name may go on
     */
    public boolean mayAbbreviate(String program, String word, String name, boolean open) {
        Node node = root.children.get(program);
        boolean may = node != null
                && node.specification()
                        .filter(known -> known.traits().spelling().abbreviated())
                        .isPresent()
                && !word.isEmpty()
                && !node.children.containsKey(word);
        if (!may) {
            return false;
        }
        if (open) {
            // What comes behind the beginning is not known: the first part decides.
            String first = HUMP.split(word, 2)[0];
            return name.startsWith(first) || first.startsWith(name);
        }
        return word.length() < name.length()
                && HUMP.splitAsStream(word)
                        .map(hump -> Pattern.quote(hump) + "[a-z0-9]*")
                        .collect(Collectors.collectingAndThen(Collectors.joining("[-:]?"), Pattern::compile))
                        .matcher(name)
                        .matches();
    }

    /** Programs that are other names of {@code program}, or have commands that are. */
    public Set<String> related(String program) {
        String bare = bare(program);
        Set<String> others = RELATED.getOrDefault(bare, Set.of());
        if (bare.equals(program)) {
            return others;
        }
        var all = new TreeSet<>(others);
        all.add(bare);
        return all;
    }

    private static Map<String, Set<String>> related() {
        var related = new HashMap<String, Set<String>>();
        ALIASES.forEach((alias, name) -> {
            if (!alias.get(0).equals(name.get(0))) {
                related.computeIfAbsent(alias.get(0), key -> new TreeSet<>()).add(name.get(0));
                related.computeIfAbsent(name.get(0), key -> new TreeSet<>()).add(alias.get(0));
            }
        });
        var all = new HashMap<String, Set<String>>();
        related.forEach((program, others) -> {
            var reached = new TreeSet<>(others);
            others.forEach(other -> reached.addAll(related.getOrDefault(other, Set.of())));
            all.put(program, Set.copyOf(reached));
        });
        return Map.copyOf(all);
    }

    /** Other names of commands, from {@code aliases.txt}. */
    private static Map<List<String>, List<String>> aliases() {
        var aliases = new HashMap<List<String>, List<String>>();
        for (String line : resource("aliases.txt").lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] sides = line.split(" = ", 2);
            List<String> name = List.of(sides[0].strip().split(" +", -1));
            for (String alias : sides[1].strip().split(", *", -1)) {
                aliases.put(List.of(alias.split(" +", -1)), name);
            }
        }
        return Map.copyOf(aliases);
    }

    /** The entry of a program, given by its name or by its path, perhaps with its version behind the name. */
    Optional<Node> program(String name) {
        Node exact = root.children.get(name);
        if (exact != null) {
            return Optional.of(exact);
        }
        String bare = name.substring(name.lastIndexOf('/') + 1);
        Node named = root.children.get(bare);
        return Optional.ofNullable(
                named != null ? named : root.children.get(VERSION.matcher(bare).replaceFirst("")));
    }

    /** Whether {@code name} is the path of a program that only may be the one of that name. */
    boolean isElsewhere(String name) {
        int slash = name.lastIndexOf('/');
        boolean system = slash > 0 && PROGRAM_DIRECTORIES.contains(name.substring(0, slash));
        return slash >= 0 && !system && !root.children.containsKey(name);
    }

    private static CommandTable load() {
        var specifications = new ArrayList<SpecificationText>();
        for (String file : resource("index.txt").lines().toList()) {
            specifications.addAll(SpecificationText.in(file, resource(file)));
        }
        return new CommandTable(specifications);
    }

    static CommandTable of(String text) {
        var table = new CommandTable(SpecificationText.in("text", text));
        table.readAll();
        return table;
    }

    /**
     * Reads what has not been needed yet.
     *
     * @throws IllegalArgumentException with the file and line of the first thing that is not understood
     */
    void readAll() {
        readAll(root);
    }

    private static void readAll(Node node) {
        node.specification();
        node.children.values().forEach(CommandTable::readAll);
    }

    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(CommandTable.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the command specifications", e);
        }
    }
}
