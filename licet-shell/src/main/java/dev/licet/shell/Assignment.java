package dev.licet.shell;

/** {@code name=value} or {@code name+=value} before the words of a simple command. */
public record Assignment(String name, Word value, Span span) {}
