package dev.licet.gate;

import dev.licet.core.propose.Choice;

/**
 * A choice as it is offered.
 *
 * @param choice what would be remembered
 * @param matched how many of the newest asked calls it would have allowed, that of the approval itself not counted
 * @param looked how many were looked at
 */
public record Offer(Choice choice, int matched, int looked) {}
