package dev.licet.cli.run;

import dev.licet.cli.approval.Editor;
import dev.licet.cli.approval.Offers;
import dev.licet.cli.approval.Preview;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.approval.Why;
import dev.licet.client.LicetClient;
import dev.licet.core.display.CallText;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.GateException;
import dev.licet.terminal.ApprovalManager;
import dev.licet.terminal.ApprovalResult;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Passage;
import dev.licet.terminal.box.Question;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.tty.Columns;
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
            Optional<LicetClient.Reply> reply = switch (chosen) {
                case Chosen.Approved approved ->
                    Optional.of(client.approve(id, approval.bound(offers.body(approved.option()))));
                case Chosen.Denied denied -> Optional.of(client.deny(id, approval.bound(denial(denied))));
                case Chosen.Edit edit -> edited(approval);
                case Chosen.Why why -> told(Why.lines(approval, client));
                case Chosen.ShowAll all -> told(everything(question));
                case Chosen.Elsewhere elsewhere -> {
                    say(List.of("Answered elsewhere."));
                    yield Optional.of(client.get("/v1/approvals/" + id));
                }
            };
            if (reply.isPresent()) {
                if (reply.get().status() == 200) {
                    result(approval, chosen, offers).ifPresent(line -> say(List.of(line)));
                    return chosen instanceof Chosen.Denied;
                }
                say(List.of(SafeText.oneLine(reply.get().detail())));
                if (!isOpenNow(id)) {
                    return chosen instanceof Chosen.Denied;
                }
            }
        }
    }

    private static Optional<String> result(ShownApproval approval, Chosen chosen, Offers offers) {
        ApprovalResult.Decision said;
        if (chosen instanceof Chosen.Approved approved) {
            said = offers.remembers(approved.option()) ? ApprovalResult.Decision.ALWAYS : ApprovalResult.Decision.ONCE;
        } else if (chosen instanceof Chosen.Denied) {
            said = ApprovalResult.Decision.DENY;
        } else {
            return Optional.empty();
        }
        return Optional.of(ApprovalManager.formatApprovalResult(
                approval.call().text("tool").orElse(""), approval.arguments(), new ApprovalResult(said, "")));
    }

    private static JsonObject denial(Chosen.Denied denied) {
        return JsonObject.empty().with("mode", denied.mode().text()).with("feedback", denied.reason());
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
                .filter(detail -> detail.kind() != CallText.Kind.SAID)
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
        return new Passage(tty.columns() - 1, paint, Keys.STANDARD)
                .essentials(question).stream().map(Passage.Line::text).toList();
    }

    private Optional<LicetClient.Reply> told(List<String> lines) {
        say(lines);
        return Optional.empty();
    }

    private void say(List<String> lines) {
        lines.forEach(line -> Columns.wrap(line, tty.columns() - 1).forEach(part -> tty.print(part + "\r\n")));
    }

    /** Lets the person change the command in their editor; what comes out is judged, shown and asked again. */
    private Optional<LicetClient.Reply> edited(ShownApproval approval) throws InterruptedException {
        String id = approval.id();
        JsonObject arguments = approval.arguments();
        String before = arguments.text("command").orElse("");
        String after = edit(before);
        while (!after.equals(before) && !after.isBlank()) {
            JsonObject changed = JsonObject.empty().with("arguments", arguments.with("command", after));
            LicetClient.Reply reply = client.post("/v1/approvals/" + id + "/preview", changed);
            if (reply.status() != 200) {
                say(List.of(SafeText.oneLine(reply.detail()), "Changed like this it cannot be asked."));
                return Optional.empty();
            }
            var preview = new Preview(reply.document(), arguments.with("command", after));
            if (preview.isDenied()) {
                say(preview.why());
                say(List.of("Changed like this it is denied."));
                return Optional.empty();
            }
            Chosen chosen =
                    new SelectorBox(tty, paint, Keys.STANDARD).ask(preview.question(approval.tool()), () -> isOpen(id));
            switch (chosen) {
                case Chosen.Approved approved -> {
                    return Optional.of(client.approve(id, approval.bound(changed)));
                }
                case Chosen.Edit edit -> after = edit(after);
                case Chosen.Why why -> say(preview.why());
                case Chosen.ShowAll all -> say(everything(preview.question(approval.tool())));
                case Chosen.Denied denied -> {
                    return Optional.of(client.deny(id, approval.bound(denial(denied))));
                }
                case Chosen.Elsewhere elsewhere -> {
                    return Optional.of(client.get("/v1/approvals/" + id));
                }
            }
        }
        say(List.of("Nothing was changed."));
        return Optional.empty();
    }

    private String edit(String text) throws InterruptedException {
        try {
            return new Editor(System.getenv()).edit(text, ".sh", tty);
        } catch (IOException e) {
            say(List.of(SafeText.oneLine(String.valueOf(e.getMessage()))));
            return text;
        }
    }
}
