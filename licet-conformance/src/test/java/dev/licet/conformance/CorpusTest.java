package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.cli.report.Corpus;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class CorpusTest {
    @Test
    void noCaseThatMustNotBeAllowed_isAllowed() throws Exception {
        var corpus = new Corpus();
        List<String> cases = Files.readAllLines(Program.ROOT.resolve("corpus/cases.jsonl"));
        for (String each : cases) {
            corpus.score(each);
        }
        assertTrue(cases.size() > 1_000);
        assertEquals(
                List.of(),
                corpus.failures().stream()
                        .filter(failure -> failure.text("expect")
                                .filter("must_not_allow"::equals)
                                .isPresent())
                        .toList());
    }
}
