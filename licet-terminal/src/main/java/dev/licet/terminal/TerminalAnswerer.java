package dev.licet.terminal;

import dev.licet.core.display.CallText;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.agent.Answerer;
import dev.licet.gate.agent.Ask;
import dev.licet.gate.agent.Reply;
import dev.licet.gate.json.InvalidJson;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Question;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.box.WrappedText;
import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks the person in this terminal, in the box, for a gate of this process: {@code gate.answering(new TerminalAnswerer())}.
 * One call at a time; without a terminal, or in one with no room for a box, every call is left to others. Thread-safe.
 */
public final class TerminalAnswerer implements Answerer {
    private final Paint paint;
    private final ReentrantLock asking = new ReentrantLock();

    /** One in colours unless {@code NO_COLOR} is set. */
    public TerminalAnswerer() {
        this(Paint.by(System.getenv()));
    }

    public TerminalAnswerer(Paint paint) {
        this.paint = paint;
    }

    @Override
    public Reply answer(Ask ask) throws InterruptedException {
        asking.lockInterruptibly();
        try {
            Optional<Tty> terminal = Tty.open(Tty.Output.STANDARD);
            if (terminal.isEmpty()) {
                return Reply.left();
            }
            try (Tty tty = terminal.get()) {
                return SelectorBox.fits(tty) ? answer(ask, tty) : Reply.left();
            }
        } finally {
            asking.unlock();
        }
    }

    private Reply answer(Ask ask, Tty tty) throws InterruptedException {
        Question question = question(ask);
        var box = new SelectorBox(tty, paint, Keys.STANDARD);
        while (true) {
            Chosen chosen = box.ask(question, () -> !Thread.currentThread().isInterrupted());
            Optional<Reply> reply = switch (chosen) {
                case Chosen.Approved approved -> Optional.of(approved.option() == 0 ? Reply.once() : Reply.always());
                case Chosen.Denied denied -> Optional.of(new Reply.Rejected(denied.mode(), denied.reason()));
                case Chosen.Edit edit -> edited(ask, tty);
                case Chosen.Why why -> told(tty, ask.reasons());
                case Chosen.ShowAll all ->
                    told(
                            tty,
                            passage(tty).essentials(question).stream()
                                    .map(WrappedText.Line::text)
                                    .toList());
                case Chosen.Elsewhere elsewhere -> throw new InterruptedException("answered elsewhere");
            };
            if (reply.isPresent()) {
                return reply.get();
            }
        }
    }

    private static Question question(Ask ask) {
        var notes = new ArrayList<String>();
        notes.add(ask.risk().line());
        notes.add(ask.display().where());
        if (!ask.agents().isEmpty()) {
            notes.add("agent: main › " + String.join(" › ", ask.agents()));
        }
        ask.reasons().forEach(reason -> notes.add("asks: " + reason));
        if (!ask.behind().isEmpty()) {
            notes.add("then, in the same reply:");
            ask.behind().forEach(each -> notes.add("  " + each));
        }
        List<Question.Detail> details = ask.display().parts().stream()
                .map(part -> new Question.Detail(
                        SafeText.oneLine(part.label()), part.text().text(), part.kind(), part.asks()))
                .toList();
        return new Question(ask.tool(), details, "", notes, Optional.of(ask.askedAt()), options(ask));
    }

    /** Where no rule can allow the call, "always" is no answer. */
    private static List<String> options(Ask ask) {
        if (ask.always().isEmpty()) {
            return List.of("Once", "Deny");
        }
        List<String> rules = ask.always().stream()
                .map(rule -> rule.pattern().equals("*") ? rule.tool() : rule.tool() + ": " + rule.pattern())
                .map(SafeText::oneLine)
                .toList();
        return List.of("Once", "Always: " + String.join(" · ", rules), "Deny");
    }

    /** What the person makes of the arguments is judged like any call, and they are told where it does not do. */
    private Optional<Reply> edited(Ask ask, Tty tty) throws InterruptedException {
        boolean command = ask.display().parts().stream().anyMatch(part -> part.kind() == CallText.Kind.COMMAND);
        try {
            Optional<JsonObject> changed =
                    new Editor(System.getenv()).change(ask.call().arguments(), command, tty);
            return changed.isPresent()
                    ? Optional.of(new Reply.Edited(changed.get(), ""))
                    : told(tty, List.of("Nothing was changed."));
        } catch (IOException | InvalidJson e) {
            return told(tty, List.of(SafeText.oneLine(String.valueOf(e.getMessage()))));
        }
    }

    private Optional<Reply> told(Tty tty, List<String> lines) {
        lines.forEach(line -> passage(tty).lines(line).forEach(part -> tty.print(part.text() + "\r\n")));
        return Optional.empty();
    }

    private WrappedText passage(Tty tty) {
        return new WrappedText(tty.columns() - 1, paint, Keys.STANDARD);
    }

    @Override
    public void refused(Ask ask, String why) {
        Tty.open(Tty.Output.STANDARD).ifPresent(tty -> {
            try (tty) {
                told(tty, List.of(SafeText.oneLine(why)));
            }
        });
    }
}
