package dev.licet.cli.command;

import dev.licet.cli.console.Streams;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.JsonText;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** A command that prints sentences for people, and JSON for programs that ask for it. */
abstract class JsonCommand implements Callable<Integer> {
    final Streams streams;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    JsonCommand(Streams streams) {
        this.streams = streams;
    }

    final void print(JsonObject document) {
        streams.out().println(JsonText.write(document));
    }

    /** Prints {@code things}, each on a line of its own; {@code none} where there is nothing and a person reads. */
    final void print(List<JsonObject> things, Function<JsonObject, String> line, String none) {
        if (json) {
            things.forEach(this::print);
        } else if (things.isEmpty()) {
            streams.out().println(none);
        } else {
            things.forEach(thing -> streams.out().println(line.apply(thing)));
        }
    }
}
