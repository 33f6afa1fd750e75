package dev.licet.shell.syntax;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Writes words so that they are read as the same parts again. */
final class WordPrinter {
    private final StringBuilder out;
    private final Consumer<Script> nested;

    WordPrinter(StringBuilder out, Consumer<Script> nested) {
        this.out = out;
        this.nested = nested;
    }

    void argument(Word word) {
        if (word.parts().isEmpty()) {
            out.append("''");
        }
        parts(word.parts());
    }

    /** The first word of a command, which is a program even where it reads like a reserved word or an assignment. */
    void program(Word word) {
        boolean reserved =
                word.literal().filter(CompoundReader.RESERVED::contains).isPresent();
        boolean begins = !word.parts().isEmpty() && word.parts().get(0) instanceof Part.Literal;
        if (begins && (reserved || ((Part.Literal) word.parts().get(0)).text().indexOf('=') > 0)) {
            inSingleQuotes(((Part.Literal) word.parts().get(0)).text());
            parts(word.parts().subList(1, word.parts().size()));
        } else {
            argument(word);
        }
    }

    /** What ends a tilde prefix must not be quoted. */
    private void parts(List<Part> parts) {
        boolean afterTilde = false;
        for (Part part : parts) {
            if (afterTilde && part instanceof Part.Literal literal) {
                out.append(literal.text().charAt(0));
                if (literal.text().length() > 1) {
                    quote(literal.text().substring(1));
                }
            } else {
                part(part);
            }
            afterTilde = part instanceof Part.Tilde;
        }
    }

    void assignment(Assignment assignment) {
        out.append(assignment.name());
        assignment.subscript().ifPresent(this::subscript);
        out.append(assignment.appends() ? "+=" : "=");
        parts(assignment.value().parts());
    }

    void delimiter(Redirection.HereDocument.Delimiter delimiter) {
        out.append(delimiter.stripsTabs() ? "-" : " ");
        if (delimiter.quoted()) {
            inSingleQuotes(delimiter.text());
        } else {
            out.append(delimiter.text());
        }
    }

    void hereDocument(Redirection.HereDocument document) {
        for (Part part : document.body().parts()) {
            if (part instanceof Part.Literal literal) {
                out.append(document.delimiter().quoted() ? literal.text() : escaped(literal.text(), "$`\\"));
            } else {
                inQuotes(part);
            }
        }
        out.append(document.delimiter().text()).append('\n');
    }

    void regularExpression(Word word) {
        for (Part part : word.parts()) {
            if (part instanceof Part.Literal literal) {
                out.append(literal.text());
            } else {
                part(part);
            }
        }
    }

    private void part(Part part) {
        switch (part) {
            case Part.Literal literal -> quote(literal.text());
            case Part.DoubleQuoted quoted -> {
                out.append('"');
                quoted.parts().forEach(this::inQuotes);
                out.append('"');
            }
            case Part.Glob glob -> out.append(glob.character());
            case Part.Tilde tilde -> out.append(tilde.prefix());
            case Part.Braces braces -> out.append(braces.written());
            case Part.Elements elements -> {
                out.append('(');
                elements.elements().forEach(element -> {
                    element.subscript().ifPresent(subscript -> {
                        subscript(subscript);
                        out.append('=');
                    });
                    argument(element.value());
                    out.append(' ');
                });
                out.append(')');
            }
            case Part.Parameter parameter -> inQuotes(parameter);
            case Part.Expansion expansion -> inQuotes(expansion);
            case Part.CommandSubstitution substitution -> inQuotes(substitution);
            case Part.Arithmetic arithmetic -> inQuotes(arithmetic);
            case Part.ProcessSubstitution substitution -> {
                out.append(substitution.direction()).append('(');
                nested.accept(substitution.script());
                out.append(')');
            }
        }
    }

    private void inQuotes(Part part) {
        switch (part) {
            case Part.Literal literal -> out.append(escaped(literal.text(), "$`\\\""));
            case Part.Parameter parameter ->
                out.append("${").append(parameter.name()).append('}');
            case Part.CommandSubstitution substitution -> {
                out.append("$(");
                nested.accept(substitution.script());
                out.append(')');
            }
            case Part.Arithmetic arithmetic -> {
                out.append("$((");
                expression(arithmetic);
                out.append("))");
            }
            case Part.Expansion expansion -> expansion(expansion);
            case Part.DoubleQuoted quoted -> part(quoted);
            case Part.Glob glob -> out.append(glob.character());
            case Part.Tilde tilde -> out.append(tilde.prefix());
            case Part.Braces braces -> out.append(braces.written());
            case Part.Elements elements -> part(elements);
            case Part.ProcessSubstitution substitution -> part(substitution);
        }
    }

    void expression(Part.Arithmetic arithmetic) {
        for (Part part : arithmetic.parts()) {
            if (part instanceof Part.Literal literal) {
                out.append(literal.text());
            } else {
                inQuotes(part);
            }
        }
    }

    private void subscript(Part.Arithmetic subscript) {
        out.append('[');
        expression(subscript);
        out.append(']');
    }

    private void expansion(Part.Expansion expansion) {
        out.append("${").append(expansion.prefix()).append(expansion.name());
        expansion.subscript().ifPresent(this::subscript);
        out.append(expansion.operator());
        for (int i = 0; i < expansion.operands().size(); i++) {
            if (i > 0) {
                out.append(expansion.operator().startsWith("/") ? '/' : ':');
            }
            for (Part part : expansion.operands().get(i).parts()) {
                switch (part) {
                    case Part.Literal literal -> out.append(literal.text());
                    case Part.DoubleQuoted quoted -> escapedOrQuoted(quoted);
                    default -> inQuotes(part);
                }
            }
        }
        out.append('}');
    }

    /** A single escaped character is written so again, since quotes are not read everywhere in an expansion. */
    private void escapedOrQuoted(Part.DoubleQuoted quoted) {
        boolean single = quoted.parts().size() == 1
                && quoted.parts().get(0) instanceof Part.Literal literal
                && literal.text().length() == 1
                && !Character.isLetterOrDigit(literal.text().charAt(0));
        if (single) {
            out.append('\\').append(((Part.Literal) quoted.parts().get(0)).text());
        } else {
            part(quoted);
        }
    }

    private void quote(String text) {
        if (text.chars().anyMatch(c -> c != '\n' && c != '\t' && Character.isISOControl(c))) {
            ansiQuote(text);
            return;
        }
        boolean plain = text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "_-./:=%@+,^".indexOf(c) >= 0);
        if (plain && text.chars().allMatch(c -> c < 128) && !text.isEmpty() && text.indexOf(',') < 0) {
            out.append(text);
            return;
        }
        inSingleQuotes(text);
    }

    private void inSingleQuotes(String text) {
        for (String piece : text.split("(?=')|(?<=')", -1)) {
            if (!piece.isEmpty()) {
                out.append(piece.equals("'") ? "$'\\''" : "'" + piece + "'");
            }
        }
    }

    /** `$'…'` is the only form that can show control characters. */
    private void ansiQuote(String text) {
        out.append("$'");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = !Character.isISOControl(c) && c != '\'' && c != '\\';
            out.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "\\%03o", (int) c));
        }
        out.append('\'');
    }

    private static String escaped(String text, String special) {
        var escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (special.indexOf(text.charAt(i)) >= 0) {
                escaped.append('\\');
            }
            escaped.append(text.charAt(i));
        }
        return escaped.toString();
    }
}
