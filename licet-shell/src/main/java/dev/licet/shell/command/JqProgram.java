package dev.licet.shell.command;

import dev.licet.shell.Argument;
import java.util.regex.Pattern;

/** Tells a jq filter that only reads its input from one that reads more (jq manual). */
final class JqProgram {
    private static final Pattern REACHING = Pattern.compile(
            "\\b(import|include|env|input_filename|get_search_list|modulemeta|input_line_number)\\b|\\$ENV|\\$__prog");

    private JqProgram() {}

    /** A filter of yq, which has more ways to reach out: only paths, pipes and comparisons are taken for harmless. */
    static void noteOther(Argument program, CommandEffects found) {
        String text = program.certain().orElse("load");
        if (!text.matches("[\\w.\\[\\]\"'|=!<>, -]*") || text.matches("(?s).*(load|env|eval|file|system|exec).*")) {
            found.escalates(
                    program.certain().orElse(""), "a program that may read more than its operands", program.span());
        }
    }

    /** Notes an escalation unless {@code program} is known and keeps to its input. */
    static void note(Argument program, CommandEffects found) {
        String text = program.certain().orElse("env");
        if (REACHING.matcher(text).find()) {
            found.escalates(
                    program.certain().orElse(""), "a program that reads more than its operands", program.span());
        }
    }
}
