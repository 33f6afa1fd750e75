package dev.licet.shell.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command without the freedom of how it is spelled: options that mean the same have one name, and their order and place
 * do not count.
 *
 * @param names the words that name it, aliases replaced: {@code npm install} of {@code npm i}
 * @param options that were given, with the values of each; an empty text where it has none, or none that is certain
 * @param operands the words that are no options, behind the names; empty texts are not certain
 * @param certain whether every word is known
 */
public record NormalCommand(
        List<String> names, Map<String, List<String>> options, List<String> operands, boolean certain) {
    public NormalCommand {
        names = List.copyOf(names);
        options = new LinkedHashMap<>(options);
        operands = List.copyOf(operands);
    }
}
