/**
 * Rules and the one evaluator. Entry type: {@link dev.licet.core.policy.Judge}, a pure function of a call, a policy and
 * a read-only view of the disk; its {@link dev.licet.core.policy.Decision} carries every reason.
 */
@NullMarked
package dev.licet.core.policy;

import org.jspecify.annotations.NullMarked;
