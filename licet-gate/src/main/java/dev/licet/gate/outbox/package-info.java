/**
 * What has to be told at least once, in the database: to programs that asked for it ({@link dev.licet.gate.outbox.Deliveries}), and
 * to people over channels ({@link dev.licet.gate.outbox.ChannelRecord}). Of several gates on one database one tells.
 */
@NullMarked
package dev.licet.gate.outbox;

import org.jspecify.annotations.NullMarked;
