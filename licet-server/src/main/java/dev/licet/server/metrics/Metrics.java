package dev.licet.server.metrics;

import dev.licet.core.approval.Answer;
import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalState;
import dev.licet.gate.Gate;
import dev.licet.gate.data.GateException;
import dev.licet.server.access.Caller;
import dev.licet.server.access.Principal;
import dev.licet.server.api.Feed;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import dev.licet.server.settings.ServerSettings.Telemetry;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the server counts: requests by surface and status, approvals by how they ended and over which channel, how long a
 * person took, and how many wait. Nothing in it names a session, a call or a person. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

    /** How long a collector may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Set<String> SURFACES = Set.of("v1", "hooks", "trpc", "connectonion", "metrics", "health");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CompositeMeterRegistry all = new CompositeMeterRegistry();
    private final Gate gate;
    private final Thread follower;

    /** Counts what happens at {@code gate}; sends it to {@code telemetry} as well, where there is one. */
    public Metrics(Gate gate, Feed feed, Optional<Telemetry> telemetry) {
        this.gate = gate;
        all.add(registry);
        telemetry.ifPresent(where -> all.add(OtlpMeterRegistry.builder(new Collector(where))
                .clock(Clock.SYSTEM)
                .metricsSender(sender(where))
                .build()));
        Gauge.builder("licet.pending", this, Metrics::pending)
                .description("approvals that wait for a person")
                .register(all);
        new UptimeMetrics().bindTo(all);
        new JvmMemoryMetrics().bindTo(all);
        this.follower = Thread.startVirtualThread(() -> follow(feed));
    }

    /** Sends what was counted; a collector that does not take it gets more the next time. */
    private static OtlpMetricsSender sender(Telemetry where) {
        var http = new OtlpHttpMetricsSender(new HttpUrlConnectionSender(PATIENCE, PATIENCE));
        return request -> {
            try {
                http.send(request);
            } catch (Exception e) {
                LOG.warn("the collector at {} does not take the metrics: {}", where.otlp(), e.getMessage());
            }
        };
    }

    /** An OpenTelemetry collector as Micrometer wants it described. */
    private record Collector(Telemetry where) implements OtlpConfig {
        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public String url() {
            return where.otlp().toString();
        }

        @Override
        public Duration step() {
            return where.every();
        }

        @Override
        public Map<String, String> resourceAttributes() {
            return Map.of("service.name", "licet");
        }
    }

    private double pending() {
        try {
            return gate.pendingCount();
        } catch (GateException e) {
            return Double.NaN;
        }
    }

    private void follow(Feed feed) {
        try {
            feed.follow(
                    OptionalLong.of(gate.lastEvent()),
                    new Caller(Principal.OWNER, "metrics", Caller.OWNER),
                    new Feed.Receiver() {
                        @Override
                        public void next(long id, Approval approval) {
                            count(approval);
                        }

                        @Override
                        public void idle() {
                            // Nothing happened, so there is nothing to count.
                        }
                    });
        } catch (InterruptedException | IOException | GateException e) {
            // The server ends, or the counting does; the gate goes on.
            Thread.currentThread().interrupt();
        }
    }

    private void count(Approval approval) {
        if (approval.isPending()) {
            Counter.builder("licet.asked")
                    .description("calls that a person was asked about")
                    .register(all)
                    .increment();
            return;
        }
        switch (approval.state()) {
            case ApprovalState.Pending pending -> {}
            case ApprovalState.Approved approved -> answered(approval, approved.answer());
            case ApprovalState.Rejected rejected -> answered(approval, rejected.answer());
            case ApprovalState.Expired expired -> ended(approval, "none");
            case ApprovalState.Cancelled cancelled -> ended(approval, "none");
        }
    }

    private void answered(Approval approval, Answer answer) {
        ended(approval, answer.channel());
        Timer.builder("licet.answer")
                .description("how long it took until a person had answered")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(100))
                .maximumExpectedValue(Duration.ofHours(1))
                .register(all)
                .record(between(approval.askedAt(), answer.at()));
    }

    private static Duration between(Instant asked, Instant answered) {
        Duration taken = Duration.between(asked, answered);
        return taken.isNegative() ? Duration.ZERO : taken;
    }

    private void ended(Approval approval, String channel) {
        Counter.builder("licet.ended")
                .description("approvals that ended, by state and channel")
                .tag("state", approval.state().text())
                .tag("channel", channel)
                .register(all)
                .increment();
    }

    /** Counts a request that was answered. */
    public void count(HttpRequest request, HttpReply reply) {
        String first = request.path().replaceFirst("^/([^/]*).*", "$1");
        Counter.builder("licet.requests")
                .description("requests by surface and status")
                .tag("surface", SURFACES.contains(first) ? first : "page")
                .tag("status", String.valueOf(reply.status()))
                .register(all)
                .increment();
    }

    /** Everything counted so far. */
    public HttpReply page() {
        return new HttpReply.Full(
                200,
                "text/plain; version=0.0.4; charset=utf-8",
                Map.of("Cache-Control", "no-store"),
                registry.scrape().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        follower.interrupt();
        all.close();
    }
}
