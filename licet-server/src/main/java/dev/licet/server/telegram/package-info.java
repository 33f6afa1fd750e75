/**
 * Approvals in Telegram: asked in the chat of each person on the list, answered there, and changed there when somebody
 * answers elsewhere. Entry type: {@link dev.licet.server.telegram.Telegram}.
 *
 * <p>Who answers is who Telegram says pressed the button, looked up in the list for each answer; only buttons under messages
 * that were sent for the approval count.
 */
@NullMarked
package dev.licet.server.telegram;

import org.jspecify.annotations.NullMarked;
