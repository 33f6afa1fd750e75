/**
 * Approvals, grants, sessions and the audit, in SQLite or PostgreSQL. Entry type: {@link dev.licet.gate.store.Store}; what is
 * written goes through {@link dev.licet.gate.store.Change}, what is asked through {@link dev.licet.gate.store.Queries}. The
 * only package that knows SQL.
 */
@NullMarked
package dev.licet.gate.store;

import org.jspecify.annotations.NullMarked;
