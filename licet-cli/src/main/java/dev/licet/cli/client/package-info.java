/**
 * The server as its clients see it, over the public API only. Entry type: {@link dev.licet.cli.client.ApiClient}.
 */
@NullMarked
package dev.licet.cli.client;

import org.jspecify.annotations.NullMarked;
