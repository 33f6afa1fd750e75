package dev.licet.shell.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A command without the freedom of how it is spelled: options that mean the same have one name, and their order and place
 * do not count.
 *
 * @param names the words that name it, aliases replaced: {@code npm install} of {@code npm i}
 * @param options that were given, with the values of each; an empty text where it has none, or none that is certain
 * @param spellings the other names of an option, by the one that it has here
 * @param operands the words that are no options, behind the names; empty texts are not certain
 * @param certain whether every word is known
 * @param complete whether every option is known that was given, though not every value and operand
 */
public record NormalCommand(
        List<String> names,
        Map<String, List<String>> options,
        Map<String, Set<String>> spellings,
        List<String> operands,
        boolean certain,
        boolean complete) {
    public NormalCommand {
        names = List.copyOf(names);
        options = new LinkedHashMap<>(options);
        spellings = Map.copyOf(spellings);
        operands = List.copyOf(operands);
    }
}
