/**
 * Text for people: hidden characters made visible, decisions in sentences. Entry types:
 * {@link dev.licet.core.display.SafeText} and {@link dev.licet.core.display.Sentences}.
 */
@NullMarked
package dev.licet.core.display;

import org.jspecify.annotations.NullMarked;
