package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.display.SafeText;
import dev.licet.gate.data.GateException;
import dev.licet.terminal.Labels;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Question;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.tty.Tty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code licet box}: the box by itself, to see how it looks and feels. */
@Command(
        name = "box",
        description = {
            "Show the box in which you are asked, about a command that is not run.",
            "Prints what you answered; nothing is judged, stored or executed."
        })
final class BoxCommand implements Callable<Integer> {
    private static final List<String> SAMPLE = List.of("git", "push", "--force", "origin", "main");

    @Option(names = "--demo", description = "About a sample of a command, which is the default.")
    private boolean demo;

    @Option(names = "-w", description = "With the warning about files outside of the project.")
    private boolean warns;

    @Option(names = "--ollama", description = "With the keys and the first selection of the preset ollama.")
    private boolean ollama;

    @Mixin
    private final Colours colours = new Colours();

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "What the box asks about.")
    private List<String> words = new ArrayList<>();

    private final Streams streams;

    BoxCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Optional<Tty> terminal = streams.terminals().open(Tty.Output.ERROR);
        if (terminal.isEmpty()) {
            throw new GateException("the box needs a terminal, and this is none");
        }
        String command = SafeText.oneLine(String.join(" ", demo || words.isEmpty() ? SAMPLE : words));
        var question = new Question(
                "bash",
                List.of(new Question.Detail("Command", command)),
                warns ? Labels.OUTSIDE : "",
                List.of(),
                Optional.empty(),
                List.of("Execute once", "Always allow", "Deny"));
        try (Tty tty = terminal.get()) {
            Paint paint = colours.paint();
            Chosen chosen = new SelectorBox(tty, paint, ollama ? Keys.SEED : Keys.STANDARD).ask(question, () -> true);
            tty.print(said(question, chosen) + "\r\n");
        }
        return ExitCode.OK;
    }

    private static String said(Question question, Chosen chosen) {
        return switch (chosen) {
            case Chosen.Approved approved -> question.options().get(approved.option());
            case Chosen.Denied denied -> "Deny" + (denied.reason().isEmpty() ? "" : ": " + denied.reason());
            case Chosen.Edit edit -> "to be edited";
            case Chosen.Why why -> "why it is asked";
            case Chosen.ShowAll all -> "to be shown in full";
            case Chosen.Elsewhere elsewhere -> "answered elsewhere";
        };
    }
}
