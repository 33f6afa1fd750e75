/** The whole product as its users meet it: real processes, a real browser, a real terminal; and the shape of its code. */
@NullMarked
package dev.licet.conformance;

import org.jspecify.annotations.NullMarked;
