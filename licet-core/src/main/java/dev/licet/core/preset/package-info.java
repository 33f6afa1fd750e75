/**
 * The ways of saying "may" that this product can take on, each a data file. Entry type:
 * {@link dev.licet.core.preset.Preset}, as in {@code Preset.named("molf")}.
 */
@NullMarked
package dev.licet.core.preset;

import org.jspecify.annotations.NullMarked;
