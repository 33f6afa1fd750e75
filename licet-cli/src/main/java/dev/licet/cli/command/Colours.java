package dev.licet.cli.command;

import dev.licet.terminal.box.Paint;
import picocli.CommandLine.Option;

/** {@code --no-color}. */
final class Colours {
    @Option(names = "--no-color", description = "No colours (also: NO_COLOR).")
    private boolean none;

    /** How what is shown here is painted. */
    Paint paint() {
        return none ? Paint.PLAIN : Paint.by(System.getenv());
    }
}
