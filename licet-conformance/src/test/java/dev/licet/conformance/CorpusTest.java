package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.report.Corpus;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusTest {
    /** How many cases were right when this was written: what is mended stays mended. */
    private static final int RIGHT = 1_206;

    @Test
    void noCaseThatMustNotBeAllowed_isAllowed() throws Exception {
        var corpus = new Corpus();
        List<String> cases = Files.readAllLines(Program.ROOT.resolve("corpus/cases.jsonl"));
        for (String each : cases) {
            corpus.score(each);
        }
        assertTrue(
                cases.size() - corpus.failures().size() >= RIGHT,
                () -> corpus.lines().getLast());
        assertEquals(
                List.of(),
                corpus.failures().stream()
                        .filter(failure -> failure.text("expect")
                                .filter("must_not_allow"::equals)
                                .isPresent())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"attack.jsonl", "state.jsonl", "rules.jsonl"})
    void whatAnAttackTried_isAnsweredAsItShould(String file) throws Exception {
        var corpus = new Corpus();
        for (String each : Files.readAllLines(Program.ROOT.resolve("corpus/" + file))) {
            corpus.score(each);
        }
        assertEquals(List.of(), corpus.failures());
    }

    @Test
    void everyGlob_matchesAsPicomatchSays() throws Exception {
        var corpus = new Corpus();
        for (String each : Files.readAllLines(Program.ROOT.resolve("corpus/glob.jsonl"))) {
            corpus.score(each);
        }
        assertEquals(List.of(), corpus.failures());
    }
}
