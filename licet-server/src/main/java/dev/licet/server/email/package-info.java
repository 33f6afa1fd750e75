/** Tells people by e-mail of what waits. Entry type: {@link dev.licet.server.email.Email}. */
@NullMarked
package dev.licet.server.email;

import org.jspecify.annotations.NullMarked;
