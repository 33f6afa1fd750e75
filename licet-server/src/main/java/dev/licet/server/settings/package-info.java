/** What {@code licet.yaml} says under {@code server}. Entry type: {@link dev.licet.server.settings.ServerSettings}. */
@NullMarked
package dev.licet.server.settings;

import org.jspecify.annotations.NullMarked;
