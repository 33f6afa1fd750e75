package dev.licet.terminal.tty;

/** What a person does at a terminal. */
public sealed interface Key {

    /** One character that can be printed. */
    record Typed(String text) implements Key {}

    /** A text that was pasted, with whatever is in it; empty where the terminal cannot tell a paste from typing. */
    record Pasted(String text) implements Key {}

    /** A click with the left button, at a column and a row counted from 0. */
    record Clicked(int column, int row) implements Key {}

    /** The mouse's wheel; upwards is less than 0. */
    record Scrolled(int lines) implements Key {}

    /** A key without a character, or something that happens to the terminal. */
    enum Named implements Key {
        UP,
        DOWN,
        LEFT,
        RIGHT,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        TAB,
        BACK_TAB,
        ENTER,
        ESCAPE,
        ERASE,
        /** Ctrl-C. */
        INTERRUPT,
        /** Ctrl-Z. */
        SUSPEND,
        /** The terminal has another size. */
        RESIZED,
        /** There is no more input: the terminal is gone. */
        CLOSED,
        /** A key that means nothing here. */
        OTHER
    }
}
