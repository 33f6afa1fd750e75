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
    OTHER
}
