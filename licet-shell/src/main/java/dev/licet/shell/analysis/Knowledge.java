package dev.licet.shell.analysis;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the analysis takes for certain behind a command of a line: what a real shell must find there as well.
 *
 * @param variables the values that are known to the letter; a leading {@code ~} stands for the home directory
 * @param directory where the shell works, where that is known
 * @param arguments the positional parameters, where all of them are known
 */
public record Knowledge(Map<String, String> variables, Optional<String> directory, Optional<List<String>> arguments) {
    public Knowledge {
        variables = Map.copyOf(variables);
    }
}
