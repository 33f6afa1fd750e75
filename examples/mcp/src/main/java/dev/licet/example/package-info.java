/** An example. */
@NullMarked
package dev.licet.example;

import org.jspecify.annotations.NullMarked;
