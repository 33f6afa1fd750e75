package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Shell;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Follows the builtins that change what the shell knows or does next (bash manual, 4). Those that only print or test are
 * programs like others and have a specification. A table: one method for each builtin.
 */
final class Builtins {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(\\+?)=(.*)", Pattern.DOTALL);

    /** What zsh's arithmetic may run a command in. */
    private static final Pattern EVALUATED = Pattern.compile("[\\[$`]");

    /** A conversion of `printf`: a width or precision may be an argument of its own. */
    private static final Pattern CONVERSION = Pattern.compile("%([-+ #0-9.'*lhjztLq]*)(.?)", Pattern.DOTALL);

    /** A percent sign that is written as an escape. */
    private static final Pattern PERCENT = Pattern.compile("\\\\(x25|0*45|[uU]0*25)");

    /** What every shell prints for it is the text that it is. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)?");

    /** Options of `set` that change no meaning. */
    private static final Pattern HARMLESS_LETTERS = Pattern.compile("[-+][euxvfnCbE]*o?");

    private static final Set<String> HARMLESS_MODES =
            Set.of("pipefail", "errexit", "nounset", "xtrace", "verbose", "noglob", "noclobber", "errtrace");

    /** Signals whose traps run when nothing follows any more. */
    private static final Set<String> AT_THE_END = Set.of("EXIT", "0");

    private static final Set<String> HARMLESS_SHOPT = Set.of("nullglob", "inherit_errexit", "checkwinsize");

    /** What fish refuses: it has no such option, or wants a name with it. */
    private static final Pattern REFUSED_BY_FISH = Pattern.compile("\\+.*|-[a-zA-Z]*[eobvCEf][a-zA-Z]*");

    /** A directory of more parts, some of which go back, is not followed. */
    private static final int MAX_PARTS = 100;

    private final CommandRunner runner;
    private final FactCollector notes;
    private final Expander expander;
    private final ShellState state;
    private final VariableValues variables;

    Builtins(CommandRunner runner, ShellState state, Expander expander) {
        this.runner = runner;
        this.state = state;
        this.notes = state.notes();
        this.expander = expander;
        this.variables = new VariableValues(state);
    }

    /** What is known after the builtin {@code name}; empty when nothing special is to be known about it. */
    Optional<CommandOutcome> run(String name, Invocation call, Scope scope) {
        return switch (name) {
            case "cd" -> Optional.of(directory(call, scope));
            case "pushd", "popd" -> {
                runner.program(call, scope);
                notes.opaque("`" + name + "` changes the directory by a list that is not followed", call.span());
                yield Optional.of(CommandOutcome.of(scope));
            }
            case "eval" -> Optional.of(eval(call, scope));
            case "exec" -> Optional.of(exec(call, scope));
            case "command" -> command(call, scope);
            case "builtin" -> Optional.of(rest(call, 1, scope));
            case "trap" -> Optional.of(trap(call, scope));
            case "set" -> Optional.of(set(call, scope));
            case "shift" -> {
                number(call);
                runner.program(call, scope);
                yield Optional.of(CommandOutcome.of(scope.withoutArguments()));
            }
            case "exit", "return", "break", "continue" -> {
                number(call);
                yield Optional.empty();
            }
            case "printf" -> Optional.of(printf(call, scope));
            case "unset" -> Optional.of(unset(call, scope));
            case "export", "declare", "typeset", "local", "readonly" -> Optional.of(declare(call, scope));
            case "read" -> Optional.of(read(call, scope));
            case "mapfile", "readarray" -> Optional.of(fill(call, scope));
            case "getopts" -> Optional.of(getopts(call, scope));
            case "let" -> Optional.of(let(call, scope));
            case "shopt" -> Optional.of(shopt(call, scope));
            default -> Optional.empty();
        };
    }

    /** Zsh evaluates what is no number, and the others print it. */
    private void number(Invocation call) {
        for (Argument argument : call.arguments()) {
            if (!argument.shape().isNumber() && (argument.certain().isEmpty() || notes.isRunBy(Shell.ZSH))) {
                notes.opaque("zsh evaluates what is no number, which can run commands", argument.span());
            }
        }
    }

