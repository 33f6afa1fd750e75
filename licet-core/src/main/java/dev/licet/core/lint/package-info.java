/**
 * Policies looked at as texts: rules that do nothing ({@link dev.licet.core.lint.Lint}), what a change changes
 * ({@link dev.licet.core.lint.PolicyDiff}), and rules that almost match ({@link dev.licet.core.lint.NearMiss}).
 */
@NullMarked
package dev.licet.core.lint;

import org.jspecify.annotations.NullMarked;
