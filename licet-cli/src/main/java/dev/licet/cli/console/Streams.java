package dev.licet.cli.console;

import java.io.InputStream;
import java.io.PrintStream;

/** Where a command reads and writes. */
public record Streams(InputStream in, PrintStream out, PrintStream err) {}