    /** `printf -v NAME` assigns; where the format says number, zsh evaluates the argument, names in it included. */
    private CommandOutcome printf(Invocation call, Scope scope) {
        String option = text(call, 1).orElse("");
        int index = option.equals("-v") ? 3 : option.startsWith("-v") ? 2 : 1;
        index = text(call, index).filter("--"::equals).isPresent() ? index + 1 : index;
        numbers(call, text(call, index), index + 1);
        return runner.program(call, scope);
    }

    /** The arguments from {@code first} on that {@code format} prints as numbers; it is used as often as there are some. */
    private void numbers(Invocation call, Optional<String> format, int first) {
        List<Boolean> numeric = format.map(Builtins::conversions).orElse(List.of(true));
        for (int i = first; i < call.argv().size() && numeric.contains(true); i++) {
            Argument argument = call.argv().get(i);
            boolean certain = argument.shape().isNumber()
                    || argument.certain()
                            .filter(text -> NUMBER.matcher(text).matches())
                            .isPresent();
            if (numeric.get((i - first) % numeric.size()) && !certain && notes.isRunBy(Shell.ZSH)) {
                notes.opaque("zsh evaluates what is no number, which can run commands", argument.span());
            }
            if (argument instanceof Argument.Several) {
                // From here on it is not known which argument belongs to which conversion.
                numeric = List.of(true);
            }
        }
    }

    /** For each argument that {@code format} takes whether it is printed as a number; zsh decodes escapes first. */
    private static List<Boolean> conversions(String format) {
        var numeric = new ArrayList<Boolean>();
        var conversion = CONVERSION.matcher(format);
        while (conversion.find()) {
            String kind = conversion.group(2);
            conversion.group(1).chars().filter(c -> c == '*').forEach(star -> numeric.add(true));
            if (kind.equals("$") || kind.equals("\\") || kind.isEmpty()) {
                return List.of(true);
            }
            if (!kind.equals("%")) {
                numeric.add(!"sbqQc".contains(kind));
            }
        }
        boolean decoded = PERCENT.matcher(format).find();
        return decoded ? List.of(true) : numeric;
    }

    private Optional<String> text(Invocation call, int index) {
        return index < call.argv().size() && call.argv().get(index) instanceof Argument.Known known
                ? Optional.of(known.text())
                : Optional.empty();
    }

    /** On failure the shell stays where it was. */
    private CommandOutcome directory(Invocation call, Scope scope) {
        runner.program(call, scope);
        int index = 1;
        while (text(call, index).filter(text -> text.matches("-[LPe@]+|--")).isPresent()) {
            index++;
        }
        if (index == call.argv().size() && scope.variables().get("HOME") == null) {
            return new CommandOutcome(scope.withDirectories(Set.of("~")), scope);
        }
        Optional<String> target = index == call.argv().size() - 1 ? text(call, index) : Optional.empty();
        boolean searched = scope.variables().containsKey("CDPATH");
        boolean stack = target.filter(text -> text.startsWith("+")).isPresent() && notes.isRunBy(Shell.ZSH);
        boolean several = call.argv().size() > index + 1;
        if (target.isEmpty()
                || target.get().startsWith("-")
                || target.get().isEmpty()
                || searched
                || stack
                || several) {
            notes.opaque("which directory it changes to is not known before execution", call.span());
            return CommandOutcome.of(scope);
        }
        var reached = new LinkedHashSet<String>();
        for (String before : scope.directories()) {
            boolean absolute = target.get().startsWith("/") || target.get().startsWith("~");
            reached.add(absolute ? target.get() : before + "/" + target.get());
        }
        if (reached.stream().anyMatch(Builtins::isWinding)) {
            notes.opaque("it goes back too often to be followed through links", call.span());
            return CommandOutcome.of(scope);
        }
        return new CommandOutcome(scope.withDirectories(reached), scope);
    }

    private static boolean isWinding(String directory) {
        return directory.contains("..")
                && directory.chars().filter(c -> c == '/').count() > MAX_PARTS;
    }

