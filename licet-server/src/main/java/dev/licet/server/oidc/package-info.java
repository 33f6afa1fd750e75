/** Signing in to the page by an identity provider. Entry type: {@link dev.licet.server.oidc.SignIn}. */
@NullMarked
package dev.licet.server.oidc;

import org.jspecify.annotations.NullMarked;
