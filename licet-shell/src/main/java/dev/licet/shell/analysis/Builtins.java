package dev.licet.shell.analysis;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    /** Options of `set` that change no meaning. */
    private static final Pattern HARMLESS_LETTERS = Pattern.compile("[-+][euxvfnCbE]*o?");

    private static final Set<String> HARMLESS_MODES =
            Set.of("pipefail", "errexit", "nounset", "xtrace", "verbose", "noglob", "noclobber", "errtrace");

    /** Signals whose traps run when nothing follows any more. */
    private static final Set<String> AT_THE_END = Set.of("EXIT", "0");

    private static final Set<String> HARMLESS_SHOPT = Set.of("nullglob", "failglob", "inherit_errexit", "checkwinsize");

    /** A directory of more parts, some of which go back, is not followed. */
    private static final int MAX_PARTS = 100;

    private final CommandRunner runner;
    private final Notes notes;
    private final Expander expander;

    Builtins(CommandRunner runner, Notes notes, Expander expander) {
        this.runner = runner;
        this.notes = notes;
        this.expander = expander;
    }

    /** What is known after the builtin {@code name}; empty when nothing special is to be known about it. */
    Optional<Outcome> run(String name, Invocation call, Scope scope) {
        return switch (name) {
            case "cd" -> Optional.of(directory(call, scope));
            case "pushd", "popd" -> {
                runner.program(call, scope);
                notes.opaque("`" + name + "` changes the directory by a list that is not followed", call.span());
                yield Optional.of(Outcome.of(scope));
            }
            case "eval" -> Optional.of(eval(call, scope));
            case "exec" -> Optional.of(exec(call, scope));
            case "command" -> command(call, scope);
            case "builtin" -> Optional.of(rest(call, 1, scope));
            case "trap" -> Optional.of(trap(call, scope));
            case "set" -> Optional.of(set(call, scope));
            case "shift" -> {
                runner.program(call, scope);
                yield Optional.of(Outcome.of(
                        new Scope(scope.directories(), scope.variables(), scope.functions(), Optional.empty())));
            }
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

    private Optional<String> text(Invocation call, int index) {
        return index < call.argv().size() && call.argv().get(index) instanceof Argument.Known known
                ? Optional.of(known.text())
                : Optional.empty();
    }

    /** On failure the shell stays where it was. */
    private Outcome directory(Invocation call, Scope scope) {
        runner.program(call, scope);
        int index = 1;
        while (text(call, index).filter(text -> text.matches("-[LPe@]+|--")).isPresent()) {
            index++;
        }
        if (index == call.argv().size() && scope.variables().get("HOME") == null) {
            return new Outcome(scope.withDirectories(Set.of("~")), scope);
        }
        Optional<String> target = index == call.argv().size() - 1 ? text(call, index) : Optional.empty();
        boolean searched = scope.variables().containsKey("CDPATH");
        if (target.isEmpty() || target.get().startsWith("-") || target.get().isEmpty() || searched) {
            notes.opaque("which directory it changes to is not known before execution", call.span());
            return Outcome.of(scope);
        }
        var reached = new LinkedHashSet<String>();
        for (String before : scope.directories()) {
            boolean absolute = target.get().startsWith("/") || target.get().startsWith("~");
            reached.add(absolute ? target.get() : before + "/" + target.get());
        }
        if (reached.stream().anyMatch(Builtins::isWinding)) {
            notes.opaque("it goes back too often to be followed through links", call.span());
            return Outcome.of(scope);
        }
        return new Outcome(scope.withDirectories(reached), scope);
    }

    private static boolean isWinding(String directory) {
        return directory.contains("..")
                && directory.chars().filter(c -> c == '/').count() > MAX_PARTS;
    }

    private Outcome eval(Invocation call, Scope scope) {
        runner.program(call, scope);
        var text = new StringBuilder();
        for (Argument argument : call.arguments()) {
            Optional<String> known = argument.certain();
            if (known.isEmpty()) {
                notes.opaque("what `eval` reads is not known before execution", argument.span());
                return Outcome.of(scope);
            }
            text.append(text.isEmpty() ? "" : " ").append(known.get());
        }
        return Outcome.of(runner.inside(text.toString(), call.span(), scope));
    }

    /** With a command the shell becomes that command; without one its redirections last. */
    private Outcome exec(Invocation call, Scope scope) {
        runner.program(call, scope);
        return Outcome.of(scope);
    }

    /** `command -v` only looks; otherwise the rest is a command, functions left out. */
    private Optional<Outcome> command(Invocation call, Scope scope) {
        String option = text(call, 1).orElse("");
        if (option.equals("-v") || option.equals("-V")) {
            return Optional.empty();
        }
        int index = option.equals("--") ? 2 : 1;
        if (option.startsWith("-") && index == 1) {
            notes.opaque("`command " + option + "` looks programs up in another way", call.span());
            index = option.equals("-p") ? 2 : 1;
        }
        return Optional.of(rest(call, index, scope));
    }

    private Outcome rest(Invocation call, int index, Scope scope) {
        notes.add(new Fact.Runs(
                call.argv(),
                call.argv(),
                0,
                0,
                Fact.Standing.FREE,
                List.of(),
                scope.directories().iterator().next(),
                notes.at(call.span())));
        if (index >= call.argv().size()) {
            return Outcome.of(scope);
        }
        return runner.runBuiltin(
                call.with(call.argv().subList(index, call.argv().size())), scope);
    }

    /** Its text runs later, when variables may have other values. */
    private Outcome trap(Invocation call, Scope scope) {
        runner.program(call, scope);
        int index = text(call, 1).filter("--"::equals).isPresent() ? 2 : 1;
        Optional<String> text = text(call, index);
        boolean looks = call.argv().size() <= index
                || text.filter(first -> first.matches("-[lp]*")).isPresent();
        if (looks) {
            return Outcome.of(scope);
        }
        boolean atTheEnd = call.argv().subList(index + 1, call.argv().size()).stream()
                .allMatch(
                        signal -> signal.certain().filter(AT_THE_END::contains).isPresent());
        if (text.isEmpty() || !atTheEnd) {
            notes.opaque("what the trap does, and when, is not known before execution", call.span());
        }
        if (text.isEmpty()) {
            return Outcome.of(scope);
        }
        runner.inside(
                text.get(),
                call.argv().get(index).span(),
                new Scope(scope.directories(), Map.of(), scope.functions(), Optional.empty()));
        // The text was followed in this directory: with an unknown search path a later `cd` to another one is not
        // certain.
        return Outcome.of(scope.withVariable("CDPATH", Shape.ANYTHING));
    }

    private Outcome set(Invocation call, Scope scope) {
        runner.program(call, scope);
        for (int i = 1; i < call.argv().size(); i++) {
            String word = text(call, i).orElse("");
            if (word.equals("--")) {
                return arguments(call.argv().subList(i + 1, call.argv().size()), scope);
            }
            boolean mode =
                    text(call, i - 1).filter(before -> before.endsWith("o")).isPresent();
            boolean harmless = HARMLESS_LETTERS.matcher(word).matches() || (mode && HARMLESS_MODES.contains(word));
            if (!harmless) {
                notes.opaque(
                        "`set` changes how what follows is read",
                        call.argv().get(i).span());
                return Outcome.of(scope);
            }
        }
        return Outcome.of(scope);
    }

    private static Outcome arguments(List<Argument> words, Scope scope) {
        boolean certain = words.stream().noneMatch(Argument.Several.class::isInstance);
        return Outcome.of(
                certain
                        ? scope.withArguments(
                                words.stream().map(Argument::shape).toList())
                        : new Scope(scope.directories(), scope.variables(), scope.functions(), Optional.empty()));
    }

    private Outcome unset(Invocation call, Scope scope) {
        runner.program(call, scope);
        Scope now = scope;
        for (Argument argument : call.arguments()) {
            String name = argument.certain().orElse("");
            if (name.equals("-v")) {
                continue;
            }
            if (!NAME.matcher(name).matches() || scope.functions().containsKey(name)) {
                notes.opaque("what is unset is not certain", argument.span());
                return Outcome.of(now);
            }
            notes.add(Variables.assigned(name, argument.span()));
            now = now.withVariable(name, Shape.ANYTHING);
        }
        return Outcome.of(now);
    }

    private Outcome declare(Invocation call, Scope scope) {
        runner.program(call, scope);
        Scope now = scope;
        if (text(call, 0).filter("readonly"::equals).isPresent()) {
            notes.opaque("a variable that can no longer be assigned", call.span());
        }
        boolean asWritten = true;
        Fact.Reach reach = exports(call) ? Fact.Reach.EXPORTED : Fact.Reach.SHELL;
        for (Argument argument : call.arguments()) {
            String start = argument.start();
            if (argument instanceof Argument.Known && start.matches("[-+][xgpaA]+|--")) {
                asWritten = asWritten && start.matches("[-+][xgp]+|--");
                continue;
            }
            var assignment = ASSIGNMENT.matcher(start);
            boolean named =
                    argument instanceof Argument.Known && NAME.matcher(start).matches();
            if (assignment.matches()) {
                String name = assignment.group(1);
                boolean plain = asWritten && assignment.group(2).isEmpty() && !(argument instanceof Argument.Several);
                Shape value = argument.shape().from(start.indexOf('=') + 1);
                notes.add(Variables.assigned(new Fact.Sets(name, value, reach, argument.span())));
                now = now.withVariable(name, plain ? value : Shape.ANYTHING);
            } else if (named) {
                notes.add(Variables.assigned(
                        new Fact.Sets(start, expander.variable(start, now), reach, argument.span())));
                // `local x` hides what x was.
                boolean keeps = text(call, 0).filter("export"::equals).isPresent();
                now = keeps ? now : now.withVariable(start, Shape.ANYTHING);
            } else {
                notes.opaque("which variable is declared, and how, is not certain", argument.span());
            }
        }
        return Outcome.of(now);
    }

    private boolean exports(Invocation call) {
        return text(call, 0).filter("export"::equals).isPresent()
                || call.arguments().stream()
                        .anyMatch(argument -> argument.start().matches("-[a-zA-Z]*x.*"));
    }

    private Outcome read(Invocation call, Scope scope) {
        runner.program(call, scope);
        var names = new ArrayList<String>();
        for (int i = 1; i < call.argv().size(); i++) {
            String word = text(call, i).orElse("-?");
            if (word.matches("-[rs]*[ptndNui]")) {
                i++;
            } else if (!word.matches("-[rs]+|-[rs]*[ptndNui].+")) {
                boolean array = word.matches("-[rs]*a");
                if (!array && !NAME.matcher(word).matches()) {
                    notes.opaque(
                            "which variable is read is not certain",
                            call.argv().get(i).span());
                    return Outcome.of(scope);
                }
                names.add(array ? "" : word);
            }
        }
        names.removeIf(String::isEmpty);
        boolean elsewhere =
                call.arguments().stream().anyMatch(word -> word.start().matches("-[a-zA-Z]*u.*"));
        if (names.isEmpty()) {
            names.add("REPLY");
        }
        Scope now = scope;
        for (String name : names) {
            notes.add(Variables.assigned(name, notes.at(call.span())));
            Shape line = names.size() == 1 && !elsewhere ? runner.walker().input() : Shape.ANYTHING;
            now = now.withVariable(name, line);
        }
        return Outcome.of(now);
    }

    private Outcome fill(Invocation call, Scope scope) {
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
        notes.add(Variables.assigned(name, notes.at(call.span())));
        return Outcome.of(scope.withVariable(name, Shape.ANYTHING));
    }

    private Outcome getopts(Invocation call, Scope scope) {
        runner.program(call, scope);
        String name = text(call, 2).orElse("");
        if (!NAME.matcher(name).matches()) {
            notes.opaque("which variable is set is not certain", call.span());
            return Outcome.of(scope);
        }
        notes.add(Variables.assigned(name, notes.at(call.span())));
        return Outcome.of(scope.withVariable(name, Shape.ANYTHING).withVariable("OPTARG", Shape.ANYTHING));
    }

    private Outcome let(Invocation call, Scope scope) {
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
        return Outcome.of(now);
    }

    private Outcome shopt(Invocation call, Scope scope) {
        runner.program(call, scope);
        for (Argument argument : call.arguments()) {
            String word = argument.certain().orElse("");
            boolean harmless = word.matches("-[suqp]+") || HARMLESS_SHOPT.contains(word);
            if (!harmless) {
                notes.opaque("`shopt` changes how what follows is read", argument.span());
            }
        }
        return Outcome.of(scope);
    }
}
