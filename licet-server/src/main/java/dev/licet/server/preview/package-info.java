/**
 * What coding agents' commands change, seen before anybody answers. Entry type: {@link
 * dev.licet.server.preview.AgentPreviews}.
 */
@NullMarked
package dev.licet.server.preview;

import org.jspecify.annotations.NullMarked;
