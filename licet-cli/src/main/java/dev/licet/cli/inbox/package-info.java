/**
 * Everything that waits, was answered and holds on a server, on the whole screen of a terminal. Entry type:
 * {@link dev.licet.cli.inbox.InboxScreen}.
 *
 * <p>{@code InboxModel} is what is known, {@code Inbox} where the person stands in it, {@code InboxView} how that looks; none of
 * them reads or writes. {@code ServerCommands} talks to the server, {@code InboxScreen} to the terminal.
 */
@NullMarked
package dev.licet.cli.inbox;

import org.jspecify.annotations.NullMarked;
