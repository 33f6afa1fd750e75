package dev.licet.agent.tool;

/** What is wrong with a call, for the model: what it may do instead. */
final class ToolProblem extends Exception {
    private static final long serialVersionUID = 1L;

    ToolProblem(String message) {
        super(message);
    }
}
