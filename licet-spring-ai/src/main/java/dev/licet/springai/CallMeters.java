package dev.licet.springai;

import dev.licet.gate.agent.Result;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;

/** The timer {@code licet.calls}, by tool and outcome: ran, failed, refused or stopped. Thread-safe. */
final class CallMeters implements CallListener {
    private final ObjectProvider<MeterRegistry> registry;

    CallMeters(ObjectProvider<MeterRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public void over(String tool, Result<String> result, Duration took) {
        registry.ifAvailable(meters -> meters.timer("licet.calls", "tool", tool, "outcome", outcome(result))
                .record(took));
    }

    private static String outcome(Result<String> result) {
        return switch (result) {
            case Result.Ran<String> ran -> "ran";
            case Result.Failed<String> failed -> "failed";
            case Result.Refused<String> refused -> refused.stops() ? "stopped" : "refused";
        };
    }
}
