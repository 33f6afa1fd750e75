/**
 * The native API under {@code /v1}: calls, approvals, events. Entry type: {@link dev.licet.server.api.Api}.
 */
@NullMarked
package dev.licet.server.api;

import org.jspecify.annotations.NullMarked;
