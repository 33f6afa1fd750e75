package dev.licet.cli.report;

import dev.licet.core.audit.AuditEntry;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Entries of the audit as text. */
public final class AuditReport {
    /** The first line of an export as comma-separated values (RFC 4180). */
    public static final String CSV_HEADER = "number,at,step,worker,session,tool,result,by,digest,what,hash";

    /** What says how a step went, the first that an entry has. */
    private static final List<String> RESULTS = List.of("state", "decision", "event", "why", "ticket", "grant");

    private static final List<String> ACTORS = List.of("approver", "by", "giver");

    private AuditReport() {}

    /** An entry with its hash, as one line of JSON; a damaged one as it is. */
    public static String jsonLine(AuditEntry entry) {
        return parsed(entry)
                .map(form -> JsonText.write(form.with("hash", entry.hash())))
                .orElseGet(() -> JsonText.write(JsonObject.empty()
                        .with("number", entry.number())
                        .with("damaged", entry.text())
                        .with("hash", entry.hash())));
    }

    private static Optional<JsonObject> parsed(AuditEntry entry) {
        try {
            return Optional.of(JsonText.parseObject(entry.text()));
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    /** An entry for people: {@code 12  2027-01-31T18:00:00Z  answered  local/s  shell_exec  approved by anna}. */
    public static String line(AuditEntry entry) {
        Optional<JsonObject> form = parsed(entry);
        if (form.isEmpty()) {
            return entry.number() + "  damaged  " + SafeText.oneLine(entry.text());
        }
        JsonObject what = form.get().object("what").orElse(JsonObject.empty());
        String place = what.text("workerId").orElse("")
                + what.text("sessionId").map(session -> "/" + session).orElse("");
        String by = first(what, ACTORS).map(actor -> " by " + actor).orElse("");
        String subject = what.object("arguments")
                .flatMap(arguments -> arguments.text("command").or(() -> arguments.text("path")))
                .map(text -> "  " + text)
                .orElse("");
        return SafeText.oneLine(entry.number() + "  " + form.get().text("at").orElse("") + "  "
                + form.get().text("step").orElse("") + "  " + place + "  "
                + what.text("tool").orElse("") + "  " + first(what, RESULTS).orElse("") + by + subject);
    }

    private static Optional<String> first(JsonObject what, List<String> names) {
        return names.stream().flatMap(name -> what.text(name).stream()).findFirst();
    }

    /** An entry as comma-separated values. */
    public static String csvLine(AuditEntry entry) {
        JsonObject form = parsed(entry).orElse(JsonObject.empty());
        JsonObject what = form.object("what").orElse(JsonObject.empty());
        return Stream.of(
                        String.valueOf(entry.number()),
                        form.text("at").orElse(""),
                        form.text("step").orElse("damaged"),
                        what.text("workerId").orElse(""),
                        what.text("sessionId").orElse(""),
                        what.text("tool").orElse(""),
                        first(what, RESULTS).orElse(""),
                        first(what, ACTORS).orElse(""),
                        what.text("digest").orElse(""),
                        form.members().isEmpty() ? entry.text() : JsonText.write(what),
                        entry.hash())
                .map(AuditReport::cell)
                .collect(Collectors.joining(","));
    }

    /** Quoted where needed; what a spreadsheet would take for a formula is made a text. */
    private static String cell(String text) {
        String plain = text.matches("(?s)[=+@\\t\\r-].*") ? "'" + text : text;
        return plain.matches("(?s).*[,\"\\r\\n].*") ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
    }
}
