package dev.licet.gate.store;

import dev.licet.core.approval.ApprovalId;

/**
 * Somebody who wants to be told once an approval has ended.
 *
 * @param address where, as an HTTP address
 * @param attempts how often that was tried, this time included
 */
public record Delivery(ApprovalId approval, String address, int attempts) {}
