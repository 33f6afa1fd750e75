package dev.licet.springai;

import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.beans.factory.ObjectProvider;

/** Puts the gate around managers of tools, with what the application has by the time that a tool is called. */
record Gating(ObjectProvider<SessionResolver> sessions, ObjectProvider<CallListener> listener) {
    GatedToolCallingManager around(ToolCallingManager manager) {
        return new GatedToolCallingManager(
                manager,
                prompt -> sessions.getObject().session(prompt),
                tool -> tool,
                (tool, result, took) ->
                        listener.getIfAvailable(() -> CallListener.NONE).over(tool, result, took));
    }
}
