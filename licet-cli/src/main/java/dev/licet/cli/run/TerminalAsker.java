package dev.licet.cli.run;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.cli.approval.Offers;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.approval.Why;
import dev.licet.client.LicetClient;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.terminal.ApprovalManager;
import dev.licet.terminal.ApprovalResult;
import dev.licet.terminal.Editor;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Question;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.box.WrappedText;
import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks about one approval in the terminal and sends the answer to the server. For one thread. */
final class TerminalAsker {
    /** How often it is looked whether somebody else has answered. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private final Tty tty;
    private final Paint paint;
    private final LicetClient client;
    private long looked = System.nanoTime();

    TerminalAsker(Tty tty, Paint paint, LicetClient client) {
        this.tty = tty;
        this.paint = paint;
        this.client = client;
    }

    /**
     * Asks about {@code approval} until it is answered, and says so on a line.
     *
     * @return whether the person here denied it, whatever became of that
     */
    boolean ask(ShownApproval approval) throws InterruptedException {
        String id = approval.id();
        JsonObject policy = client.get("/v1/policy?worker=" + approval.worker()).document();
        boolean seed = policy.text("preset").equals(Optional.of("ollama"));
        Offers offers = seed
                ? Offers.three(approval.form(), policy.object("labels").orElseGet(JsonObject::empty))
                : Offers.all(
                        approval.form(),
                        client.get("/v1/approvals/" + id + "/choices").document());
        Question question = seed ? bare(approval, offers.labels()) : approval.question(offers.labels());
        var box = new SelectorBox(tty, paint, seed ? Keys.SEED : Keys.STANDARD);
        while (true) {
            Chosen chosen = box.ask(question, () -> isOpen(id));
            Optional<Sent> sent = switch (chosen) {
                case Chosen.Approved approved -> {
                    JsonObject body = offers.body(approved.option());
                    ApprovalResult.Decision said = offers.remembers(approved.option())
                            ? ApprovalResult.Decision.ALWAYS
                            : ApprovalResult.Decision.ONCE;
                    yield Optional.of(new Sent(client.approve(id, approval.bound(body)), Optional.of(said)));
                }
                case Chosen.Denied denied -> Optional.of(deny(approval, denied));
                case Chosen.Edit edit -> edited(approval);
                case Chosen.Why why -> told(Why.lines(approval, client));
                case Chosen.ShowAll all -> told(everything(question));
                case Chosen.Elsewhere elsewhere -> Optional.of(elsewhere(id));
            };
            if (sent.isPresent()) {
                boolean denied = sent.get().said().equals(Optional.of(ApprovalResult.Decision.DENY));
                if (sent.get().reply().status() == 200) {
                    sent.get().said().ifPresent(said -> say(List.of(result(approval, said))));
                    return denied;
                }
                say(List.of(SafeText.oneLine(sent.get().reply().detail())));
                if (!isOpenNow(id)) {
                    return denied;
                }
            }
        }
    }

    /**
     * What became of an answer.
     *
     * @param said what the person here said of the command as it was; empty when they changed it, or somebody else has answered
     */
    private record Sent(LicetClient.Reply reply, Optional<ApprovalResult.Decision> said) {}

    private Sent deny(ShownApproval approval, Chosen.Denied denied) throws InterruptedException {
        JsonObject denial =
                JsonObject.empty().with("mode", denied.mode().text()).with("feedback", denied.reason());
        return new Sent(client.deny(approval.id(), approval.bound(denial)), Optional.of(ApprovalResult.Decision.DENY));
    }

    private Sent elsewhere(String id) throws InterruptedException {
        say(List.of("Answered elsewhere."));
        return new Sent(client.get("/v1/approvals/" + id), Optional.empty());
    }

    private static String result(ShownApproval approval, ApprovalResult.Decision said) {
        return ApprovalManager.formatApprovalResult(
                approval.call().text("tool").orElse(""), approval.arguments(), new ApprovalResult(said, ""));
    }

    private boolean isOpen(String id) {
        if (System.nanoTime() - looked < LOOK_EVERY.toNanos()) {
            return true;
        }
        looked = System.nanoTime();
        try {
            return isOpenNow(id);
        } catch (GateException e) {
            // The server may come back, and the answer is refused if it does not.
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isOpenNow(String id) throws InterruptedException {
        return client.get("/v1/approvals/" + id).document().text("state").equals(Optional.of("pending"));
    }

    /** What the seed's box shows: the command and nothing else. */
    private static Question bare(ShownApproval approval, List<String> options) {
        Question full = approval.question(options);
        List<Question.Detail> commands = full.details().stream()
                .filter(detail -> !detail.kind().isSaid())
                .map(detail -> new Question.Detail(detail.label(), detail.text()))
                .toList();
        return new Question(
                full.tool(),
                commands,
                full.warning(),
                approval.hidden().stream().toList(),
                Optional.empty(),
                options);
    }

    /** All that would be used, so that no line of it looks like one of ours. */
    private List<String> everything(Question question) {
        return passage().essentials(question).stream()
                .map(WrappedText.Line::text)
                .toList();
    }

    private Optional<Sent> told(List<String> lines) {
        say(lines);
        return Optional.empty();
    }

    private void say(List<String> lines) {
        lines.forEach(line -> passage().lines(line).forEach(part -> tty.print(part.text() + "\r\n")));
    }

    private WrappedText passage() {
        return new WrappedText(tty.columns() - 1, paint, Keys.STANDARD);
    }

    /** Lets the person change the command in their editor; what comes out is judged, shown and asked again. */
    private Optional<Sent> edited(ShownApproval approval) throws InterruptedException {
        String id = approval.id();
        Optional<JsonObject> changed = change(approval, approval.arguments());
        while (changed.isPresent()) {
            JsonObject arguments = changed.get();
            JsonObject body = JsonObject.empty().with("arguments", arguments);
            LicetClient.Reply reply = client.post("/v1/approvals/" + id + "/preview", body);
            if (reply.status() != 200) {
                return told(List.of(SafeText.oneLine(reply.detail()), "Changed like this it cannot be asked."));
            }
            var changedCall = new ChangedCall(reply.document(), arguments);
            if (changedCall.isDenied()) {
                say(changedCall.why());
                return told(List.of("Changed like this it is denied."));
            }
            Question question = changedCall.question(approval.tool());
            Chosen chosen = new SelectorBox(tty, paint, Keys.STANDARD).ask(question, () -> isOpen(id));
            switch (chosen) {
                case Chosen.Approved approved -> {
                    return Optional.of(new Sent(client.approve(id, approval.bound(body)), Optional.empty()));
                }
                case Chosen.Edit edit -> changed = change(approval, arguments);
                case Chosen.Why why -> say(changedCall.why());
                case Chosen.ShowAll all -> say(everything(question));
                case Chosen.Denied denied -> {
                    return Optional.of(deny(approval, denied));
                }
                case Chosen.Elsewhere elsewhere -> {
                    return Optional.of(elsewhere(id));
                }
            }
        }
        return told(List.of("Nothing was changed."));
    }

    private Optional<JsonObject> change(ShownApproval approval, JsonObject arguments) throws InterruptedException {
        try {
            return new Editor(System.getenv()).change(arguments, approval.isCommand(), tty);
        } catch (IOException | InvalidJson e) {
            say(List.of(SafeText.oneLine(String.valueOf(e.getMessage()))));
            return Optional.empty();
        }
    }
}
