package dev.licet.cli.approval;

import dev.licet.core.display.CallText;
import dev.licet.core.display.Risk;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.shell.Span;
import dev.licet.terminal.Labels;
import dev.licet.terminal.box.Question;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An approval as the server tells of it. Every text that it gives is safe to show unless it says that it is as it is; what
 * the server left out is empty.
 *
 * @param form as {@code GET /v1/approvals/ID} answers
 */
public record ShownApproval(JsonObject form) {
    private static final String HIDDEN = "contains characters that are hard to see, marked ⟨…⟩";

    private static final int MOST_ASKING = 20;
    private static final int LONGEST_ASKING = 200;

    /** What identifies it, as it is. */
    public String id() {
        return text(form, "id");
    }

    /** The digest of the call, in hexadecimal, to be sent with an answer. */
    public String digest() {
        return text(form, "digest");
    }

    /** Whether nobody has answered yet. */
    public boolean isPending() {
        return state().equals("pending");
    }

    /** {@code pending}, {@code approved}, {@code rejected}, {@code expired} or {@code cancelled}. */
    public String state() {
        return safe(form, "state");
    }

    /** The tool's name. */
    public String tool() {
        return text(display(), "tool");
    }

    /** Worker, session and directory. */
    public String where() {
        return text(display(), "where");
    }

    /** The worker's id, as it is. */
    public String worker() {
        return call().text("workerId").orElse("local");
    }

    /** The session's id, as it is. */
    public String session() {
        return text(call(), "sessionId");
    }

    /** The directory the call is made in. */
    public String directory() {
        return safe(call(), "cwd");
    }

    /** The reply of the model that it belongs to, as it is; empty when it stands alone. */
    public String batch() {
        return text(call(), "batchId");
    }

    /** The call, as {@code POST /v1/explain} takes it. */
    public JsonObject call() {
        return form.object("call").orElseGet(JsonObject::empty);
    }

    /** The arguments as they are. */
    public JsonObject arguments() {
        return call().object("arguments").orElseGet(JsonObject::empty);
    }

    /** The display of the call. */
    public JsonObject display() {
        return form.object("display").orElseGet(JsonObject::empty);
    }

    /** Everything that would be used. */
    public String text() {
        return text(display(), "text");
    }

    /** The same on one line. */
    public String oneLine() {
        return text().replace("\n", "⏎ ");
    }

    /** The beginning of it on one line; where it is longer than {@code most} UTF-16 units, an ellipsis ends it. */
    public String oneLine(int most) {
        return SafeText.cut(text(), most).replace("\n", "⏎ ");
    }

    /** Everything that would be used, and what the model says about it. */
    public List<Question.Detail> details() {
        return details(display());
    }

    /** What identifies what it did when it was tried; empty if it was not. */
    public String preview() {
        return form.object("preview").map(preview -> text(preview, "digest")).orElse("");
    }

    /** Whether approving it puts what it did in place; else it runs. */
    public boolean isPutInPlace() {
        return form.object("preview")
                .filter(preview -> preview.isTrue("complete"))
                .isPresent();
    }

    /** What it did when it was tried; none if it was not. */
    public List<Question.Detail> effects() {
        return details().stream()
                .dropWhile(detail -> detail.kind() != CallText.Kind.EFFECT)
                .toList();
    }

    /** Whether it is a command and nothing else. */
    public boolean isCommand() {
        return details().stream().anyMatch(detail -> detail.kind() == CallText.Kind.COMMAND);
    }

    /** What {@code display}, which another document of the server's has, shows. */
    static List<Question.Detail> details(JsonObject display) {
        List<Question.Detail> parts = objects(display, "parts").stream()
                .map(part -> new Question.Detail(
                        label(text(part, "label")),
                        text(part, "text"),
                        CallText.Kind.of(text(part, "kind")),
                        objects(part, "asks").stream().map(ShownApproval::span).toList()))
                .toList();
        return parts.isEmpty() ? List.of(new Question.Detail("Arguments", text(display, "text"))) : parts;
    }

    /** The stretch that {@code form} names; one that is none is empty. */
    public static Span span(JsonObject form) {
        int start = number(form, "start");
        return new Span(start, Math.max(start, number(form, "end")));
    }

    private static String label(String name) {
        return name.equals("command") ? "Command" : name;
    }

    /** What stands above all: that it does something outside of the project. */
    public boolean isOutside() {
        return !form.elements("outside").isEmpty();
    }

    /** What it would do, each with what the rules say to that. */
    public List<JsonObject> findings() {
        return objects(form, "findings");
    }

    /** What of it nobody has allowed, a line each. */
    public List<String> asking() {
        return asking(form);
    }

    static List<String> asking(JsonObject form) {
        List<String> all = objects(form, "findings").stream()
                .filter(finding -> !text(finding, "action").equals("allow"))
                .map(finding -> "asks: " + shortened(text(finding, "what")) + ": " + text(finding, "because"))
                .distinct()
                .toList();
        if (all.size() <= MOST_ASKING) {
            return all;
        }
        var some = new ArrayList<>(all.subList(0, MOST_ASKING));
        some.add("… and " + (all.size() - MOST_ASKING) + " more that ask (w shows all)");
        return some;
    }

    /** What is long stands above in full, as part of the command. */
    private static String shortened(String what) {
        return SafeText.cut(what, LONGEST_ASKING);
    }

    /** What is to be said of hidden characters in {@code display}, if there are any. */
    static Optional<String> hidden(JsonObject display) {
        boolean any = objects(display, "parts").stream().anyMatch(part -> number(part, "hidden") > 0)
                || number(display, "hidden") > 0;
        return any ? Optional.of(HIDDEN) : Optional.empty();
    }

