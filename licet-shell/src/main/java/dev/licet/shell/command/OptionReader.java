package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import dev.licet.shell.command.CommandSpecification.Kind;
import dev.licet.shell.command.CommandSpecification.Option;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Notes what one option of a command does. An exhaustive table of the effects. */
final class OptionReader {
    /** Values that do more than choose a form: kubectl's templates in files, signatures that git has a program check. */
    private static final Pattern REACHING =
            Pattern.compile("^[a-z-]+-file=|%[-+ ]?G[?GSKFPT]|%\\(signature|^-?signature");

    /** What may become a format that shows a signature. */
    private static final Pattern SIGNATURE = Pattern.compile("%[-+ ]?(G|\\(signature)");

    /** Of this in the name of a file a program may make another: curl a part of the address, pytest a variable or a home. */
    private static final Pattern MADE = Pattern.compile("#[0-9]|[$]|^~[^/]");

    /** Options of grep and its relatives whose values say which files are read. */
    private static final Set<String> FILTERS = Set.of("--include", "-g", "--glob", "--iglob");

    /** Options of what copies or moves files whose value is the folder that they arrive in. */
    private static final Set<String> INTO = Set.of("-t", "--target-directory");

    private static final Set<Kind> BRINGING = Set.of(Kind.COPY, Kind.MOVE);

    private final String name;
    private final Span span;
    private final CommandEffects found;

    OptionReader(String name, Span span, CommandEffects found) {
        this.name = name;
        this.span = span;
        this.found = found;
    }

    /**
     * Notes it.
     *
     * @param kind of the command's operands
     * @return whether the value took the place of the first operand
     */
    boolean read(Option option, Optional<Argument> value, Kind kind) {
        boolean first = !found.has(name);
        found.option(name, value);
        Optional<String> text = value.flatMap(Argument::certain);
        if (!option.choices().isEmpty() && text.filter(option::allows).isPresent()) {
            return false;
        }
        if (text.filter(option::names).isPresent()) {
            found.escalates(name, new EscalationReason.Named(), span);
            return false;
        }
        switch (option.effect()) {
            case HARMLESS -> {
                if (name.equals("--exclude")) {
                    found.filter("!" + text.orElse(""));
                } else if (name.equals("--exclude-dir")) {
                    String folder = text.orElse("");
                    found.filter("!{" + folder + "/*,*/" + folder + "/*}");
                }
                boolean uncertain = text.isEmpty()
                        && value.map(Argument::shape)
                                .filter(OptionReader::mayReach)
                                .isPresent();
                if (uncertain || text.filter(OptionReader::reaches).isPresent()) {
                    found.escalates(name, "its value names a file or runs a program", span);
                }
            }
            case FORMAT -> {
                if (text.filter(format -> !namesFile(format)).isEmpty()) {
                    escalates("its value may name a file", value);
                }
            }
            case DIRECTORY -> {
                if (text.filter(found::isHere).isEmpty()) {
                    value.ifPresent(found::worksIn);
                    found.enter(text, first);
                    found.escalates(name, otherFolder(), span);
                }
            }
            case JQ -> value.ifPresent(program -> OperandReader.program(Kind.JQ, program, found));
            case BELOW, REWRITES, PATTERN -> {}
            case LINES -> value.ifPresent(this::lines);
            case PATTERN_FILE -> value.ifPresent(found::reads);
            // `-g '!*.env'` leaves files out.
            case READS -> {
                if (name.equals("--files0-from")) {
                    found.facts.add(new Fact.Reads(new Place.Unknown(), Fact.Role.OPERAND, span));
                }
                if (FILTERS.contains(name)) {
                    found.filter(text.orElse("*"));
                }
                value.filter(file -> !file.start().startsWith("!")).ifPresent(file -> {
                    if (OperandReader.FOLDER.matcher(file.start()).matches()) {
                        found.readsBelow(file);
                    } else {
                        found.reads(file);
                    }
                });
            }
            case WRITES -> {
                if (value.filter(file -> CommandEffects.isFree(file.shape())).isEmpty()) {
                    found.escalates(name, new EscalationReason.Written(true), span);
                }
                value.ifPresent(file -> {
                    if (MADE.matcher(file.start()).find()) {
                        found.facts.add(new Fact.Writes(new Place.Unknown(), Fact.Role.OPERAND, span));
                    } else {
                        found.writes(file);
                    }
                    if (INTO.contains(name) && BRINGING.contains(kind)) {
                        found.into(file);
                    }
                });
            }
            case SHELL ->
                value.ifPresentOrElse(
                        shell -> found.inner.add(new Effects.Inner.Text(shell)),
                        () -> found.opaque("the text that the shell reads is missing", span));
            case PROGRAM -> value.ifPresent(program -> OperandReader.program(kind, program, found));
            case EVALUATES -> found.evaluated(value, span);
            case NAMES -> found.escalates(name, new EscalationReason.Named(), span);
            case SENDS -> found.escalates(name, new EscalationReason.Sent(), span);
            case ESCALATES, FOREIGN, COMMAND -> escalates("does more than the command's name says", value);
        }
        return switch (option.effect()) {
            case PATTERN, PATTERN_FILE, PROGRAM -> true;
            case SHELL -> value.isPresent();
            case HARMLESS,
                    BELOW,
                    LINES,
                    REWRITES,
                    FORMAT,
                    JQ,
                    DIRECTORY,
                    READS,
                    NAMES,
                    SENDS,
                    WRITES,
                    EVALUATES,
                    ESCALATES,
                    FOREIGN,
                    COMMAND -> false;
        };
    }

    /** Where that cannot be told it does more than its name says. */
    private EscalationReason otherFolder() {
        return found.where().certain()
                ? new EscalationReason.OtherFolder(found.where().path())
                : new EscalationReason.Spelled("works in another directory");
    }

    private void escalates(String why, Optional<Argument> value) {
        found.escalates(name, why, span);
        value.ifPresent(file -> found.attached(file.shape(), file.span()));
    }

    /** `@file`, and what curl prints into another file. */
    private static boolean namesFile(String format) {
        return format.startsWith("@") || format.contains("%output{");
    }

    /** `1,9:file` and `:function:file` show lines of a file. */
    private void lines(Argument value) {
        String text = value.certain().orElse("");
        if (text.indexOf(':') < 0) {
            found.facts.add(new Fact.Reads(new Place.Unknown(), Fact.Role.OPERAND, value.span()));
        } else {
            found.reads(Shape.of(text.substring(text.lastIndexOf(':') + 1)), value.span());
        }
    }

    private static boolean mayReach(Shape value) {
        return value.pieces().stream()
                .anyMatch(piece -> piece instanceof Shape.Piece.Fixed fixed
                        && SIGNATURE.matcher(fixed.text()).find());
    }

    private static boolean reaches(String value) {
        boolean may = value.indexOf('=') >= 0 || value.indexOf('%') >= 0 || value.contains("signature");
        return may && REACHING.matcher(value).find();
    }
}
