/** A server as its clients see it, over the public API only. Entry type: {@link dev.licet.client.LicetClient}. */
@NullMarked
package dev.licet.client;

import org.jspecify.annotations.NullMarked;
