/**
 * Tells people about approvals beside the pages: each {@link dev.licet.server.notify.Channel} is told by a
 * {@link dev.licet.server.notify.ChannelDispatcher} of its own, which follows the queue, waits as the routes say, tries again what did
 * not arrive, and goes on after a restart where it was. Entry type: {@link dev.licet.server.notify.Notifier}.
 */
@NullMarked
package dev.licet.server.notify;

import org.jspecify.annotations.NullMarked;