    /** What is to be said of hidden characters, if there are any. */
    public Optional<String> hidden() {
        return hidden(display());
    }

    /** What is wrong with the rules. */
    public List<String> problems() {
        return form.elements("problems").stream()
                .map(problem -> problem instanceof JsonString text ? SafeText.oneLine(text.value()) : "")
                .toList();
    }

    /** The rules that "always" saves, as one text; empty where no rule can allow the call. */
    public String always() {
        return rules(form, "always");
    }

    /** The rules in the list {@code name} of {@code form}, as one text. */
    static String rules(JsonObject form, String name) {
        return objects(form, name).stream().map(ShownApproval::rule).collect(Collectors.joining(" · "));
    }

    private static String rule(JsonObject rule) {
        String pattern = safe(rule, "pattern");
        return pattern.equals("*") ? safe(rule, "tool") : safe(rule, "tool") + ": " + pattern;
    }

    /** The subagents on the way to the one that asks: {@code main › explore (a1)}; empty for the session's own agent. */
    public String agentPath() {
        String path = objects(form, "agents").stream()
                .map(agent -> safe(agent, "type") + " (" + safe(agent, "id") + ")")
                .collect(Collectors.joining(" › "));
        String agent = path.isEmpty() ? safe(call(), "agent") : path;
        return agent.isEmpty() ? "" : "main › " + agent;
    }

    /** The calls of the same reply that come behind this one, a line each. */
    public List<String> remaining() {
        return objects(form, "batchRemaining").stream()
                .map(call -> text(call, "tool") + " " + text(call, "text"))
                .toList();
    }

    /** Since when it waits. */
    public Optional<Instant> askedAt() {
        return time(form, "askedAt");
    }

    /** Whether the agent that waited for it is gone. */
    public boolean isDeserted() {
        return form.isTrue("agentLeft");
    }

    /** Until when it can be answered. */
    public Optional<Instant> deadline() {
        return time(form, "deadline");
    }

    /** When it was answered, or ended without that. */
    public Optional<Instant> endedAt() {
        return time(form.object("answer").orElseGet(JsonObject::empty), "at").or(() -> time(form, "endedAt"));
    }

    private static Optional<Instant> time(JsonObject form, String name) {
        try {
            return form.text(name).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** What became of it: {@code approved by terminal, saved shell_exec: git push *}. */
    public String outcome() {
        JsonObject answer = form.object("answer").orElseGet(JsonObject::empty);
        String comment = safe(answer, "comment");
        String saved = rules(form, "saved");
        String by = form.object("answer").isEmpty()
                ? form.text("reason").map(SafeText::oneLine).orElse("nobody answered in time")
                : "by " + safe(answer, "channel");
        return state() + " " + by + (saved.isEmpty() ? "" : ", saved " + saved)
                + (form.get("edited").isPresent() ? ", with other arguments" : "")
                + (comment.isEmpty() ? "" : ": " + comment);
    }

    /** Who answered, and where: {@code local owner, terminal}. */
    public String answerer() {
        JsonObject answer = form.object("answer").orElseGet(JsonObject::empty);
        return form.object("answer").isEmpty() ? "" : safe(answer, "principal") + ", " + safe(answer, "channel");
    }

    /** An answer of this terminal to this very call. */
    public JsonObject bound(JsonObject answer) {
        return answer.with("digest", digest()).with("channel", "terminal");
    }

    /** What it would do at worst, as far as the server knows. */
    public Optional<Risk> risk() {
        return form.object("risk").map(Risk::of);
    }

    /** Who asks, for what, as they say themselves. */
    private Optional<String> source() {
        String client = safe(call(), "client");
        String task = safe(call(), "task");
        String who = client.isEmpty() ? "asked" : "asked by " + client;
        return client.isEmpty() && task.isEmpty()
                ? Optional.empty()
                : Optional.of(task.isEmpty() ? who : who + " for “" + task + "” (not verified)");
    }

    /** What a person is asked about it, and what else helps them. */
    public Question question(List<String> options) {
        var notes = new ArrayList<String>();
        risk().map(Risk::line).ifPresent(notes::add);
        notes.add("in " + directory());
        source().ifPresent(notes::add);
        if (isDeserted()) {
            notes.add("the agent left: the answer waits for the same call");
        }
        if (!agentPath().isEmpty()) {
            notes.add("agent: " + agentPath());
        }
        notes.addAll(asking());
        problems().forEach(problem -> notes.add("rules: " + problem));
        hidden().ifPresent(notes::add);
        List<String> remaining = remaining();
        if (!remaining.isEmpty()) {
            notes.add("then, in the same reply:");
            remaining.forEach(call -> notes.add("  " + call));
        }
        deadline()
                .ifPresent(deadline -> notes.add("until " + deadline.toString().replaceFirst("\\.[0-9]+", "")));
        return new Question(tool(), details(), isOutside() ? Labels.OUTSIDE : "", notes, askedAt(), options);
    }

    /** The objects in the list {@code name} of {@code form}; what is none counts as an empty one. */
    public static List<JsonObject> objects(JsonObject form, String name) {
        return form.elements(name).stream()
                .map(each -> each instanceof JsonObject object ? object : JsonObject.empty())
                .toList();
    }

    private static int number(JsonObject form, String name) {
        BigDecimal most = BigDecimal.valueOf(Integer.MAX_VALUE);
        return form.number(name)
                .orElse(BigDecimal.ZERO)
                .max(BigDecimal.ZERO)
                .min(most)
                .intValue();
    }

    private static String text(JsonObject form, String name) {
        return form.text(name).orElse("");
    }

    private static String safe(JsonObject form, String name) {
        return SafeText.oneLine(text(form, name));
    }
}
