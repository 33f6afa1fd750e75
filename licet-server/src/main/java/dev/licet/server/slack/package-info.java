/**
 * The channel {@code slack}. Entry type: {@link dev.licet.server.slack.Slack}, an app that asks in a channel of Slack and takes
 * the buttons that people press there.
 */
@NullMarked
package dev.licet.server.slack;

import org.jspecify.annotations.NullMarked;
