/**
 * The record of an asked call. Entry type: {@link dev.licet.core.approval.Approval}; its states change only through
 * {@link dev.licet.core.approval.ApprovalState#after}.
 */
@NullMarked
package dev.licet.core.approval;

import org.jspecify.annotations.NullMarked;
