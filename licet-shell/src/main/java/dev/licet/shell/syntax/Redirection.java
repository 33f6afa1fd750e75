package dev.licet.shell.syntax;

import dev.licet.shell.Span;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One redirection (bash manual, section "Redirections"). */
public sealed interface Redirection {

    /** Where it stands in the text, the descriptor included. */
    Span span();

    /** {@code 2} of {@code 2>f}, {@code {fd}} of {@code {fd}>f}, or empty. */
    String descriptor();

    /** {@code <file}, {@code >file}, {@code >>file}, {@code >|file}, {@code <>file}, {@code &>file}, {@code &>>file}. */
    record File(String descriptor, String operator, Word file, Span span) implements Redirection {
        /** Whether the file is opened for reading. */
        public boolean reads() {
            return operator.startsWith("<");
        }

        /** Whether the file is opened for writing. */
        public boolean writes() {
            return !operator.equals("<");
        }
    }

    /** {@code n>&m}, {@code n<&m}, {@code n>&-}: no file is involved; {@code source} is {@code m}, {@code m-} or {@code -}. */
    record Duplicate(String descriptor, String operator, String source, Span span) implements Redirection {}

    /** {@code <<<text}: the text is data. */
    record HereString(String descriptor, Word text, Span span) implements Redirection {}

    /**
     * {@code <<word}: the lines up to the delimiter are data. Its body stands after the line it begins on, so the parser
     * fills it in when it gets there; once parsing has ended it never changes.
     */
    final class HereDocument implements Redirection {
        private final String descriptor;
        private final Delimiter delimiter;
        private final Span span;
        private @Nullable Word body;

        HereDocument(String descriptor, Delimiter delimiter, Span span) {
            this.descriptor = descriptor;
            this.delimiter = delimiter;
            this.span = span;
        }

        /** How the end of the lines is found. */
        public record Delimiter(String text, boolean quoted, boolean stripsTabs) {}

        @Override
        public String descriptor() {
            return descriptor;
        }

        @Override
        public Span span() {
            return span;
        }

        public Delimiter delimiter() {
            return delimiter;
        }

        /** The lines as data; what they contain is expanded unless the delimiter was quoted. */
        public Word body() {
            return Objects.requireNonNull(body);
        }

        Optional<Word> bodyIfRead() {
            return Optional.ofNullable(body);
        }

        void fill(Word lines) {
            body = lines;
        }
    }
}
