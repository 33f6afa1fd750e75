package dev.licet.gate.grant;

/**
 * What rules that a person wrote would do.
 *
 * @param allows whether the call that is asked would be allowed
 * @param matched how many of the newest asked calls they would have allowed, that call itself not counted
 * @param looked how many were looked at
 */
public record GrantPreview(boolean allows, int matched, int looked) {}
