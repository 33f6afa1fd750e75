/**
 * ConnectOnion's protocol: one WebSocket for one session, on which approvals are asked one after the other. Entry type:
 * {@link dev.licet.server.connectonion.ConnectOnion}.
 */
@NullMarked
package dev.licet.server.connectonion;

import org.jspecify.annotations.NullMarked;
