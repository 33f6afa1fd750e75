package dev.licet.conformance.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.shell.Shell;
import dev.licet.shell.analysis.Knowledge;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.ShellParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the analysis takes for certain behind each command is what the real shell finds there. */
@EnabledOnOs(OS.LINUX)
class KnowledgeTest {
    /** {@code -Dlicet.knowledge.commands=200000} makes a long run. */
    private static final int COMMANDS = Integer.getInteger("licet.knowledge.commands", 600);

    private static final long SEED = Long.getLong("licet.oracle.seed", 20_261_123);
    private static final ShellAnalysis ANALYSIS = new ShellAnalysis(CommandTable.standard());
    private static final List<String> VARIABLES = List.of("c", "d", "v", "x", "i");

    /** Notes the variables, the directory and the positional parameters, under a name that no program has. */
    private static final String PROBE =
            "{ printf '%s\\002' '?' \"${c-}\" \"${d-}\" \"${v-}\" \"${x-}\" \"${i-}\" \"$(pwd -P)\" \"$@\"; printf '\\001'; } >> /trace";

    @ParameterizedTest
    @EnumSource(names = {"BASH", "ZSH", "DASH"})
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void whatIsCertain_isWhatTheShellKnows(Shell shell) throws IOException {
        var generator = new LineGenerator(SEED);
        var wrong = new ArrayList<String>();
        int commands = 0;
        int certain = 0;
        try (ShellJail jail = new ShellJail()) {
            while (commands < COMMANDS) {
                List<String> statements = generator.statements();
                commands += statements.size();
                String line = String.join("\n", statements);
                List<Knowledge> known = ANALYSIS.knowledge(line, "/work", shell);
                if (known.isEmpty()) {
                    continue;
                }
                String probed = String.join("\n" + PROBE + "\n", statements) + "\n" + PROBE;
                List<List<String>> found = jail.run(shell, probed, commands % BashJail.MODES).noted().stream()
                        .filter(words -> words.get(0).equals("?"))
                        .toList();
                certain += found.size();
                compare(statements, known, found).ifPresent(difference -> wrong.add(shell + ": " + difference));
            }
        }
        System.out.println("knowledge: " + shell + ", " + commands + " commands, " + certain + " compared, "
                + wrong.size() + " differences");
        assertEquals(List.of(), wrong);
        assertTrue(certain > COMMANDS / 20, "only " + certain + " commands were compared");
    }

    /** A statement of several lines has several entries: only what is known behind the last of them is compared. */
    private static Optional<String> compare(List<String> statements, List<Knowledge> known, List<List<String>> found) {
        int entry = -1;
        for (int i = 0; i < found.size() && i < statements.size(); i++) {
            entry += lines(statements.get(i));
            if (entry >= known.size()) {
                return Optional.empty();
            }
            Optional<String> difference = difference(known.get(entry), found.get(i));
            if (difference.isPresent()) {
                return Optional.of("behind command " + (i + 1) + " of\n" + String.join("\n", statements) + "\n"
                        + difference.get() + "\n");
            }
        }
        return Optional.empty();
    }

    private static int lines(String text) {
        return (int) ShellParser.parse(text).statements().stream()
                .filter(Script.Statement::endsLine)
                .count();
    }

    private static Optional<String> difference(Knowledge known, List<String> found) {
        for (int i = 0; i < VARIABLES.size(); i++) {
            String name = VARIABLES.get(i);
            String value = known.variables().get(name);
            if (value != null && !home(value).equals(found.get(i + 1))) {
                return Optional.of(name + " is said to be `" + value + "` and is `" + found.get(i + 1) + "`");
            }
        }
        String directory = found.get(VARIABLES.size() + 1);
        if (known.directory().isPresent() && !normal(known.directory().get()).equals(directory)) {
            return Optional.of("it is said to be in " + known.directory().get() + " and is in " + directory);
        }
        List<String> arguments = found.subList(VARIABLES.size() + 2, found.size());
        if (known.arguments().isPresent()
                && !known.arguments().get().stream()
                        .map(KnowledgeTest::home)
                        .toList()
                        .equals(arguments)) {
            return Optional.of(
                    "its arguments are said to be " + known.arguments().get() + " and are " + arguments);
        }
        return Optional.empty();
    }

    private static String home(String text) {
        return text.equals("~") || text.startsWith("~/") ? "/home/u" + text.substring(1) : text;
    }

    private static String normal(String directory) {
        var parts = new ArrayList<String>();
        for (String part : home(directory).split("/", -1)) {
            if (part.equals("..") && !parts.isEmpty()) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".") && !part.equals("..")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }
}
