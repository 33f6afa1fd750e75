/** Requests to others. Entry type: {@link dev.licet.server.outgoing.Outgoing}. */
@NullMarked
package dev.licet.server.outgoing;

import org.jspecify.annotations.NullMarked;
