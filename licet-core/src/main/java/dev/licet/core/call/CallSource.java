package dev.licet.core.call;

/**
 * Who asks, for the person who answers. Nobody has checked it, and nothing is decided by it.
 *
 * @param client the program that makes the call, such as {@code claude} or {@code langchain4j}; empty where it does not say
 * @param task the last words of the person whom the agent works for, at most {@link #MAX_TASK} characters; empty where they are
 *     not known
 */
public record CallSource(String client, String task) {
    /** The longest task. */
    public static final int MAX_TASK = 200;

    /** Nothing is known. */
    public static final CallSource UNKNOWN = new CallSource("", "");

    private static final int MAX_CLIENT = 64;

    public CallSource {
        if (client.length() > MAX_CLIENT || task.length() > MAX_TASK) {
            throw new IllegalArgumentException(
                    "a client has at most " + MAX_CLIENT + " characters, a task " + MAX_TASK);
        }
        if (Controls.areIn(client) || Controls.areIn(task)) {
            throw new IllegalArgumentException("a control character in the client or the task");
        }
    }

    /** The same with {@code text} for a task, as far as that is one line that is not too long. */
    public CallSource withTask(String text) {
        String line = text.strip().replaceAll("[\\p{Cntrl}\\s]+", " ");
        int end = Math.min(line.length(), MAX_TASK);
        boolean split = end < line.length() && Character.isHighSurrogate(line.charAt(end - 1));
        return new CallSource(client, line.substring(0, split ? end - 1 : end));
    }
}
