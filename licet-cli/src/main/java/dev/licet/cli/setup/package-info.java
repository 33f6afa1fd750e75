/** The first minutes: which agents are on this machine, how much would be asked, and the few questions about that. */
@NullMarked
package dev.licet.cli.setup;

import org.jspecify.annotations.NullMarked;
