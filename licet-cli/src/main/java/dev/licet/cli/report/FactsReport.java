package dev.licet.cli.report;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shells;
import dev.licet.shell.Span;
import dev.licet.shell.analysis.ShellAnalysis;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.List;

/** The facts of a command line as JSON: {@code {facts: […], opaque: […]}}; what is not known before execution is null. */
public final class FactsReport {
    private final ShellAnalysis analysis = new ShellAnalysis(CommandTable.standard());

    /** The report on {@code command} when one of {@code shells} runs it in {@code directory}. */
    public JsonObject of(String command, String directory, Shells shells) {
        List<JsonValue> facts = new ArrayList<>();
        List<JsonValue> opaque = new ArrayList<>();
        for (Fact fact : analysis.facts(command, directory, shells)) {
            JsonObject form = form(fact, directory).with("span", span(fact.span()));
            (fact instanceof Fact.Opaque ? opaque : facts).add(form);
        }
        return JsonObject.empty().with("facts", new JsonArray(facts)).with("opaque", new JsonArray(opaque));
    }

    private static JsonObject form(Fact fact, String directory) {
        return switch (fact) {
            case Fact.Runs runs ->
                type("Runs")
                        .with(
                                "argv",
                                JsonArray.of(runs.argv().stream()
                                        .map(FactsReport::argument)
                                        .toList()));
            case Fact.Reads reads -> type("Reads").with("path", path(reads.place(), directory));
            case Fact.Writes writes -> type("Writes").with("path", path(writes.place(), directory));
            case Fact.Deletes deletes -> type("Deletes").with("path", path(deletes.place(), directory));
            case Fact.Connects connects -> type("Connects").with("host", connects.host());
            case Fact.Sets sets -> type("Sets").with("name", sets.variable());
            case Fact.Uses uses -> type("Uses").with("tool", uses.tool());
            case Fact.Opaque opaque -> JsonObject.empty().with("why", opaque.why());
        };
    }

    private static JsonObject type(String name) {
        return JsonObject.empty().with("type", name);
    }

    private static JsonValue argument(Argument argument) {
        return switch (argument) {
            case Argument.Known known -> new JsonString(known.text());
            case Argument.Unknown unknown -> new JsonNull();
            case Argument.Several several -> new JsonNull();
        };
    }

    /** A path as written; once the line has changed the directory, with that in front. */
    private static JsonValue path(Place place, String directory) {
        return switch (place) {
            case Place.At at -> {
                boolean moved = !at.directory().equals(directory)
                        && !at.text().startsWith("/")
                        && !at.text().startsWith("~");
                yield new JsonString(moved ? at.directory() + "/" + at.text() : at.text());
            }
            case Place.Matching matching -> new JsonNull();
            case Place.Below below -> new JsonNull();
            case Place.Brought brought -> new JsonString(brought.target());
            case Place.Unknown unknown -> new JsonNull();
        };
    }

    private static JsonObject span(Span span) {
        return JsonObject.empty().with("start", span.start()).with("end", span.end());
    }
}
