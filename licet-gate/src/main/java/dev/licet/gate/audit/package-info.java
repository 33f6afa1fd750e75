/**
 * The record of what happened. Entry type: {@link dev.licet.gate.audit.Audit}, which signs its end and checks the whole of it;
 * {@link dev.licet.gate.audit.AuditForms} is what entries say.
 */
@NullMarked
package dev.licet.gate.audit;

import org.jspecify.annotations.NullMarked;
