package dev.licet.gate.agent;

import dev.licet.core.json.JsonValue.JsonObject;

/** A call of a batch, and what runs it. */
public record PlannedCall<T>(GatedTool tool, JsonObject arguments, Executor<T> executor) {}
