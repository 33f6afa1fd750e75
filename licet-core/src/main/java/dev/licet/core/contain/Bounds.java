package dev.licet.core.contain;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import java.util.List;

/**
 * What a command may do at most, whatever it is. It sees the system's programs, what package managers keep, and the folders
 * named here; it reaches no other process, of the network no more than the hosts named here, and its environment holds no
 * secrets.
 *
 * @param writable absolute paths, links followed, of the folders in which it may change files; the workspace first
 * @param masked absolute paths of files and folders that it does not see the content of
 * @param hosts the hosts that it reaches
 */
public record Bounds(List<String> writable, List<String> masked, Hosts hosts) {
    public Bounds {
        writable = List.copyOf(writable);
        masked = List.copyOf(masked);
        if (writable.isEmpty()) {
            throw new IllegalArgumentException("bounds need a folder to work in");
        }
    }

    /** Bounds in which no host is reached. */
    public Bounds(List<String> writable, List<String> masked) {
        this(writable, masked, Hosts.NONE);
    }

    /** The same without any host. */
    public Bounds offline() {
        return new Bounds(writable, masked);
    }

    /** The folder that the call works in. */
    public String workspace() {
        return writable.getFirst();
    }

    /** Their form in documents: {@code {writable, masked, hosts?}}. */
    public JsonObject form() {
        JsonObject form = JsonObject.empty().with("writable", texts(writable)).with("masked", texts(masked));
        return hosts.areAny() ? form.with("hosts", hosts.form()) : form;
    }

    private static JsonArray texts(List<String> texts) {
        return JsonArray.of(texts.stream().map(JsonString::new).toList());
    }

    /**
     * What {@link #form} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static Bounds of(JsonObject form) {
        return new Bounds(paths(form, "writable"), paths(form, "masked"), Hosts.of(form.elements("hosts")));
    }

    private static List<String> paths(JsonObject form, String name) {
        return form.elements(name).stream().map(Bounds::path).toList();
    }

    private static String path(JsonValue value) {
        if (value instanceof JsonString path && path.value().startsWith("/")) {
            return path.value();
        }
        throw new IllegalArgumentException("bounds name absolute paths");
    }
}
