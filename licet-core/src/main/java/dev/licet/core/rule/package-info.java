/**
 * What people write: {@link dev.licet.core.rule.Rule}, {@link dev.licet.core.rule.Layer} and {@link dev.licet.core.rule.Policy}, a
 * policy being layers with settings. {@code Rule.of("shell_exec", "git log *", Action.ALLOW, origin)} is one line of one.
 */
@NullMarked
package dev.licet.core.rule;

import org.jspecify.annotations.NullMarked;
