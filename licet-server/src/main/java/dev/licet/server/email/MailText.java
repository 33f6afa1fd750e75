package dev.licet.server.email;

import java.util.List;

/** The text of a message: lines, and what an agent wrote set off from them. For one thread. */
final class MailText {
    private final StringBuilder text = new StringBuilder();

    void line(String line) {
        text.append(line).append('\n');
    }

    void lines(List<String> lines) {
        lines.forEach(this::line);
    }

    /** Whatever stands in {@code block}, no line of it is one of ours. */
    void block(String block) {
        line("");
        block.lines().forEach(line -> line("    " + line));
        line("");
    }

    String text() {
        return text.toString();
    }
}
