package dev.licet.cli.run;

import dev.licet.client.LicetClient;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.GateException;
import dev.licet.terminal.ApprovalManager;
import dev.licet.terminal.ApprovalResult;
import dev.licet.terminal.Labels;
import dev.licet.terminal.box.Chosen;
import dev.licet.terminal.box.Keys;
import dev.licet.terminal.box.Paint;
import dev.licet.terminal.box.Question;
import dev.licet.terminal.box.SelectorBox;
import dev.licet.terminal.tty.Columns;
import dev.licet.terminal.tty.Tty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks about one approval in the terminal and sends the answer to the server. For one thread. */
final class TerminalAsker {
    /** How often it is looked whether somebody else has answered. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private static final String HIDDEN = "contains characters that are hard to see, marked ⟨…⟩";

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
    boolean ask(JsonObject approval) throws InterruptedException {
        String id = approval.text("id").orElseThrow();
        JsonObject policy = client.get("/v1/policy?worker=" + worker(approval)).document();
        boolean seed = policy.text("preset").equals(Optional.of("ollama"));
        Offers offers = seed
                ? Offers.three(approval, policy.object("labels").orElseGet(JsonObject::empty))
                : Offers.all(
                        approval, client.get("/v1/approvals/" + id + "/choices").document());
        Question question = question(approval, offers.labels(), seed);
        var box = new SelectorBox(tty, paint, seed ? Keys.SEED : Keys.STANDARD);
        while (true) {
            Chosen chosen = box.ask(question, () -> isOpen(id));
            Optional<LicetClient.Reply> reply = switch (chosen) {
                case Chosen.Approved approved ->
                    Optional.of(client.approve(id, bound(offers.body(approved.option()), approval)));
                case Chosen.Denied denied -> Optional.of(client.deny(id, bound(denial(denied), approval)));
                case Chosen.Edit edit -> edited(approval);
                case Chosen.Why why -> told(reasons(approval));
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

    private static String worker(JsonObject approval) {
        return approval.object("call").flatMap(call -> call.text("workerId")).orElse("local");
    }

    private static Optional<String> result(JsonObject approval, Chosen chosen, Offers offers) {
        ApprovalResult.Decision said;
        if (chosen instanceof Chosen.Approved approved) {
            said = offers.remembers(approved.option()) ? ApprovalResult.Decision.ALWAYS : ApprovalResult.Decision.ONCE;
        } else if (chosen instanceof Chosen.Denied) {
            said = ApprovalResult.Decision.DENY;
        } else {
            return Optional.empty();
        }
        JsonObject call = approval.object("call").orElseGet(JsonObject::empty);
        return Optional.of(ApprovalManager.formatApprovalResult(
                call.text("tool").orElse(""),
                call.object("arguments").orElseGet(JsonObject::empty),
                new ApprovalResult(said, "")));
    }

    private static JsonObject denial(Chosen.Denied denied) {
        return JsonObject.empty().with("mode", denied.mode().text()).with("feedback", denied.reason());
    }

    private static JsonObject bound(JsonObject answer, JsonObject approval) {
        return answer.with("digest", approval.text("digest").orElse("")).with("channel", "terminal");
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

    private static Question question(JsonObject approval, List<String> options, boolean seed) {
        JsonObject display = approval.object("display").orElseGet(JsonObject::empty);
        var notes = new ArrayList<String>();
        if (!seed) {
            approval.object("call")
                    .flatMap(call -> call.text("cwd"))
                    .ifPresent(cwd -> notes.add("in " + SafeText.oneLine(cwd)));
            asking(approval).forEach(finding -> notes.add("asks: " + finding));
        }
        boolean hidden = display.get("hidden").orElse(null) instanceof JsonNumber count
                && count.value().signum() > 0;
        if (hidden) {
            notes.add(HIDDEN);
        }
        return new Question(
                display.text("tool").orElse(""),
                List.of(new Question.Detail("Command", display.text("text").orElse(""))),
                approval.elements("outside").isEmpty() ? "" : Labels.OUTSIDE,
                notes,
                options);
    }

    /** What of it nobody has allowed. */
    private static List<String> asking(JsonObject approval) {
        return approval.elements("findings").stream()
                .map(JsonObject.class::cast)
                .filter(finding -> !finding.text("action").equals(Optional.of("allow")))
                .map(finding -> finding.text("what").orElse("") + ": "
                        + finding.text("because").orElse(""))
                .toList();
    }

