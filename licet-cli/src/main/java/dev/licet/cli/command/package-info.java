/**
 * One class a command: options, help, exit code. The only package that knows picocli.
 */
@NullMarked
package dev.licet.cli.command;

import org.jspecify.annotations.NullMarked;
