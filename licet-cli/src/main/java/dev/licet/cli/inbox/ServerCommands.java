package dev.licet.cli.inbox;

import dev.licet.cli.approval.ChangedCall;
import dev.licet.cli.approval.ShownApproval;
import dev.licet.cli.approval.Why;
import dev.licet.client.LicetClient;
import dev.licet.core.display.SafeText;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.GateException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Carries out orders at a server, one after the other, and tells what comes of them. Thread-safe. */
final class ServerCommands {
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private final LicetClient client;
    private final Consumer<InboxEvent> news;
    private final ExecutorService orders =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("orders").factory());

    /** What is to be brought up to date, and is not yet. */
    private final Set<Tab> loading = ConcurrentHashMap.newKeySet();

    /** What was answered and has not reached the server. */
    private final Set<String> unsent = ConcurrentHashMap.newKeySet();

    ServerCommands(LicetClient client, Consumer<InboxEvent> news) {
        this.client = client;
        this.news = news;
    }

    /** Carries {@code order} out, later. */
    void carryOut(InboxCommand.Errand order) {
        boolean again = order instanceof InboxCommand.Load load && !loading.add(load.tab());
        if (again) {
            // It is on its way.
            return;
        }
        answered(order).ifPresent(unsent::add);
        orders.execute(() -> {
            if (order instanceof InboxCommand.Load load) {
                loading.remove(load.tab());
            }
            try {
                news(order);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (GateException e) {
                failed(order, String.valueOf(e.getMessage()));
            } catch (RuntimeException e) {
                // Whatever a server answers, the person is told and goes on.
                failed(order, "what the server answers is not understood: " + e.getMessage());
            }
        });
    }

    private void news(InboxCommand.Errand order) throws InterruptedException {
        switch (order) {
            case InboxCommand.Approve approve -> answered(order, client.approve(approve.id(), approve.body()));
            case InboxCommand.Deny deny -> answered(order, client.deny(deny.id(), deny.body()));
            case InboxCommand.Choose choose -> choose(choose);
            case InboxCommand.Explain explain ->
                news.accept(new InboxEvent.Explained(explain.approval().id(), Why.lines(explain.approval(), client)));
            case InboxCommand.TryOut tryOut -> tryOut(tryOut);
            case InboxCommand.Revoke revoke -> {
                LicetClient.Reply reply = client.delete("/v1/grants/" + revoke.grant());
                said(reply, "taken back");
                load(Tab.GRANTS);
            }
            case InboxCommand.EndFullAccess end -> {
                JsonObject body = JsonObject.empty()
                        .with("workerId", end.worker())
                        .with("sessionId", end.session())
                        .with("event", "full-access-ended");
                said(client.post("/v1/sessions", body), "full access has ended");
                load(Tab.SESSIONS);
            }
            case InboxCommand.Load load -> load(load.tab());
        }
    }

    /** The approval that {@code order} answers; empty when it answers none. */
    private static Optional<String> answered(InboxCommand.Errand order) {
        return switch (order) {
            case InboxCommand.Approve approve -> Optional.of(approve.id());
            case InboxCommand.Deny deny -> Optional.of(deny.id());
            default -> Optional.empty();
        };
    }

    private void answered(InboxCommand.Errand order, LicetClient.Reply reply) {
        answered(order).ifPresent(unsent::remove);
        if (reply.status() != 200) {
            failed(order, reply.detail());
        }
    }

    private void failed(InboxCommand.Errand order, String why) {
        String line = SafeText.oneLine(why);
        news.accept(
                switch (order) {
                    case InboxCommand.Approve approve -> new InboxEvent.Failed(approve.id(), line);
                    case InboxCommand.Deny deny -> new InboxEvent.Failed(deny.id(), line);
                    case InboxCommand.Choose choose -> new InboxEvent.Failed(choose.id(), line);
                    default -> new InboxEvent.Said(line);
                });
    }

    private void said(LicetClient.Reply reply, String done) {
        news.accept(new InboxEvent.Said(reply.status() == 200 ? done : SafeText.oneLine(reply.detail())));
    }

    private void choose(InboxCommand.Choose choose) throws InterruptedException {
        LicetClient.Reply reply = client.get("/v1/approvals/" + choose.id() + "/choices");
        // Who may not look at the choices can still allow it once, or deny it.
        news.accept(new InboxEvent.Choices(choose.id(), reply.status() == 200 ? reply.document() : JsonObject.empty()));
    }

    private void tryOut(InboxCommand.TryOut order) throws InterruptedException {
        LicetClient.Reply reply = client.post(
                "/v1/approvals/" + order.approval().id() + "/preview",
                JsonObject.empty().with("arguments", order.arguments()));
        news.accept(
                reply.status() == 200
                        ? new InboxEvent.TriedOut(
                                order.approval(), new ChangedCall(reply.document(), order.arguments()))
                        : new InboxEvent.Said(SafeText.oneLine(reply.detail())));
    }

    private void load(Tab tab) throws InterruptedException {
        switch (tab) {
            case INBOX -> {}
            case HISTORY -> {
                LicetClient.Reply newest = client.get("/v1/approvals?state=all");
                Set<String> open = objects(client.get("/v1/approvals"), "approvals").stream()
                        .map(form -> new ShownApproval(form).id())
                        .collect(Collectors.toSet());
                news.accept(new InboxEvent.Listed(objects(newest, "approvals"), open));
            }
            case GRANTS -> news.accept(new InboxEvent.Granted(objects(client.get("/v1/grants"), "grants")));
            case SESSIONS -> news.accept(new InboxEvent.Running(objects(client.get("/v1/sessions"), "sessions")));
        }
    }

    private static List<JsonObject> objects(LicetClient.Reply reply, String name) {
        if (reply.status() != 200) {
            throw new GateException(reply.detail());
        }
        return ShownApproval.objects(reply.document(), name);
    }

    /**
     * Waits a moment for what is still to be sent, and does nothing more: who answers and leaves at once has answered.
     *
     * @return how many approvals were answered without the server taking notice
     */
    int finish() throws InterruptedException {
        orders.shutdown();
        boolean done = orders.awaitTermination(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
        if (!done) {
            orders.shutdownNow();
        }
        return unsent.size();
    }
}
