/**
 * The gate over HTTP. Entry type: {@link dev.licet.server.LicetServer}, which is also the wiring.
 */
@NullMarked
package dev.licet.server;

import org.jspecify.annotations.NullMarked;
