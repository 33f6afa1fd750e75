/**
 * The record of what was decided, answered and executed: entries chained by their hashes, so that a change shows. Entry
 * types: {@link dev.licet.core.audit.AuditEntry} and {@link dev.licet.core.audit.AuditCheck}.
 */
@NullMarked
package dev.licet.core.audit;

import org.jspecify.annotations.NullMarked;
