package dev.licet.core.call;

import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.json.Sha256;
import dev.licet.core.json.Utf8Text;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What identifies a call: SHA-256 of the canonical JSON (RFC 8785) of its tool, arguments, directory, environment, worker
 * and session.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record CallDigest(String hex) {
    /** A line of ordinary words. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+ -]+");

    private static final Pattern BLANKS = Pattern.compile(" +");

    public CallDigest {
        if (!Sha256.isHex(hex)) {
            throw new IllegalArgumentException("a digest has 64 hexadecimal digits: `" + hex + "`");
        }
    }

    /** What the command line of {@code call} is told by from any other, and from itself in another directory; empty if it has none. */
    public static Optional<CallDigest> ofLine(ToolCall call) {
        ToolTable tools = ToolTable.standard();
        Optional<String> line = call.arguments().text("command");
        if (tools.kind(call.tool()) != ToolKind.SHELL || line.isEmpty()) {
            return Optional.empty();
        }
        var heeded = new LinkedHashMap<>(call.arguments().members());
        heeded.keySet().removeIf(argument -> tools.isSaid(call.tool(), argument));
        heeded.put("command", new JsonString(inOneSpelling(line.get())));
        return Optional.of(of(call.withTool(tools.ruleName(call.tool())).withArguments(new JsonObject(heeded))));
    }

    /** More blanks between words mean nothing to any shell, as long as nothing is quoted. */
    private static String inOneSpelling(String line) {
        return PLAIN.matcher(line).matches() ? BLANKS.matcher(line.strip()).replaceAll(" ") : line;
    }

    static CallDigest of(ToolCall call) {
        return new CallDigest(Sha256.hex(text -> write(call, text)));
    }

    /** The members stand in alphabetical order. */
    private static void write(ToolCall call, Utf8Text text) {
        text.append("{\"arguments\":");
        CanonicalJson.append(call.arguments(), text);
        member("cwd", new JsonString(call.directory()), text);
        member("env", JsonObject.ofTexts(call.environment()), text);
        member("session", new JsonString(call.session().text()), text);
        member("tool", new JsonString(call.tool()), text);
        member("worker", new JsonString(call.worker().text()), text);
        text.append("}");
    }

    private static void member(String name, JsonValue value, Utf8Text text) {
        text.append(",\"").append(name).append("\":");
        CanonicalJson.append(value, text);
    }
}
