package dev.licet.core.call;

/** What a tool is, whatever an agent calls it. */
public enum ToolKind {
    SHELL,
    READ,
    WRITE,
    EDIT,
    GLOB,
    GREP,
    SKILL,
    FETCH,
    TASK,
    MCP,
    OTHER;

    /** Whether tools of this kind are the same whatever they are called. */
    public boolean hasAliases() {
        return this != MCP && this != OTHER;
    }
}