    private CommandOutcome eval(Invocation call, Scope scope) {
        runner.program(call, scope);
        var text = new StringBuilder();
        for (Argument argument : call.arguments()) {
            Optional<String> known = argument.certain();
            if (known.isEmpty()) {
                notes.unread("what `eval` reads is not known before execution", argument.span());
                return CommandOutcome.of(scope);
            }
            text.append(text.isEmpty() ? "" : " ").append(known.get());
        }
        return CommandOutcome.of(runner.inside(text.toString(), call.span(), scope));
    }

    /** With a command the shell becomes that command; without one its redirections last. */
    private CommandOutcome exec(Invocation call, Scope scope) {
        runner.program(call, scope);
        boolean feeds = call.argv().size() == 1 && call.redirections().stream().anyMatch(PipelineStreams::isInput);
        if (feeds && (notes.mayBeTyped() || state.isOnInput())) {
            notes.opaque("the shell may go on reading its commands from there", call.span());
        }
        return CommandOutcome.of(scope);
    }

    /** `command -v` only looks; otherwise the rest is a command, functions left out. */
    private Optional<CommandOutcome> command(Invocation call, Scope scope) {
        String option = text(call, 1).orElse("");
        if (option.equals("-v") || option.equals("-V")) {
            return Optional.empty();
        }
        int index = option.equals("--") ? 2 : 1;
        if (option.startsWith("-") && index == 1) {
            notes.opaque("`command " + option + "` looks programs up in another way", call.span());
            index = option.equals("-p") ? 2 : 1;
        }
        CommandOutcome outcome = rest(call, index, scope);
        // In zsh it is a program that runs, never a builtin.
        return Optional.of(
                outcome.any().equals(scope) || !notes.isRunBy(Shell.ZSH)
                        ? outcome
                        : CommandOutcome.of(scope.or(outcome.any())));
    }

    private CommandOutcome rest(Invocation call, int index, Scope scope) {
        notes.add(new Fact.Runs(
                call.argv(),
                call.argv(),
                0,
                0,
                Fact.Standing.FREE,
                List.of(),
                Set.of(),
                scope.directories().iterator().next(),
                notes.at(call.span())));
        if (index >= call.argv().size()) {
            return CommandOutcome.of(scope);
        }
        return runner.runBuiltin(
                call.with(call.argv().subList(index, call.argv().size())), scope);
    }

    /** Its text runs later, when variables may have other values. */
    private CommandOutcome trap(Invocation call, Scope scope) {
        runner.program(call, scope);
        if (call.arguments().stream().anyMatch(word -> word.certain().isEmpty())) {
            notes.opaque("a signal that is none is shown, whatever it is", call.span());
        }
        int index = text(call, 1).filter("--"::equals).isPresent() ? 2 : 1;
        Optional<String> text = text(call, index);
        boolean looks = call.argv().size() <= index
                || text.filter(first -> first.matches("-[lp]*")).isPresent();
        if (looks) {
            return CommandOutcome.of(scope);
        }
        if (scope.frame().inside() && notes.isRunBy(Shell.ZSH)) {
            notes.opaque("a trap of a function runs where that ends, in zsh", call.span());
        }
        boolean atTheEnd = call.argv().subList(index + 1, call.argv().size()).stream()
                .allMatch(
                        signal -> signal.certain().filter(AT_THE_END::contains).isPresent());
        if (text.isEmpty() || !atTheEnd) {
            notes.opaque("what the trap does, and when, is not known before execution", call.span());
        }
        if (text.isEmpty()) {
            return CommandOutcome.of(scope);
        }
        runner.inside(text.get(), call.argv().get(index).span(), scope.later());
        // The text was followed in this directory: with an unknown search path a later `cd` to another one is not
        // certain.
        return CommandOutcome.of(scope.withVariable("CDPATH", Shape.ANYTHING));
    }

