/**
 * Approvals that survive a crash, in SQLite. Entry type: {@link dev.licet.gate.store.ApprovalStore}. The only package
 * that knows SQL.
 */
@NullMarked
package dev.licet.gate.store;

import org.jspecify.annotations.NullMarked;
