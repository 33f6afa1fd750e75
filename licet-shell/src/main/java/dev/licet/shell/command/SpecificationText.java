package dev.licet.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a file says of one command, or of several at once, as it stands there.
 *
 * @param names of the commands, each word by word
 * @param properties lines by their numbers
 */
record SpecificationText(String file, List<List<String>> names, SortedMap<Integer, String> properties) {
    /**
     * All in {@code text}, the content of {@code file}.
     *
     * @throws IllegalArgumentException when it does not begin with the name of a command
     */
    static List<SpecificationText> in(String file, String text) {
        var all = new ArrayList<SpecificationText>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith(" ")) {
                all.add(new SpecificationText(file, names(line), new TreeMap<>()));
            } else if (all.isEmpty()) {
                throw new IllegalArgumentException(
                        file + ", line " + number + ": a property before the first command in `" + line.strip() + "`");
            } else {
                all.getLast().properties().put(number, line);
            }
        }
        return all;
    }

    private static List<List<String>> names(String line) {
        var names = new ArrayList<List<String>>();
        for (String name : line.strip().split(", *", -1)) {
            names.add(List.of(name.split(" +", -1)));
        }
        return names;
    }

    /**
     * What is said of the command called {@code words}, which is one of the names.
     *
     * @throws IllegalArgumentException with the file and line of the first thing that is not understood
     */
    CommandSpecification of(List<String> words) {
        return SpecificationReader.read(file, words, properties);
    }
}
