package dev.licet.server.hook;

import dev.licet.core.call.ToolCall;

/**
 * A tool call that a host asks about.
 *
 * @param event by which of its events it asks, as it spells it
 * @param again whether the host asks a second time about a call that another of its events has asked about
 */
record HookCall(ToolCall call, String event, boolean again) {}
