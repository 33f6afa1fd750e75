package dev.licet.gate.audit;

import dev.licet.core.audit.AuditCheck;
import dev.licet.core.audit.AuditEntry;
import dev.licet.core.audit.AuditHead;
import dev.licet.core.audit.AuditStep;
import dev.licet.core.audit.Checkpoint;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.ticket.TicketKey;
import dev.licet.gate.call.Submission;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.store.AuditSearch;
import dev.licet.gate.store.AuditSubject;
import dev.licet.gate.store.Queries;
import dev.licet.gate.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of what happened, and the signed checkpoints that show whether its end was cut off: the newest in
 * {@code audit.head}, and one in a thousand entries in {@code audit.checkpoints}. Thread-safe.
 */
public final class Audit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    /** So much of the end of a chain may be cut off unnoticed, if the gate is killed just then. */
    private static final Duration SIGN_EVERY = Duration.ofMillis(250);

    private static final Duration CLOSING = Duration.ofSeconds(5);

    private static final int PAGE = 1_000;
    private static final int CHECKPOINT_EVERY = 1_000;

    private final Store store;

    /** The end is signed by one at a time. */
    private final ReentrantLock signing = new ReentrantLock();

    private final TicketKey key;
    private final Optional<DataDirectory> directory;
    private final InstantSource clock;
    private final Semaphore news = new Semaphore(0);
    private final Thread signer;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long collected;
    private @Nullable AuditHead signed;

    public Audit(Store store, TicketKey key, Optional<DataDirectory> directory, InstantSource clock) {
        this.store = store;
        this.key = key;
        this.directory = directory;
        this.clock = clock;
        this.signer = Thread.ofVirtual().name("licet-audit").unstarted(this::signAll);
    }

    /** The audit in {@code store}, to be read beside the gate of {@code directory} that writes it. */
    public static Audit of(Store store, DataDirectory directory, InstantSource clock) {
        return new Audit(store, directory.key(), Optional.of(directory), clock);
    }

    /**
     * Looks whether the end of the chain is the one that was signed last, and notes that the gate starts.
     *
     * @throws GateException when the chain was cut or changed
     */
    public void begin() {
        Optional<Checkpoint> last = directory.flatMap(files -> CheckpointFile.last(files.auditHead()));
        AuditHead head = store.read(queries -> queries.auditHead());
        AuditHead start = start();
        last.filter(checkpoint -> checkpoint.head().number() > start.number())
                .ifPresent(checkpoint -> requireMet(checkpoint, head));
        store.change(change -> {
            change.addSigner(key.id(), key.publicText());
            JsonObject what = JsonObject.empty().with("key", key.id());
            boolean unsure = directory.isPresent() && last.isEmpty() && head.number() > 0;
            change.audit(
                    AuditStep.STARTED,
                    clock.instant(),
                    AuditSubject.GATE,
                    unsure ? what.with("checkpoint", "missing") : what);
        });
        if (directory.isPresent()) {
            signNewest();
            signer.start();
        }
    }

    private void requireMet(Checkpoint checkpoint, AuditHead head) {
        if (!isPresent(checkpoint.head()) || !isSigned(checkpoint)) {
            throw new GateException("the audit was cut or changed: it ends with entry " + head.number()
                    + ", but the signed checkpoint names entry "
                    + checkpoint.head().number()
                    + " with another content; `licet audit verify` says more. To go on all the same, put"
                    + " `audit.head` aside: that is recorded");
        }
    }

    private boolean isPresent(AuditHead head) {
        return store.read(queries -> queries.audit(head.number() - 1, 1)).stream()
                .anyMatch(entry -> entry.head().equals(head));
    }

    private boolean isSigned(Checkpoint checkpoint) {
        if (checkpoint.key().equals(key.id())) {
            return checkpoint.isSignedBy(key.publicKey());
        }
        return store.read(queries -> queries.signer(checkpoint.key()))
                .filter(text -> checkpoint.isSignedBy(TicketKey.publicKey(text)))
                .isPresent();
    }

    /** Something has been written; its end is signed soon. */
    public void committed() {
        news.release();
    }

    /** Signing costs more than writing an entry, so that not every one is signed. */
    private void signAll() {
        try {
            do {
                news.acquire();
                news.drainPermits();
                try {
                    signNewest();
                } catch (GateException e) {
                    LOG.error("the end of the audit cannot be signed", e);
                }
            } while (!closed.await(SIGN_EVERY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The newest checkpoint, as it may be kept elsewhere. */
    public Checkpoint checkpoint() {
        return Checkpoint.sign(store.read(queries -> queries.auditHead()), clock.instant(), key);
    }

    private void signNewest() {
        signing.lock();
        try {
            if (directory.isEmpty()) {
                return;
            }
            AuditHead before = signed;
            if (before != null && !isPresent(before) && before.number() > start().number()) {
                throw new GateException("entry " + before.number()
                        + " of the audit was there and is not any more: what stands now is not signed");
            }
            Checkpoint newest = checkpoint();
            if (newest.head().number() == 0) {
                return;
            }
            signed = newest.head();
            try {
                DataDirectory.replace(directory.get().auditHead(), newest.line() + "\n");
                long thousands = newest.head().number() / CHECKPOINT_EVERY;
                if (thousands > collected) {
                    Files.writeString(
                            directory.get().auditCheckpoints(),
                            newest.line() + "\n",
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                    collected = thousands;
                }
            } catch (IOException e) {
                throw new GateException("cannot write the checkpoint of the audit: " + e.getMessage(), e);
            }
        } finally {
            signing.unlock();
        }
    }

    /**
     * What a check of the whole chain found.
     *
     * @param problems what does not fit, in order; empty for a chain that is whole
     * @param entries how many entries were looked at
     * @param head up to where the chain has come
     * @param checkpoints how many signed checkpoints were compared
     */
    public record Verified(List<String> problems, long entries, AuditHead head, int checkpoints) {
        public Verified {
            problems = List.copyOf(problems);
        }

        /** As JSON: {@code {"whole", "entries", "checkpoints", "number", "hash", "problems"}}. */
        public JsonObject document() {
            return JsonObject.empty()
                    .with("whole", problems.isEmpty())
                    .with("entries", entries)
                    .with("checkpoints", checkpoints)
                    .with("number", head.number())
                    .with("hash", head.hash())
                    .with(
                            "problems",
                            JsonArray.of(problems.stream().map(JsonString::new).toList()));
        }
    }

    /** Checks every entry, and that every signed checkpoint is met; {@code more} are checkpoints that were kept elsewhere. */
    public Verified verify(List<Checkpoint> more) {
        var problems = new ArrayList<String>();
        var signed = new ArrayList<Checkpoint>();
        List<Checkpoint> all = new ArrayList<>(more);
        directory.ifPresent(files -> {
            if (!Files.exists(files.auditHead())) {
                problems.add("there is no signed head in `" + files.auditHead() + "`: the end may have been cut off");
            }
            all.addAll(CheckpointFile.readable(files.auditCheckpoints(), problems));
            all.addAll(CheckpointFile.readable(files.auditHead(), problems));
        });
        AuditHead start = start();
        for (Checkpoint checkpoint : all) {
            if (!isSigned(checkpoint)) {
                problems.add("the checkpoint of entry " + checkpoint.head().number() + " is not signed by a known key");
            } else if (checkpoint.head().number() > start.number()) {
                signed.add(checkpoint);
            }
        }
        var check = new AuditCheck(start, signed);
        var misfiled = new ArrayList<String>();
        List<Queries.Filed> page = filed(start.number());
        while (!page.isEmpty()) {
            for (Queries.Filed each : page) {
                check.next(each.entry());
                if (!isFiledRight(each) && misfiled.size() < AuditCheck.MAX_PROBLEMS) {
                    misfiled.add("entry " + each.entry().number() + " is filed under what it does not say");
                }
            }
            page = filed(page.getLast().entry().number());
        }
        problems.addAll(check.problems());
        problems.addAll(misfiled);
        return new Verified(problems, check.entries(), check.head(), signed.size());
    }

    private List<Queries.Filed> filed(long number) {
        return store.read(queries -> queries.filed(number, PAGE));
    }

    /** Whether an entry is found under its own time, step, worker, session and tool. One without a heading is no entry. */
    private static boolean isFiledRight(Queries.Filed filed) {
        Optional<AuditEntry.Heading> heading = filed.entry().heading();
        try {
            JsonObject what =
                    JsonText.parseObject(filed.entry().text()).object("what").orElse(JsonObject.empty());
            return heading.isEmpty()
                    || (heading.get().step().equals(filed.step())
                            && heading.get().at().equals(filed.at().toString())
                            && filed.subject()
                                    .equals(new AuditSubject(
                                            what.text("workerId").orElse(""),
                                            what.text("sessionId").orElse(""),
                                            what.text("tool").orElse(""))));
        } catch (InvalidJson e) {
            // The check of the chain names it.
            return true;
        }
    }

    /** Behind what the chain begins: older entries may have been removed on purpose, which an entry of its own says. */
    private AuditHead start() {
        Optional<AuditEntry> first =
                store.read(queries -> queries.audit(0, 1)).stream().findFirst();
        if (first.isEmpty() || first.get().number() == 1) {
            return AuditHead.START;
        }
        String previous =
                first.get().heading().map(AuditEntry.Heading::previous).orElse("");
        long upTo = first.get().number() - 1;
        AuditSearch pruned = AuditSearch.newest(AuditSearch.MAX_LIMIT).withStep(AuditStep.PRUNED.text());
        boolean known = store.read(queries -> queries.audit(pruned)).stream()
                .anyMatch(entry -> saysPruned(entry, upTo, previous));
        return known ? new AuditHead(upTo, previous) : AuditHead.START;
    }

    private static boolean saysPruned(AuditEntry entry, long upTo, String hash) {
        boolean isOne = entry.heading()
                .filter(heading -> heading.step().equals(AuditStep.PRUNED.text()))
                .isPresent();
        try {
            JsonObject what = JsonText.parseObject(entry.text()).object("what").orElse(JsonObject.empty());
            return isOne
                    && what.text("hash").equals(Optional.of(hash))
                    && what.get("upTo").equals(Optional.of(JsonText.parse(String.valueOf(upTo))));
        } catch (InvalidJson e) {
            return false;
        }
    }

    /** What is done with each entry. */
    public interface Reader {
        void read(AuditEntry entry);
    }

    /** Reads every entry behind {@code number}, in order. */
    public void forEach(long number, Reader reader) {
        long position = number;
        while (true) {
            List<AuditEntry> page = behind(position, PAGE);
            page.forEach(reader::read);
            if (page.size() < PAGE) {
                return;
            }
            position = page.getLast().number();
        }
    }

    /** The first {@code most} entries behind {@code number}, in order. */
    public List<AuditEntry> behind(long number, int most) {
        return store.read(queries -> queries.audit(number, most));
    }

    /** The newest entries that fit {@code search}, the newest first. */
    public List<AuditEntry> search(AuditSearch search) {
        return store.read(queries -> queries.audit(search));
    }

    /** Removes what ended before {@code before}, entries and approvals, and notes it; says up to which entry. */
    public Optional<AuditHead> prune(Instant before, String actor) {
        if (before.isAfter(clock.instant().minus(Submission.COLLECT_WITHIN))) {
            throw new IllegalArgumentException("what ended less than " + Submission.COLLECT_WITHIN.toMinutes()
                    + " minutes ago is still needed; prune what is older");
        }
        return store.write(change -> {
            Optional<AuditHead> removed = change.prune(before);
            removed.ifPresent(head -> change.audit(
                    AuditStep.PRUNED,
                    clock.instant(),
                    AuditSubject.GATE,
                    pruned(actor, head).with("before", before.toString())));
            return removed;
        });
    }

    /** Removes all but the newest {@code entries}, once there are twice as many, and notes it. */
    public void keepNewest(int entries) {
        long first = store.read(queries -> queries.audit(0, 1)).stream()
                .mapToLong(AuditEntry::number)
                .findFirst()
                .orElse(0);
        long keep = store.read(queries -> queries.auditHead()).number() - entries;
        if (keep - first > entries) {
            store.change(change -> change.cutAudit(keep)
                    .ifPresent(head ->
                            change.audit(AuditStep.PRUNED, clock.instant(), AuditSubject.GATE, pruned("licet", head))));
        }
    }

    private static JsonObject pruned(String actor, AuditHead head) {
        return JsonObject.empty().with("by", actor).with("hash", head.hash()).with("upTo", head.number());
    }

    /** Notes that a call came in that could not be read. */
    public void refused(String why) {
        store.change(change -> {
            change.audit(
                    AuditStep.REFUSED,
                    clock.instant(),
                    AuditSubject.GATE,
                    JsonObject.empty().with("why", dev.licet.core.audit.Redaction.of(why)));
        });
    }

    @Override
    public void close() {
        if (closed.getCount() == 0) {
            return;
        }
        closed.countDown();
        news.release();
        awaitSigner();
        try {
            signNewest();
        } catch (GateException e) {
            LOG.warn("the end of the audit could not be signed at the end: {}", e.getMessage());
        }
    }

    /** Nothing is signed once the store is closed; whoever is interrupted stays so. */
    private void awaitSigner() {
        boolean interrupted = Thread.interrupted();
        try {
            signer.join(CLOSING.toMillis());
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
