/** Real programs, watched: whatever a line did that ran unasked has to be what it may do unasked. */
@NullMarked
package dev.licet.conformance.watched;

import org.jspecify.annotations.NullMarked;
