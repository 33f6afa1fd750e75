/**
 * The one evaluator. Entry type: {@link dev.licet.core.decide.Judge}, a pure function of a call, a policy and a read-only view
 * of the disk; its {@link dev.licet.core.decide.Decision} carries a {@link dev.licet.core.decide.Finding} for every fact.
 */
@NullMarked
package dev.licet.core.decide;

import org.jspecify.annotations.NullMarked;
