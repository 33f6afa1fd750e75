/**
 * A scripted agent that works through the real gate and really executes what is allowed. Entry type:
 * {@link dev.licet.cli.demo.Demo}.
 */
@NullMarked
package dev.licet.cli.demo;

import org.jspecify.annotations.NullMarked;
