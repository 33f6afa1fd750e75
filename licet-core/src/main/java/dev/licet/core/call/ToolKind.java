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
    /** It keeps a plan or a list of tasks, or asks the person: it touches nothing. */
    PLAN,
    /** It types into a program that runs. */
    INPUT,
    MCP,
    OTHER;

    /** Whether tools of this kind are the same whatever they are called. */
    public boolean hasAliases() {
        return this != PLAN && this != INPUT && this != MCP && this != OTHER;
    }
}
