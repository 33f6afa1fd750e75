package dev.licet.shell.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.Shells;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.syntax.ShellParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FactsTest {
    private static final String HOME = "/work";
    private static final ShellAnalysis ANALYSIS = new ShellAnalysis(CommandTable.standard());

    @TestFactory
    Stream<DynamicTest> everyLineOfTheTable_hasItsFacts() throws IOException {
        return tests("facts.txt", Shells.BASH);
    }

    @TestFactory
    Stream<DynamicTest> whatShellsReadDifferently_isInTheFactsOfEach() throws IOException {
        return tests("shells.txt", Shells.UNKNOWN);
    }

    private static Stream<DynamicTest> tests(String table, Shells shells) throws IOException {
        return blocks(table).stream().map(block -> DynamicTest.dynamicTest(block.get(0), () -> check(block, shells)));
    }

    private static List<List<String>> blocks(String table) throws IOException {
        var blocks = new ArrayList<List<String>>();
        try (InputStream in = Objects.requireNonNull(FactsTest.class.getResourceAsStream(table))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("> ")) {
                    blocks.add(new ArrayList<>(List.of(line.substring(2))));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    blocks.getLast().add(line);
                }
            }
        }
        return blocks;
    }

    private static void check(List<String> block, Shells shells) {
        String command = unescape(block.get(0));
        String expected = block.stream().skip(1).map(String::strip).collect(Collectors.joining("\n"));
        String found = ANALYSIS.facts(command, HOME, shells).stream()
                .map(FactsTest::text)
                .map(String::strip)
                .collect(Collectors.joining("\n"));
        assertEquals(expected, found, command);
    }

    private static String unescape(String text) {
        return Pattern.compile("\\\\(u[0-9a-f]{4}|.)").matcher(text).replaceAll(match -> {
            String escape = match.group(1);
            String plain = switch (escape.charAt(0)) {
                case 'n' -> "\n";
                case 't' -> "\t";
                case 'r' -> "\r";
                case 'u' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
                default -> escape;
            };
            return Matcher.quoteReplacement(plain);
        });
    }

    private static String text(Fact fact) {
        return switch (fact) {
            case Fact.Runs runs ->
                (runs.standing() == Fact.Standing.FREE ? "starts " : "runs ") + words(runs) + escalations(runs);
            case Fact.Reads reads -> (reads.role() == Fact.Role.GUESS ? "may read " : "reads ") + place(reads.place());
            case Fact.Writes writes ->
                (writes.role() == Fact.Role.GUESS ? "may write " : "writes ") + place(writes.place());
            case Fact.Deletes deletes -> "deletes " + place(deletes.place());
            case Fact.Connects connects -> "connects " + connects.host();
            case Fact.Sets sets ->
                "sets " + sets.variable()
                        + switch (sets.reach()) {
                            case READING -> " for reading";
                            case COMMAND -> " for the command";
                            case SHELL -> "";
                            case EXPORTED -> " for all programs";
                        };
            case Fact.Uses uses -> "uses " + uses.tool();
            case Fact.Opaque opaque -> "opaque " + opaque.why();
        };
    }

    private static String words(Fact.Runs runs) {
        return runs.argv().stream()
                .map(argument -> switch (argument) {
                    case Argument.Known known ->
                        known.text().matches("[^\\s'\"$]+") ? known.text() : "'" + known.text() + "'";
                    case Argument.Unknown unknown -> shape(unknown.shape());
                    case Argument.Several several -> shape(several.shape()) + "+";
                })
                .collect(Collectors.joining(" "));
    }

    private static String shape(Shape shape) {
        return shape.pieces().stream()
                .map(piece -> switch (piece) {
                    case Shape.Piece.Fixed fixed -> fixed.text();
                    case Shape.Piece.Digits digits -> "<number>";
                    case Shape.Piece.Count count -> "<count>";
                    case Shape.Piece.Letters letters -> "<letters>";
                    case Shape.Piece.Name name -> "<name>";
                    case Shape.Piece.Listed listed -> "<listed>";
                    case Shape.Piece.Pipe pipe -> "<pipe>";
                    case Shape.Piece.Anything anything -> "…";
                })
                .collect(Collectors.joining());
    }

    private static String escalations(Fact.Runs runs) {
        return runs.escalations().stream()
                .map(escalation -> " [" + (escalation.spelling().isEmpty() ? "?" : escalation.spelling()) + "]")
                .collect(Collectors.joining());
    }

    private static String place(Place place) {
        return switch (place) {
            case Place.At at ->
                at.directory().equals(HOME)
                        ? at.text()
                        : at.text() + " in " + at.directory().replace(HOME + "/", "");
            case Place.Matching matching -> shape(matching.shape());
            case Place.Below below -> "below " + below.path();
            case Place.Brought brought -> brought.target() + " from " + brought.source();
            case Place.Unknown unknown -> "…";
        };
    }

    @Test
    void anyText_givesFactsWithSpansInside_andNeverThrows() {
        var random = new Random(20261121);
        String[] tokens = {
            "git",
            "rm",
            "-rf",
            " ",
            " ",
            "\n",
            ";",
            "&",
            "|",
            "<",
            ">",
            "(",
            ")",
            "{",
            "}",
            "$",
            "`",
            "'",
            "\"",
            "\\",
            "#",
            "~",
            "*",
            "[",
            "]",
            "=",
            "!",
            "$x",
            "${x}",
            "$(",
            "<<",
            "2>",
            "&>",
            "\t",
            "é",
            "\ud83d",
            "\u0000",
            "/dev/tcp/h/1",
            "cd"
        };
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            int length = random.nextInt(12);
            for (int i = 0; i < length; i++) {
                text.append(tokens[random.nextInt(tokens.length)]);
            }
            List<Fact> facts = ANALYSIS.facts(text.toString(), HOME);
            assertFalse(facts.isEmpty(), text::toString);
            for (Fact fact : facts) {
                assertTrue(fact.span().end() <= text.length(), text::toString);
            }
        }
    }

    @Test
    void commandLine_atTheLimitIsRead_beyondItIsOpaque() {
        String atLimit = "ls " + "x".repeat(ShellParser.MAX_LENGTH - 3);
        assertEquals(ShellParser.MAX_LENGTH, atLimit.length());
        assertFalse(ANALYSIS.facts(atLimit, HOME).stream().anyMatch(Fact.Opaque.class::isInstance));
        assertTrue(ANALYSIS.facts(atLimit + "x", HOME).get(0) instanceof Fact.Opaque);
    }

    @Test
    void moreWordsThanAreLookedAt_areUnread() {
        List<Fact> facts = ANALYSIS.facts("ls" + " x".repeat(5_000), HOME);
        assertTrue(facts.stream()
                .anyMatch(fact ->
                        fact instanceof Fact.Opaque opaque && opaque.reason().isUnread()));
    }

    @Test
    void spans_underlineTheSource() {
        String text = "ls && git push --force > out.txt";
        List<String> underlined = ANALYSIS.facts(text, HOME).stream()
                .map(fact -> fact.span().of(text))
                .toList();
        assertEquals(List.of("ls", "git push --force > out.txt", "> out.txt"), underlined);
    }
}