    private CommandOutcome set(Invocation call, Scope scope) {
        boolean shows = call.argv().size() == 1
                || (call.argv().size() == 2
                        && text(call, 1).filter(word -> word.matches("[-+]o")).isPresent());
        if (shows || traces(call)) {
            notes.shows(call, scope.directories().iterator().next());
        } else {
            runner.program(call, scope);
        }
        boolean refused = text(call, 1)
                .filter(word -> REFUSED_BY_FISH.matcher(word).matches())
                .isPresent();
        boolean names = call.argv().stream()
                .skip(2)
                .anyMatch(word -> word.certain().filter(Builtins::isMode).isEmpty());
        if (call.argv().size() > 1 && (!refused || names) && notes.isRunBy(Shell.FISH)) {
            notes.opaque("`set` assigns or shows variables in fish", call.span());
        }
        for (int i = 1; i < call.argv().size(); i++) {
            String word = text(call, i).orElse("");
            if (word.equals("--")) {
                return arguments(call.argv().subList(i + 1, call.argv().size()), scope);
            }
            boolean mode =
                    text(call, i - 1).filter(before -> before.endsWith("o")).isPresent();
            if (word.matches("-[a-zA-Z]*u[a-zA-Z]*") || word.equals("nounset")) {
                state.refusesUnset();
            }
            boolean harmless = HARMLESS_LETTERS.matcher(word).matches() || (mode && HARMLESS_MODES.contains(word));
            if (!harmless) {
                notes.opaque(
                        "`set` changes how what follows is read",
                        call.argv().get(i).span());
                return CommandOutcome.of(scope);
            }
        }
        return CommandOutcome.of(scope);
    }

    private static boolean isMode(String word) {
        return HARMLESS_MODES.contains(word) || HARMLESS_LETTERS.matcher(word).matches();
    }

    /** Whether from now on every command is shown with the values that its words have. */
    private boolean traces(Invocation call) {
        for (int i = 1; i < call.argv().size(); i++) {
            String word = text(call, i).orElse("");
            if (word.equals("--")) {
                return false;
            }
            boolean mode = word.equals("xtrace")
                    && text(call, i - 1).filter(on -> on.matches("-[a-zA-Z]*o")).isPresent();
            if (mode || word.matches("-[a-zA-Z]*x[a-zA-Z]*")) {
                return true;
            }
        }
        return false;
    }

    private static CommandOutcome arguments(List<Argument> words, Scope scope) {
        boolean certain = words.stream().noneMatch(Argument.Several.class::isInstance);
        return CommandOutcome.of(
                certain
                        ? scope.withArguments(
                                words.stream().map(Argument::value).toList())
                        : scope.withoutArguments());
    }

    private CommandOutcome unset(Invocation call, Scope scope) {
        runner.program(call, scope);
        Scope now = scope;
        for (Argument argument : call.arguments()) {
            String name = argument.certain().orElse("");
            if (name.equals("-v")) {
                continue;
            }
            if (!NAME.matcher(name).matches() || scope.functions().containsKey(name)) {
                notes.opaque("what is unset is not certain", argument.span());
                return CommandOutcome.of(now);
            }
            notes.add(Variables.assigned(name, argument.span()));
            now = now.withVariable(name, Shape.ANYTHING);
        }
        return CommandOutcome.of(now);
    }

