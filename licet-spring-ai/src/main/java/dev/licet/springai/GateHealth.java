package dev.licet.springai;

import dev.licet.gate.agent.ToolGate;
import dev.licet.gate.data.GateException;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the gate answers; while it does not, every call of a tool is refused. */
final class GateHealth extends AbstractHealthIndicator {
    private final ToolGate gate;

    GateHealth(ToolGate gate) {
        super("the gate does not answer");
        this.gate = gate;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
        try {
            gate.reach();
        } catch (GateException e) {
            builder.down().withDetail("error", String.valueOf(e.getMessage()));
            return;
        }
        builder.up();
        try {
            builder.withDetail("pending", gate.pending().size());
        } catch (GateException e) {
            // Who may make calls need not be told what waits.
        }
    }
}
