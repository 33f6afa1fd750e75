package dev.licet.core.glob;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.path.FileView;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.Paths;
import dev.licet.shell.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Looking rules up may find too many, never too few. */
class TextIndexTest {
    private static final FileView IGNORING_CASE = new FileView() {
        @Override
        public String canonical(String absolute) {
            // A link, so that the canonical form is another one.
            return Paths.normalize(absolute.replace("/lnk", "/real/dir"));
        }

        @Override
        public boolean ignoresCase() {
            return true;
        }
    };

    private static final List<String> PIECES = List.of(
            "a", "B", "ab", "src", "lnk", ".", "..", "./", "/", "//", "x.C", "Σ", "ς", "İ", "-", "w", "project", "home",
            " ");
    private static final List<String> SYNTAX =
            List.of("*", "**", "?", "[ab]", "{a,src}", "@(a|b)", "!(a)", "!", "\\*", "/**");

    private final Random random = new Random(20_261_122);

    private String text(boolean pattern) {
        var text = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            List<String> from = pattern && random.nextInt(3) == 0 ? SYNTAX : PIECES;
            text.append(from.get(random.nextInt(from.size())));
        }
        return (random.nextInt(4) == 0 ? "/w/project/" : "") + text;
    }

    @Test
    void everyRuleThatSpeaksOfAPath_isFound() {
        for (int round = 0; round < 300; round++) {
            var globs = new ArrayList<Glob>();
            for (int i = 0; i < 40; i++) {
                globs.add(Glob.of(text(true)));
            }
            TextIndex index = TextIndex.of(globs);
            FileView files = random.nextBoolean() ? IGNORING_CASE : FileView.NONE;
            var context = new JudgeContext("/w/project", "/home/u", "/home/u/.licet", files);
            for (int i = 0; i < 40; i++) {
                String directory = random.nextBoolean() ? "/w/project" : "/w/project/src";
                PathForms path = PathForms.of(new Place.At(text(false), directory), context);
                List<Integer> found =
                        Arrays.stream(index.candidates(path.lookup())).boxed().toList();
                IntStream.range(0, globs.size())
                        .filter(each -> path.mayMatch(globs.get(each)) || path.isCoveredBy(globs.get(each)))
                        .forEach(each -> assertTrue(
                                found.contains(each),
                                () -> globs.get(each).pattern() + " on " + path.written() + " in " + directory));
            }
        }
    }

    @Test
    void everyPatternThatMatchesAText_isFound() {
        for (int round = 0; round < 300; round++) {
            var globs = new ArrayList<Glob>();
            for (int i = 0; i < 40; i++) {
                globs.add(Glob.of(text(true)));
            }
            TextIndex index = TextIndex.of(globs);
            for (int i = 0; i < 40; i++) {
                String text = text(false);
                List<Integer> found =
                        Arrays.stream(index.candidates(text)).boxed().toList();
                IntStream.range(0, globs.size())
                        .filter(each -> globs.get(each).matches(text))
                        .forEach(each -> assertTrue(
                                found.contains(each), () -> globs.get(each).pattern() + " on " + text));
            }
        }
    }
}
