package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.cli.report.Corpus;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet corpus}: scores files of judged cases. */
@Command(
        name = "corpus",
        description = {
            "Score files of judged cases (JSON Lines) and print a line per class.",
            "Exit status: 0 when every case passes, 1 when one fails."
        })
final class CorpusCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files of cases.")
    private List<Path> files = List.of();

    @Option(
            names = "--failures",
            paramLabel = "FILE",
            description = "Write the failing cases here, with what they got.")
    private @Nullable Path failures;

    private final Streams streams;

    CorpusCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        var corpus = new Corpus();
        for (Path file : files) {
            int number = 0;
            for (String line : read(file)) {
                number++;
                try {
                    corpus.score(line);
                } catch (InvalidJson e) {
                    throw new GateException(file + ":" + number + ": not a case: " + e.getMessage(), e);
                }
            }
        }
        if (failures != null) {
            Files.write(
                    failures, corpus.failures().stream().map(JsonText::write).toList());
        }
        corpus.lines().forEach(streams.out()::println);
        return corpus.failures().isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
        }
    }
}
