package dev.licet.server.hook;

import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.hook.HookHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * The module that a host loads which has no hooks of its own: it starts the hook before each tool. What all of them share is
 * in {@code module.js}, what one host calls is in a file of its name; Kilo calls what OpenCode does.
 */
public final class HookModule {
    private static final String MARK = "// Asks Licet before each tool: made by `licet install ";
    private static final String COMMAND = "const command = ";
    private static final String END = ";";

    private HookModule() {}

    /** The text of the module for {@code host} that starts {@code command}, a line for the shell. */
    public static String of(HookHost host, String command) {
        return MARK + host.text() + "`, which takes it out again with `--uninstall`.\n"
                + resource("module.js") + "\n" + COMMAND + JsonText.write(new JsonString(command)) + END + "\n\n"
                + resource((host == HookHost.KILO ? HookHost.OPENCODE : host).text() + ".js");
    }

    /** Whether {@code text} is such a module, whatever is left of it. */
    public static boolean isOwn(String text) {
        return text.startsWith(MARK);
    }

    /** The command that a module starts; empty if {@code text} is none. */
    public static Optional<String> command(String text) {
        return isOwn(text)
                ? text.lines()
                        .filter(line -> line.startsWith(COMMAND) && line.endsWith(END))
                        .map(line -> line.substring(COMMAND.length(), line.length() - END.length()))
                        .flatMap(literal -> value(literal).stream())
                        .findFirst()
                : Optional.empty();
    }

    private static Optional<String> value(String literal) {
        try {
            return JsonText.parseObject("{\"command\":" + literal + "}").text("command");
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HookModule.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read `" + name + "`", e);
        }
    }
}
