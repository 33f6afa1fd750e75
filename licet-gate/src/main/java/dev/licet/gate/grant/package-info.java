/**
 * What an approval leaves behind: asked for ({@link dev.licet.gate.grant.GrantRequest}), offered, tried, and made. Entry type:
 * {@link dev.licet.gate.grant.GrantMaker}.
 */
@NullMarked
package dev.licet.gate.grant;

import org.jspecify.annotations.NullMarked;
