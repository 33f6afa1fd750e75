/**
 * What a session is allowed beside its rules: its mode, whether it only plans, full access within bounds, its subagents
 * and what skills bring for a turn. Entry type: {@link dev.licet.core.session.Session}, which changes only through
 * {@link dev.licet.core.session.Session#after}.
 */
@NullMarked
package dev.licet.core.session;

import org.jspecify.annotations.NullMarked;
