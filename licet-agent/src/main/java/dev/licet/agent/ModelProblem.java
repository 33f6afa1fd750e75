package dev.licet.agent;

/** The model cannot be asked. */
public final class ModelProblem extends Exception {
    private static final long serialVersionUID = 1L;

    ModelProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
