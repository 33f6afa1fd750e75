package dev.licet.conformance.shell;

import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a search that is guided by coverage tries: a line that is allowed although every command but `c1` is asked, and that
 * starts another program in the jail. A byte of the input is a character, or a word of the grammar.
 */
public final class AllowedLine {
    private static final int MAX_BYTES = 120;

    private static final List<String> WORDS = List.of(
            "c1 ",
            "$c ",
            "\"$c\" ",
            "${c} ",
            "$1 ",
            "\"$@\" ",
            "c=c2",
            "c=c1",
            "c=",
            "c+=c2",
            "d=c2; ",
            "c=$d; ",
            "{ ",
            "; }",
            "( ",
            " )",
            "; ",
            "\n",
            " && ",
            " || ",
            " | ",
            " & ",
            " <&9",
            " < f",
            " > f",
            " 2>&1",
            " <<< c2",
            " {v}< f",
            "$(",
            ")",
            "`",
            "$((",
            "))",
            "(( ",
            " ))",
            "v=1",
            "v++",
            "$v",
            "${c:-",
            "${c:=",
            "${c#",
            "${c/",
            "}",
            "if ",
            "; then ",
            "; else ",
            "; fi",
            "while ",
            "; do ",
            "; done",
            "for c in ",
            "for ((v=0;v<2;v++))",
            "case c in c) ",
            ";; *) ",
            ";; esac",
            "f() { ",
            "; }; f ",
            "f ",
            "g() ",
            "local ",
            "declare ",
            "export ",
            "unset ",
            "readonly ",
            "typeset -i ",
            "let ",
            "read ",
            "read -r c d ",
            "printf -v c ",
            "printf %s ",
            "echo ",
            "eval ",
            "eval '",
            "' ",
            "\" ",
            "trap '",
            "' EXIT",
            "set -- ",
            "set -e",
            "set -u",
            "shift",
            "return",
            "break",
            "continue",
            "exit ",
            "cd ",
            "cd src",
            "pwd ",
            "pushd src",
            "popd ",
            "true ",
            "false ",
            ": ",
            "[ ",
            " ]",
            "[[ ",
            " ]]",
            "test ",
            "-n ",
            "-v ",
            " = ",
            " == ",
            "command ",
            "builtin ",
            "exec ",
            "time ",
            "! ",
            "coproc ",
            "<<E\n",
            "\nE\n",
            "<<'E'\n",
            "$'\\",
            "' '",
            "IFS=x ",
            "PATH=",
            "c=(a c2)",
            "${c[0]}",
            "${c[v]}",
            "a[v]=",
            "*",
            "?",
            "~",
            "=c2",
            "# ",
            "\\\n",
            "{a,c2}",
            "getopts c2 c ",
            "mapfile c ",
            "alias c1=c2",
            "function f ",
            "select c in ");

    private static final Verdicts VERDICTS =
            new Verdicts("{\"*\": \"ask\", \"bash\": {\"*\": \"ask\", \"c1\": \"allow\", \"c1 *\": \"allow\"}}");

    private static @Nullable ShellJail jail;

    private AllowedLine() {}

    /** The name by which the search finds it. */
    public static void fuzzerTestOneInput(byte[] input) {
        String line = line(input);
        breach(line).ifPresent(breach -> {
            throw new AssertionError(breach + "\n" + line);
        });
    }

    static String line(byte[] input) {
        var line = new StringBuilder();
        for (int i = 0; i < Math.min(input.length, MAX_BYTES); i++) {
            int word = (input[i] & 0xff) - 0x80;
            line.append(word < 0 ? String.valueOf((char) input[i]) : WORDS.get(word % WORDS.size()));
        }
        return line.toString();
    }

    /** What {@code line} does that nobody allowed, or empty. */
    static synchronized Optional<String> breach(String line) {
        if (line.isBlank() || line.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        for (Shell shell : List.of(Shell.BASH, Shell.ZSH, Shell.DASH)) {
            if (VERDICTS.allow(line, Shells.of(shell))) {
                for (int mode = 0; mode < BashJail.MODES; mode++) {
                    Optional<List<String>> started = started(line, shell, mode);
                    if (started.isPresent()) {
                        return Optional.of(shell + " starts " + started.get());
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<List<String>> started(String line, Shell shell, int mode) {
        try {
            if (jail == null) {
                jail = new ShellJail();
            }
            var law = new Law(line, Shells.of(shell));
            return jail.run(shell, line, mode).noted().stream()
                    .filter(command -> !command.get(0).equals("c1") && !Law.isPrinter(command))
                    .filter(command -> !law.onlyStarts(command))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
