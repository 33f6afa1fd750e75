/**
 * Signed permissions to execute one judged call, once. Entry types: {@link dev.licet.core.ticket.TicketKey}, which signs,
 * and {@link dev.licet.core.ticket.TicketCheck}, which needs the public key only and works without a gate.
 */
@NullMarked
package dev.licet.core.ticket;

import org.jspecify.annotations.NullMarked;
