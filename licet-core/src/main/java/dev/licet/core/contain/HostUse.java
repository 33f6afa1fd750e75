package dev.licet.core.contain;

import dev.licet.core.json.JsonValue.JsonObject;
import java.math.BigDecimal;

/**
 * What a command within bounds had to do with a host.
 *
 * @param host as it was named
 * @param port its port
 * @param times how often it was connected, or tried to be
 * @param sent bytes that went there, in all
 * @param received bytes that came from there, in all
 * @param refused why it was not reached, in words that hold no hidden characters; empty if it was
 * @param unnamed whether it was not reached because no rule names it
 */
public record HostUse(String host, int port, int times, long sent, long received, String refused, boolean unnamed) {
    /** One that was reached. */
    public HostUse(String host, int port, int times, long sent, long received) {
        this(host, port, times, sent, received, "", false);
    }

    /** One that was not. */
    public HostUse(String host, int port, int times, String refused, boolean unnamed) {
        this(host, port, times, 0, 0, refused, unnamed);
    }

    /** Whether it was reached. */
    public boolean isReached() {
        return refused.isEmpty();
    }

    /** What a rule calls it that means its port, too. */
    public String pattern() {
        return NamedHost.isUsual(port) ? host : host + ":" + port;
    }

    /** Its form in documents: {@code {host, port, times, sent?, received?, refused?, unnamed?}}. */
    public JsonObject form() {
        JsonObject form =
                JsonObject.empty().with("host", host).with("port", port).with("times", times);
        if (isReached()) {
            return form.with("sent", sent).with("received", received);
        }
        return unnamed ? form.with("refused", refused).with("unnamed", true) : form.with("refused", refused);
    }

    /**
     * What {@link #form} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static HostUse of(JsonObject form) {
        return new HostUse(
                form.text("host").orElseThrow(() -> new IllegalArgumentException("`host` is a text")),
                (int) number(form, "port"),
                (int) number(form, "times"),
                number(form, "sent"),
                number(form, "received"),
                form.text("refused").orElse(""),
                form.isTrue("unnamed"));
    }

    private static long number(JsonObject form, String name) {
        return form.number(name).map(BigDecimal::longValue).orElse(0L);
    }
}
