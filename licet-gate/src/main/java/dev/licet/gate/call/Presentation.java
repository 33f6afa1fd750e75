package dev.licet.gate.call;

/** How the calls of one reply of a model are shown to a person. */
public enum Presentation {
    /** One after the other, each once the one before has been decided. */
    SEQUENTIAL,
    /** All at once, to be answered in any order. */
    TOGETHER
}
