/**
 * The hook that coding agents start for every tool call: as little code as possible, and no library.
 */
@NullMarked
package dev.licet.cli.hook;

import org.jspecify.annotations.NullMarked;
