package dev.licet.springai;

import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** What this was built for. */
final class Versions {
    private Versions() {}

    /**
     * Fails at the start, and not at the first call of a tool.
     *
     * @throws UnsupportedVersion when there is another Spring AI than this was built for
     */
    static void require() {
        try {
            ToolCallingChatOptions.class.getMethod("mutate");
        } catch (NoSuchMethodException e) {
            String found = ToolCallingChatOptions.class.getPackage().getImplementationVersion();
            throw new UnsupportedVersion(
                    "licet-spring-ai needs Spring AI 2.0 or newer, and this is " + (found == null ? "older" : found),
                    e);
        }
    }

    /** Another version than this was built for. */
    static final class UnsupportedVersion extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        UnsupportedVersion(String why, Throwable cause) {
            super(why, cause);
        }
    }
}
