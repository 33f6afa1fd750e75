package dev.licet.cli.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegexPatternTest {
    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '"', textBlock = """
            ^git status$               % git status
            ^git (status|log)          % git @(status|log)*, git @(status|log)* *
            git (commit|push)          % *git @(commit|push)*, *git @(commit|push)* *
            ^npm run (?:test|lint)$    % npm run @(test|lint)
            ^ls\\s+-l                  % ls -l*, ls -l* *
            ^a.c$                      % a@(?|/)c
            ^a.*c$                     % a*c
            ^a.+c$                     % a@(?|/)*c
            ^v[0-9]+$                  % v+([0-9])
            ^go1\\.\\d$                % go1.[0-9]
            ^colou?r$                  % colo?(u)r
            ^git status\\b             % git status, git status *
            ^git (status|log)\\b       % git @(status|log), git @(status|log) *
            ^git status\\b.*$          % git status, git status *
            ^go .*$                    % go *, go * *
            ^git (show\\b.*|log)$      % ""
            ^x\\(1\\)$                 % x\\(1\\)
            a\\1                       % ""
            (?=x)                      % ""
            a{2}                       % ""
            ^a\\s*b$                   % ""
            a|b                        % ""
            (a                         % ""
            [a                         % ""
            a)                         % ""
            ^git\\bx                   % ""
            *a                         % ""
            [[:alpha:]]                % ""
            """)
    void expressions_becomeThesePatterns_orNone(String regex, String pattern) {
        assertEquals(pattern, String.join(", ", RegexPattern.of(regex, false, Action.ALLOW)));
    }

    /** Random expressions of what is understood, over random commands of the same few letters. */
    @Test
    void anAllowMatchesNoMore_andADenyNoLess_thanTheExpression() {
        var random = new Random(42);
        List<String> pieces = List.of(
                "a",
                "b",
                " ",
                ".",
                ".*",
                ".+",
                "a?",
                "b+",
                "[ab]",
                "[^a]",
                "(a|b)",
                "(?:a b|b)+",
                "\\s+",
                "\\S+",
                "\\w",
                "\\b",
                "(a\\b.*|b)?",
                "\\.",
                "[a/]+",
                "[^/]",
                "(a|b)\\b",
                "(?:a|.)\\b");
        int judged = 0;
        for (int i = 0; i < 4_000; i++) {
            var regex = new StringBuilder(random.nextBoolean() ? "^" : "");
            for (int length = 1 + random.nextInt(4); length > 0; length--) {
                regex.append(pieces.get(random.nextInt(pieces.size())));
            }
            regex.append(random.nextBoolean() ? "$" : "");
            Pattern expression = Pattern.compile(regex.toString());
            for (Action action : List.of(Action.ALLOW, Action.DENY)) {
                List<String> patterns = RegexPattern.of(regex.toString(), false, action);
                if (patterns.isEmpty()) {
                    continue;
                }
                List<Glob> globs = patterns.stream()
                        .map(each -> action == Action.ALLOW ? Glob.ofWords(each) : Glob.of(each))
                        .toList();
                for (int j = 0; j < 20; j++) {
                    String command = command(random);
                    boolean finds = expression.matcher(command).find();
                    boolean matches = globs.stream().anyMatch(glob -> glob.matches(command));
                    judged++;
                    assertTrue(
                            action == Action.ALLOW ? finds || !matches : matches || !finds,
                            () -> regex + " as " + patterns + " for " + action + ": `" + command + "`");
                }
            }
        }
        assertTrue(judged > 50_000, "judged only " + judged);
    }

    /** Words of a few letters, parted by single blanks. */
    private static String command(Random random) {
        var command = new StringBuilder();
        for (int words = 1 + random.nextInt(3); words > 0; words--) {
            command.append(command.isEmpty() ? "" : " ");
            for (int letters = 1 + random.nextInt(3); letters > 0; letters--) {
                command.append("abc./".charAt(random.nextInt(5)));
            }
        }
        return command.toString();
    }
}
