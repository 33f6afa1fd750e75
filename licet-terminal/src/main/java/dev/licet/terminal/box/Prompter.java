package dev.licet.terminal.box;

import java.util.function.BooleanSupplier;

/** Puts a question to a person. */
public interface Prompter {

    /**
     * Asks {@code question} and waits for the answer.
     *
     * @param isOpen whether the question still stands; once it does not, the answer is {@link Chosen.Elsewhere}
     */
    Chosen ask(Question question, BooleanSupplier isOpen);
}
