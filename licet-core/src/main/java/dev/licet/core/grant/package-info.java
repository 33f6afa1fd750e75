/**
 * What approvals leave behind: permissions that turn an ask into an allow, never anything else. Entry type:
 * {@link dev.licet.core.grant.Grant}.
 */
@NullMarked
package dev.licet.core.grant;

import org.jspecify.annotations.NullMarked;
