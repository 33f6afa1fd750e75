/**
 * What "always" may remember. Entry type: {@link dev.licet.core.propose.Proposal}, which turns an asked call into the
 * {@link dev.licet.core.propose.Choice choices} that would allow it.
 */
@NullMarked
package dev.licet.core.propose;

import org.jspecify.annotations.NullMarked;