    private static List<String> reasons(JsonObject approval) {
        return approval.elements("findings").stream()
                .map(JsonObject.class::cast)
                .map(finding -> "  " + Columns.pad(finding.text("action").orElse(""), 6)
                        + finding.text("what").orElse("") + ": "
                        + finding.text("because").orElse(""))
                .toList();
    }

    private static List<String> everything(Question question) {
        return List.of(question.details().getFirst().text().split("\n", -1));
    }

    private Optional<LicetClient.Reply> told(List<String> lines) {
        say(lines);
        return Optional.empty();
    }

    private void say(List<String> lines) {
        lines.forEach(line -> Columns.wrap(line, tty.columns() - 1).forEach(part -> tty.print(part + "\r\n")));
    }

    /** Lets the person change the command in their editor; what comes out is judged, shown and asked again. */
    private Optional<LicetClient.Reply> edited(JsonObject approval) throws InterruptedException {
        String id = approval.text("id").orElseThrow();
        JsonObject arguments = approval.object("call")
                .flatMap(call -> call.object("arguments"))
                .orElseGet(JsonObject::empty);
        String before = arguments.text("command").orElse("");
        String after = edit(before);
        while (!after.equals(before) && !after.isBlank()) {
            JsonObject changed = JsonObject.empty().with("arguments", arguments.with("command", after));
            LicetClient.Reply preview = client.post("/v1/approvals/" + id + "/preview", changed);
            if (preview.status() != 200 || preview.document().text("decision").equals(Optional.of("deny"))) {
                say(preview.status() == 200 ? reasons(preview.document()) : List.of(preview.detail()));
                say(List.of("Changed like this it is denied."));
                return Optional.empty();
            }
            Chosen chosen = new SelectorBox(tty, paint, Keys.STANDARD)
                    .ask(changedQuestion(preview.document(), after), () -> isOpen(id));
            switch (chosen) {
                case Chosen.Approved approved -> {
                    return Optional.of(client.approve(id, bound(changed, approval)));
                }
                case Chosen.Edit edit -> after = edit(after);
                case Chosen.Why why -> say(reasons(preview.document()));
                case Chosen.ShowAll all -> say(List.of(SafeText.of(after).text()));
                case Chosen.Denied denied -> {
                    return Optional.of(client.deny(id, bound(denial(denied), approval)));
                }
                case Chosen.Elsewhere elsewhere -> {
                    return Optional.of(client.get("/v1/approvals/" + id));
                }
            }
        }
        say(List.of("Nothing was changed."));
        return Optional.empty();
    }

    private static Question changedQuestion(JsonObject preview, String command) {
        SafeText shown = SafeText.of(command);
        var notes = new ArrayList<String>();
        asking(preview).forEach(finding -> notes.add("asks: " + finding));
        if (shown.hidden() > 0) {
            notes.add(HIDDEN);
        }
        return new Question(
                "bash",
                List.of(new Question.Detail("Changed to", shown.text())),
                preview.elements("outside").isEmpty() ? "" : Labels.OUTSIDE,
                notes,
                List.of("Allow this instead, once", "Deny"));
    }

    private String edit(String text) throws InterruptedException {
        String editor = Optional.ofNullable(System.getenv("VISUAL"))
                .or(() -> Optional.ofNullable(System.getenv("EDITOR")))
                .orElse("vi");
        try {
            Path file = Files.createTempFile("licet", ".sh");
            try {
                Files.writeString(file, text + "\n");
                var process = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString()).inheritIO();
                int status = tty.outside(() -> process.start().waitFor());
                // The last line ends with a break, as files do; that one is no part of the command.
                return status == 0 ? Files.readString(file).replaceFirst("\n\\z", "") : text;
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            say(List.of("The editor `" + editor + "` cannot be used: " + e.getMessage()));
            return text;
        }
    }
}
