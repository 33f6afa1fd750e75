package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.report.FactsReport;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet facts}: what a command line would do, without judging it. */
@Command(
        name = "facts",
        description = {
            "Say what a shell command would do, as JSON.",
            "Without COMMAND, reads lines {\"id\",\"command\",\"cwd\"} and answers each with {\"id\",\"facts\",\"opaque\"}."
        })
final class FactsCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "The command line.")
    private @Nullable String command;

    @Option(names = "--cwd", paramLabel = "DIR", description = "The working directory (default: this one).")
    private Path cwd = Path.of("");

    @Mixin
    private final ShellOption shell = new ShellOption();

    private final Streams streams;
    private final FactsReport report = new FactsReport();

    FactsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        String directory = cwd.toAbsolutePath().normalize().toString();
        if (command != null) {
            streams.out().println(JsonText.write(report.of(command, directory, shell.shells())));
            return ExitCode.OK;
        }
        var lines = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (!line.isBlank()) {
                streams.out().println(JsonText.write(answer(line, number, directory)));
            }
        }
        return ExitCode.OK;
    }

    private JsonObject answer(String line, int number, String directory) {
        try {
            JsonObject question = JsonText.parseObject(line);
            String text = question.text("command").orElseThrow(() -> InvalidJson.at("no `command`", 1, 1));
            JsonObject facts = report.of(text, question.text("cwd").orElse(directory), shell.shells());
            JsonObject answer = JsonObject.empty();
            if (question.get("id").isPresent()) {
                answer = answer.with("id", question.get("id").get());
            }
            return answer.with("facts", facts.get("facts").orElseThrow())
                    .with("opaque", facts.get("opaque").orElseThrow());
        } catch (InvalidJson e) {
            throw new GateException("line " + number + ": " + e.getMessage(), e);
        }
    }
}
