/** What recorded sessions of agents would have been asked: their recordings, and what the rules say about them. */
@NullMarked
package dev.licet.cli.replay;

import org.jspecify.annotations.NullMarked;
