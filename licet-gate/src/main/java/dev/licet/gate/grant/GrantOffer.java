package dev.licet.gate.grant;

import dev.licet.core.propose.Choice;

/**
 * A choice as it is offered.
 *
 * @param choice what would be remembered
 * @param matched how many of the newest asked calls it would have allowed, that of the approval itself not counted
 * @param looked how many were looked at
 */
public record GrantOffer(Choice choice, int matched, int looked) {}
