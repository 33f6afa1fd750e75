package dev.licet.cli.imports;

import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.glob.Glob;
import java.util.Optional;
import java.util.Set;

/** Tools that an agent calls by names of its own, as rules name them. */
final class ToolNames {
    /** What rules call like a tool, and no agent has. */
    private static final Set<String> RULES =
            Set.of("effect", "network", "variable", "external_directory", "write", "filesystem", "*");

    private ToolNames() {}

    /**
     * The tool called {@code name}, to the letter; empty where rules would take that for something else: a kind of their own, or
     * another agent's name for a shell.
     */
    static Optional<String> of(String name) {
        ToolKind kind = ToolTable.standard().kind(name);
        boolean own = kind == ToolKind.OTHER || kind == ToolKind.MCP || kind == ToolKind.PLAN;
        return own && !name.isBlank() && !RULES.contains(name) && !name.startsWith("$")
                ? Optional.of(Glob.quote(name))
                : Optional.empty();
    }
}
