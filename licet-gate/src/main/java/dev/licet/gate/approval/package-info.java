/**
 * Approvals and their answers. Entry type: {@link dev.licet.gate.approval.ApprovalQueue}; an answer that leaves rules or a grant
 * behind goes through {@link dev.licet.gate.approval.RememberedAnswers}.
 */
@NullMarked
package dev.licet.gate.approval;

import org.jspecify.annotations.NullMarked;