    /**
     * `export`, `declare` and their relatives. With some options, and `local` outside of a function, they assign nothing:
     * then it is not known what the variable holds. Inside of a function most of them make variables of its own.
     */
    private CommandOutcome declare(Invocation call, Scope scope) {
        boolean asWritten = true;
        boolean prints = call.argv().size() == 1;
        boolean global = false;
        var rest = new ArrayList<Argument>();
        for (Argument argument : call.arguments()) {
            String start = argument.start();
            if (rest.isEmpty() && argument instanceof Argument.Known && start.matches("[-+][xgpaA]+|--")) {
                boolean exporting = text(call, 0).filter("export"::equals).isPresent();
                asWritten = asWritten && start.matches(exporting ? "--" : "[-+]x+|--");
                prints = prints || start.contains("p");
                global = global || start.contains("g");
            } else {
                rest.add(argument);
            }
        }
        String name = text(call, 0).orElse("");
        if (prints || rest.isEmpty()) {
            notes.shows(call, scope.directories().iterator().next());
        } else {
            runner.program(call, scope);
        }
        if (name.equals("readonly")) {
            notes.opaque("a variable that can no longer be assigned", call.span());
        }
        boolean export = name.equals("export");
        boolean local = scope.frame().inside() && !export && !global;
        if (name.equals("local") && !scope.frame().inside()) {
            asWritten = false;
        }
        Scope now = scope;
        Fact.Reach reach = exports(call) ? Fact.Reach.EXPORTED : Fact.Reach.SHELL;
        for (Argument argument : rest) {
            String start = argument.start();
            var assignment = ASSIGNMENT.matcher(start);
            boolean named =
                    argument instanceof Argument.Known && NAME.matcher(start).matches();
            if (assignment.matches()) {
                String variable = assignment.group(1);
                boolean plain = asWritten && assignment.group(2).isEmpty() && !(argument instanceof Argument.Several);
                Shape written = argument.shape().from(start.indexOf('=') + 1);
                // Whether the tilde was quoted is not seen any more.
                Shape value = written.start().startsWith("~") ? Shape.ANYTHING : written;
                state.sets(new Fact.Sets(variable, value, reach, argument.span()), now);
                now = local ? now.withLocal(variable) : now;
                now = now.withVariable(variable, plain ? value : Shape.ANYTHING);
            } else if (named) {
                state.sets(new Fact.Sets(start, variables.of(start, now), reach, argument.span()), now);
                boolean again = scope.frame().locals().contains(start);
                now = local ? now.withLocal(start) : now;
                // `local x` hides what x was.
                now = export ? now : now.withVariable(start, Shape.ANYTHING);
                if (!export && (!local || again) && notes.isRunBy(Shell.ZSH)) {
                    notes.shows(call, scope.directories().iterator().next());
                }
            } else {
                notes.opaque("which variable is declared, and how, is not certain", argument.span());
            }
        }
        return CommandOutcome.of(now);
    }

    private boolean exports(Invocation call) {
        return text(call, 0).filter("export"::equals).isPresent()
                || call.arguments().stream()
                        .anyMatch(argument -> argument.start().matches("-[a-zA-Z]*x.*"));
    }

    private CommandOutcome read(Invocation call, Scope scope) {
        runner.program(call, scope);
        boolean named = call.argv().size() > 1
                && call.argv()
                        .getLast()
                        .certain()
                        .filter(text -> NAME.matcher(text).matches())
                        .isPresent()
                && call.arguments().stream()
                        .allMatch(word -> word.certain()
                                .filter(text -> text.matches("-[rsan]+|" + NAME.pattern()))
                                .isPresent());
        if (!named && notes.isRunBy(Shell.FISH)) {
            notes.opaque("in fish a prompt is a command, and what has no name is shown", call.span());
        }
        var names = new ArrayList<String>();
        boolean raw = false;
        boolean whole = true;
        for (int i = 1; i < call.argv().size(); i++) {
            String word = text(call, i).orElse("-?");
            if (word.matches("-[rs]*[ptndNui]")) {
                i++;
                whole = whole && word.endsWith("p");
                raw = raw || word.indexOf('r') > 0;
            } else if (!word.matches("-[rs]+|-[rs]*[ptndNui].+")) {
                boolean array = word.matches("-[rs]*a");
                if (!array && !NAME.matcher(word).matches()) {
                    notes.opaque(
                            "which variable is read is not certain",
                            call.argv().get(i).span());
                    return CommandOutcome.of(scope);
                }
                whole = whole && !array;
                names.add(array ? "" : word);
            } else {
                raw = raw || (word.matches("-[rs]+") && word.indexOf('r') > 0);
                whole = whole && word.matches("-[rs]+|-[rs]*p.+");
            }
        }
        names.removeIf(String::isEmpty);
        if (names.isEmpty()) {
            names.add("REPLY");
        }
        boolean options =
                call.arguments().stream().anyMatch(word -> !word.start().matches("-r|" + NAME.pattern()));
        if (options && notes.isRunBy(Shell.ZSH)) {
            readByZsh(call, names);
        }
        boolean split = scope.variables().containsKey("IFS");
        Shape line = names.size() == 1 && whole && !split ? asRead(state.input(), raw) : Shape.ANYTHING;
        // `read -n 1 x` reads one character into x, and in zsh a word into each of $1 and $x.
        boolean numbered = call.arguments().stream()
                .anyMatch(word ->
                        word.certain().filter(text -> text.matches("[0-9]+")).isPresent());
        Scope now = numbered && notes.isRunBy(Shell.ZSH) ? scope.withoutArguments() : scope;
        Scope failed = now;
        for (String name : names) {
            state.sets(new Fact.Sets(name, Shape.ANYTHING, Fact.Reach.SHELL, notes.at(call.span())), scope);
            now = now.withVariable(name, line);
            // At the end of the input it holds what is left of it, or nothing.
            failed = failed.withVariable(name, Shape.ANYTHING);
        }
        return new CommandOutcome(now, failed);
    }

