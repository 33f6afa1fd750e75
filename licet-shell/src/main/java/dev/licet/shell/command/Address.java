package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An address on the network as an operand (RFC 3986, 3.2). */
final class Address {
    private static final Pattern PLAIN =
            Pattern.compile("(?:[a-z]+://)?([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(?::\\d+)?(?:[/?#].*)?", Pattern.DOTALL);

    private final Argument word;

    Address(Argument word) {
        this.word = word;
    }

    /** Notes the host; an address with a user part, or one whose host is not plain, is spelled by no wildcard. */
    void note(CommandEffects found) {
        String certain = word.certain().orElse(word.start());
        Matcher plain = PLAIN.matcher(certain);
        boolean complete = word instanceof Argument.Known || certain.matches("(?s).*://[^/]+/.*");
        if (!plain.matches() || !complete) {
            found.escalates("", "the host of this address is not certain", word.span());
            found.facts.add(new Fact.Connects(certain, Fact.Role.OPERAND, word.span()));
            return;
        }
        String scheme = certain.contains("://") ? certain.substring(0, certain.indexOf("://")) : "http";
        if (!scheme.equals("http") && !scheme.equals("https")) {
            found.escalates("", "`" + scheme + "` is no protocol of the web", word.span());
        }
        found.facts.add(new Fact.Connects(plain.group(1), Fact.Role.OPERAND, word.span()));
    }
}
