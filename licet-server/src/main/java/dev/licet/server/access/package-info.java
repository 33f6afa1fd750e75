/**
 * Who may do what at the server: principals with rights, the tokens they show, and what a browser proves itself with.
 * Entry type: {@link dev.licet.server.access.Authenticator}.
 *
 * <pre>{@code
 * Optional<Caller> caller = access.caller(request);
 * if (caller.isPresent() && caller.get().may(Right.ANSWER)) { … }
 * }</pre>
 */
@NullMarked
package dev.licet.server.access;

import org.jspecify.annotations.NullMarked;
