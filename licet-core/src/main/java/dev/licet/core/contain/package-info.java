/**
 * Bounds that a command runs in. Entry type: {@link dev.licet.core.contain.Bounds}; {@code Judge.bounds} makes them, and
 * {@code licet-contain} holds a command in them.
 */
@NullMarked
package dev.licet.core.contain;

import org.jspecify.annotations.NullMarked;
