package dev.licet.server.preview;

import dev.licet.contain.Container;

/**
 * What holds commands of coding agents in bounds on this machine.
 *
 * @param container holds those that are tried before they are answered
 * @param runner a command, in words of a shell, that runs an allowed one within its bounds when it is given its number as
 *     another word
 */
public record Bounding(Container container, String runner) {}
