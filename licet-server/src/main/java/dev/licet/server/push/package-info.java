/**
 * Web Push (RFC 8030, 8291, 8292): a phone rings for an ask though no page is open. Entry type:
 * {@link dev.licet.server.push.Push}.
 */
@NullMarked
package dev.licet.server.push;

import org.jspecify.annotations.NullMarked;
