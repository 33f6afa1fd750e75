/**
 * Hooks in the configuration of coding agents: put there, taken away, tried out. Entry types:
 * {@link dev.licet.cli.install.Setup} and {@link dev.licet.cli.install.Canary}.
 */
@NullMarked
package dev.licet.cli.install;

import org.jspecify.annotations.NullMarked;
