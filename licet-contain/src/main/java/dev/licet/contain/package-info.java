/**
 * Runs commands within bounds that the kernel holds, and puts what they changed in place. Entry type: {@link
 * dev.licet.contain.Container}.
 */
@NullMarked
package dev.licet.contain;

import org.jspecify.annotations.NullMarked;
