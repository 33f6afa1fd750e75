/**
 * Permissions to execute a call, once: signed ones for executors elsewhere ({@link dev.licet.gate.ticket.Tickets}), and those of
 * this process ({@link dev.licet.gate.ticket.LocalTickets}).
 */
@NullMarked
package dev.licet.gate.ticket;

import org.jspecify.annotations.NullMarked;
