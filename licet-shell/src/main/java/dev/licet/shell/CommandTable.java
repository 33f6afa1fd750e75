package dev.licet.shell;

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

/**
 * The specifications of the commands that the product knows, read from {@code commands.txt}, whose head explains the
 * format. Immutable and thread-safe.
 */
public final class CommandTable {
    private static final CommandTable STANDARD = load();

    private final Map<String, List<CommandSpecification>> byProgram;
    private final Map<String, String> opaque;

    private CommandTable(Map<String, List<CommandSpecification>> byProgram, Map<String, String> opaque) {
        this.byProgram = Map.copyOf(byProgram);
        this.opaque = Map.copyOf(opaque);
    }

    /** The table that ships with the product. */
    public static CommandTable standard() {
        return STANDARD;
    }

    /** The specification with the most words that names this command. */
    Optional<CommandSpecification> find(List<Argument> argv) {
        if (!(argv.get(0) instanceof Argument.Known program)) {
            return Optional.empty();
        }
        CommandSpecification best = null;
        for (CommandSpecification candidate : byProgram.getOrDefault(program.text(), List.of())) {
            boolean longer =
                    best == null || candidate.words().size() > best.words().size();
            if (longer && candidate.matches(argv)) {
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Why what {@code program} does cannot be told from its arguments, or empty; a path is judged by its last part. */
    Optional<String> whyOpaque(String program) {
        return Optional.ofNullable(opaque.get(program.substring(program.lastIndexOf('/') + 1)));
    }

    private static CommandTable load() {
        try (InputStream in = Objects.requireNonNull(CommandTable.class.getResourceAsStream("commands.txt"))) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the command specifications", e);
        }
    }

    static CommandTable parse(String text) {
        var byProgram = new HashMap<String, List<CommandSpecification>>();
        var opaque = new HashMap<String, String>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|", -1);
            for (String names : fields[0].strip().split(",", -1)) {
                List<String> words = List.of(names.strip().split(" +", -1));
                if (fields.length == 2 && fields[1].strip().startsWith("opaque:")) {
                    opaque.put(
                            words.get(0),
                            fields[1].strip().substring("opaque:".length()).strip());
                } else if (fields.length == 3) {
                    byProgram
                            .computeIfAbsent(words.get(0), name -> new ArrayList<>())
                            .add(new CommandSpecification(words, options(fields[1]), operands(fields[2])));
                } else {
                    throw new IllegalArgumentException("not a command specification: `" + line + "`");
                }
            }
        }
        return new CommandTable(byProgram, opaque);
    }

    private static CommandSpecification.Options options(String field) {
        List<String> words = List.of(field.strip().split(" +", -1));
        if (words.equals(List.of("any"))) {
            return new CommandSpecification.Options.Any();
        }
        if (words.size() > 2 && words.subList(0, 2).equals(List.of("any", "but"))) {
            return new CommandSpecification.Options.AnyBut(words.subList(2, words.size()));
        }
        if (words.get(0).equals("only")) {
            return new CommandSpecification.Options.Only(words.subList(1, words.size()));
        }
        throw new IllegalArgumentException("not a set of options: `" + field.strip() + "`");
    }

    private static CommandSpecification.Operands operands(String field) {
        return switch (field.strip()) {
            case "text" -> CommandSpecification.Operands.TEXT;
            case "none" -> CommandSpecification.Operands.NONE;
            case "refs" -> CommandSpecification.Operands.REFS;
            case "files" -> CommandSpecification.Operands.GUESS;
            case "pathspec" -> CommandSpecification.Operands.PATHSPEC;
            case "pathspec, write" -> CommandSpecification.Operands.PATHSPEC_WRITE;
            case "program, read" -> CommandSpecification.Operands.PROGRAM_READ;
            case "read" -> CommandSpecification.Operands.READ;
            case "write" -> CommandSpecification.Operands.WRITE;
            case "delete" -> CommandSpecification.Operands.DELETE;
            case "copy" -> CommandSpecification.Operands.COPY;
            case "move" -> CommandSpecification.Operands.MOVE;
            case "pattern, read" -> CommandSpecification.Operands.PATTERN_READ;
            case "tests" -> CommandSpecification.Operands.TESTS;
            case "format" -> CommandSpecification.Operands.FORMAT;
            case "expression" -> CommandSpecification.Operands.EXPRESSION;
            case "filter" -> CommandSpecification.Operands.FILTER;
            case "targets" -> CommandSpecification.Operands.TARGETS;
            case "sets" -> CommandSpecification.Operands.SETS;
            case "directory" -> CommandSpecification.Operands.DIRECTORY;
            default -> throw new IllegalArgumentException("not a kind of operands: `" + field.strip() + "`");
        };
    }
}
