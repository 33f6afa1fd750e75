package dev.licet.server.api;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.display.Edits;
import dev.licet.core.display.Headline;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.Gate;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.review.CallRecord;
import dev.licet.gate.review.CallRecords;
import dev.licet.gate.store.AuditSearch;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What came before an approval, for the person who answers: how calls like it were answered, and what its session did last. */
final class Past {
    /** So many approvals are looked through, the newest first. */
    private static final int LOOKED = 1_000;

    /** So many calls of the session are told. */
    private static final int TOLD = 5;

    /** Of so many entries of the session. */
    private static final int ENTRIES = 100;

    private static final int MAX_HEAD = 1_024;

    /** In larger files, in bytes, nobody looks on which line an edit begins. */
    private static final int MAX_FILE = 1_000_000;

    private final Gate gate;

    Past(Gate gate) {
        this.gate = gate;
    }

    /**
     * {@code {similar: {approved, denied}, before: [{at, headline, decision, state, succeeded?}], lines?, branch?}}: on which
     * line of its file each edit of the call begins, 0 where that is not certain.
     */
    JsonObject of(Approval approval) {
        JsonObject known =
                JsonObject.empty().with("similar", similar(approval)).with("before", JsonArray.of(before(approval)));
        List<JsonValue> lines = lines(approval.call());
        JsonObject form = lines.isEmpty() ? known : known.with("lines", new JsonArray(lines));
        return branch(approval.call().directory())
                .map(branch -> form.with("branch", SafeText.oneLine(branch)))
                .orElse(form);
    }

    private JsonObject similar(Approval approval) {
        List<Approval> alike = gate.newest(LOOKED).stream()
                .filter(other -> !other.isPending() && isLike(other, approval))
                .toList();
        return JsonObject.empty()
                .with("approved", count(alike, ApprovalState.Approved.class))
                .with("denied", count(alike, ApprovalState.Rejected.class));
    }

    private static int count(List<Approval> approvals, Class<? extends ApprovalState> state) {
        return (int) approvals.stream()
                .filter(each -> state.isInstance(each.state()))
                .count();
    }

    /** Whether the same rules would allow both, or both read alike. */
    private static boolean isLike(Approval one, Approval other) {
        boolean same = one.call().worker().equals(other.call().worker())
                && one.call().tool().equals(other.call().tool());
        boolean rules = !one.always().isEmpty() && one.always().equals(other.always());
        return same && (rules || Headline.of(one.call()).equals(Headline.of(other.call())));
    }

    /** Each call once, with what became of it. */
    private List<JsonObject> before(Approval approval) {
        ToolCall call = approval.call();
        var search = new AuditSearch(
                Optional.empty(),
                Optional.of(call.worker().text()),
                Optional.of(call.session().text()),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                ENTRIES);
        var records = new CallRecords();
        for (AuditEntry entry : gate.audit().search(search).reversed()) {
            read(entry).ifPresent(records::next);
        }
        return records.records().reversed().stream()
                .filter(record -> record.at().isBefore(approval.askedAt())
                        && !record.digest().equals(approval.digest()))
                .flatMap(record -> told(record).stream())
                .limit(TOLD)
                .toList();
    }

    /** An entry that was altered may not be one any more. */
    private static Optional<JsonObject> read(AuditEntry entry) {
        try {
            return Optional.of(JsonText.parseObject(entry.text()));
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    private static Optional<JsonObject> told(CallRecord record) {
        return record.made().headline().map(headline -> {
            JsonObject form = JsonObject.empty()
                    .with("at", record.at().toString())
                    .with("headline", ApprovalJson.headline(headline))
                    .with("decision", record.decision().text())
                    .with("state", record.state());
            Optional<CallRecord.End> end = record.run().flatMap(CallRecord.Run::end);
            return end.isEmpty() ? form : form.with("succeeded", end.get().succeeded());
        });
    }

    private static List<JsonValue> lines(ToolCall call) {
        try {
            if (!call.worker().equals(WorkerId.STANDARD)) {
                return List.of();
            }
            Path folder = Path.of(call.directory()).toRealPath();
            Optional<String> named = Edits.file(call);
            Path file = named.isEmpty() ? folder : folder.resolve(named.get()).toRealPath();
            // Who looks at a call is told nothing of files that lie elsewhere.
            return !file.startsWith(folder)
                    ? List.of()
                    : text(file).map(text -> Edits.lines(call, text)).orElse(List.of()).stream()
                            .<JsonValue>map(line -> new JsonNumber(BigDecimal.valueOf(line)))
                            .toList();
        } catch (IOException | InvalidPathException | SecurityException e) {
            // One that is not there, or may not be read, has no lines.
            return List.of();
        }
    }

    /** What a file holds, which is none of those of the system that have no size and no end. */
    private static Optional<String> text(Path file) throws IOException {
        boolean small = Files.isRegularFile(file) && Files.size(file) > 0 && Files.size(file) <= MAX_FILE;
        if (!small) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(new String(in.readNBytes(MAX_FILE), StandardCharsets.UTF_8));
        }
    }

    /** The branch of the repository that {@code directory} is the root of, as its files say. */
    private static Optional<String> branch(String directory) {
        try {
            Path head = Path.of(directory, ".git", "HEAD");
            if (!Files.isRegularFile(head) || Files.size(head) > MAX_HEAD) {
                return Optional.empty();
            }
            return Stream.of(Files.readString(head).strip())
                    .filter(text -> text.startsWith("ref: refs/heads/"))
                    .map(text -> text.substring("ref: refs/heads/".length()))
                    .findFirst();
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Optional.empty();
        }
    }
}
