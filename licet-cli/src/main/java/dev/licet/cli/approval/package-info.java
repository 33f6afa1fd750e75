/**
 * Approvals of a server as a person is asked about them in a terminal. Entry type:
 * {@link dev.licet.cli.approval.ShownApproval}.
 */
@NullMarked
package dev.licet.cli.approval;

import org.jspecify.annotations.NullMarked;
