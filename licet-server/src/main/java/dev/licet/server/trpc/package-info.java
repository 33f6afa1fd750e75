/**
 * Molf's protocol: tRPC 11 over HTTP, server-sent events and WebSocket with the procedures {@code tool.approve},
 * {@code tool.deny}, {@code tool.list} and the subscription {@code agent.onEvents}. Entry type:
 * {@link dev.licet.server.trpc.Trpc}.
 */
@NullMarked
package dev.licet.server.trpc;

import org.jspecify.annotations.NullMarked;
