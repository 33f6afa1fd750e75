package dev.licet.client;

import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Puts the lines of an event stream together (HTML standard, "Server-sent events"). */
final class EventReader {
    private final Consumer<LicetClient.Event> receiver;
    private OptionalLong id = OptionalLong.empty();
    private String name = "";
    private String data = "";

    EventReader(Consumer<LicetClient.Event> receiver) {
        this.receiver = receiver;
    }

    void line(String line) {
        if (line.startsWith("id: ")) {
            id = OptionalLong.of(Long.parseLong(line.substring("id: ".length())));
        } else if (line.startsWith("event: ")) {
            name = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
            data = line.substring("data: ".length());
        } else if (line.isEmpty() && !data.isEmpty()) {
            try {
                receiver.accept(new LicetClient.Event(id, name, JsonText.parseObject(data)));
            } catch (InvalidJson e) {
                throw new GateException("the server sends an event that is not JSON: " + e.getMessage(), e);
            }
            name = "";
            data = "";
        }
    }
}