    /** A line as `read` gives it: without blanks at its ends, and without `-r` backslashes quote in it. */
    private static Shape asRead(Shape line, boolean raw) {
        for (Shape.Piece piece : line.pieces()) {
            if (piece instanceof Shape.Piece.Fixed fixed
                    && (fixed.text().indexOf('\n') >= 0 || (!raw && fixed.text().indexOf('\\') >= 0))) {
                return Shape.ANYTHING;
            }
        }
        boolean blank = line.text().filter(text -> !text.equals(text.strip())).isPresent();
        return blank || line.start().startsWith(" ") || line.start().startsWith("\t") ? Shape.ANYTHING : line;
    }

    /** The options of zsh have other values: any word may name a variable, or be evaluated. */
    private void readByZsh(Invocation call, List<String> names) {
        for (Argument argument : call.arguments()) {
            Optional<String> word = argument.certain();
            if (word.filter(text -> !EVALUATED.matcher(text).find()).isEmpty()) {
                notes.opaque("zsh may evaluate this, which can run commands", argument.span());
            } else if (NAME.matcher(word.get()).matches() && !names.contains(word.get())) {
                names.add(word.get());
            }
        }
    }

    private CommandOutcome fill(Invocation call, Scope scope) {
        runner.program(call, scope);
        String name = "MAPFILE";
        for (int i = 1; i < call.argv().size(); i++) {
            String word = text(call, i).orElse("-?");
            if (word.matches("-[dnsOu]")) {
                i++;
            } else if (NAME.matcher(word).matches()) {
                name = word;
            } else if (!word.equals("-t")) {
                notes.opaque(
                        "how the array is filled is not certain",
                        call.argv().get(i).span());
            }
        }
        state.sets(new Fact.Sets(name, Shape.ANYTHING, Fact.Reach.SHELL, notes.at(call.span())), scope);
        return CommandOutcome.of(scope.withVariable(name, Shape.ANYTHING));
    }

    private CommandOutcome getopts(Invocation call, Scope scope) {
        boolean certain =
                call.argv().stream().skip(3).allMatch(word -> word.certain().isPresent());
        if (certain) {
            runner.program(call, scope);
        } else {
            // It says which letters are no options.
            notes.shows(call, scope.directories().iterator().next());
        }
        String name = text(call, 2).orElse("");
        if (!NAME.matcher(name).matches()) {
            notes.opaque("which variable is set is not certain", call.span());
            return CommandOutcome.of(scope);
        }
        state.sets(new Fact.Sets(name, Shape.ANYTHING, Fact.Reach.SHELL, notes.at(call.span())), scope);
        return CommandOutcome.of(scope.withVariable(name, Shape.ANYTHING).withVariable("OPTARG", Shape.ANYTHING));
    }

    private CommandOutcome let(Invocation call, Scope scope) {
        runner.program(call, scope);
        Scope now = scope;
        for (Argument argument : call.arguments()) {
            Optional<String> text = argument.certain();
            if (text.isPresent()) {
                now = expander.arithmetic().text(text.get(), argument.span(), now);
            } else {
                notes.opaque("bash evaluates a value in arithmetic, which can run commands", argument.span());
            }
        }
        return CommandOutcome.of(now);
    }

    private CommandOutcome shopt(Invocation call, Scope scope) {
        runner.program(call, scope);
        for (Argument argument : call.arguments()) {
            String word = argument.certain().orElse("");
            boolean harmless = word.matches("-[suqp]+") || HARMLESS_SHOPT.contains(word);
            if (!harmless) {
                notes.opaque("`shopt` changes how what follows is read", argument.span());
            }
        }
        return CommandOutcome.of(scope);
    }
}
