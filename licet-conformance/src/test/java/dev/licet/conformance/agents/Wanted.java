package dev.licet.conformance.agents;

import dev.licet.core.json.JsonValue.JsonObject;

/** A call that a model asks its agent for. */
record Wanted(String tool, JsonObject arguments) {}
