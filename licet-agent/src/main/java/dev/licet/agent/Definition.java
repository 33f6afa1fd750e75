package dev.licet.agent;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Located;
import dev.licet.gate.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a Markdown file with a heading of keys defines: a skill, or a type of agents.
 *
 * @param name by which it is used: that of its file or folder
 * @param description what it is for, from the heading; empty for nothing
 * @param allows what it wants to be allowed, as its heading's {@code tools} lists it
 * @param text the whole file
 * @param body the file behind its heading
 */
record Definition(String name, String description, List<String> allows, String text, String body) {
    private static final int MAX_BYTES = 200_000;
    private static final int MOST = 200;

    /** The file, its folder, and the two that the folders of definitions are below of. */
    private static final int LEVELS = 4;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int MAX_HEADING = 20_000;
    private static final Pattern HEADING =
            Pattern.compile("\\A\ufeff?---\\R(.*?)^---\\s*$", Pattern.DOTALL | Pattern.MULTILINE);

    Definition {
        allows = List.copyOf(allows);
    }

    /** Those in {@code folders}, each a file {@code NAME.md} there; of two of a name the first. */
    static List<Definition> files(List<Path> folders) {
        return in(folders, "", ".md");
    }

    /** Those in {@code folders}, each a folder {@code NAME} with a file {@code file}; of two of a name the first. */
    static List<Definition> folders(List<Path> folders, String file) {
        return in(folders, file, "");
    }

    private static List<Definition> in(List<Path> folders, String file, String ending) {
        var all = new ArrayList<Definition>();
        for (Path folder : folders) {
            for (Path each : entries(folder)) {
                String name = Objects.requireNonNull(each.getFileName()).toString();
                String plain = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : "";
                boolean known = all.stream().anyMatch(one -> one.name().equals(plain));
                if (!known && NAME.matcher(plain).matches() && all.size() < MOST) {
                    read(plain, file.isEmpty() ? each : each.resolve(file)).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    private static List<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** What {@code file} defines; one that cannot be read defines nothing. */
    private static Optional<Definition> read(String name, Path file) {
        if (!Files.isRegularFile(file) || isLinked(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            return bytes.length > MAX_BYTES
                    ? Optional.empty()
                    : Optional.of(parse(name, new String(bytes, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** INVARIANT (same path): a workspace must not have the model told what stands elsewhere. */
    private static boolean isLinked(Path file) {
        Path path = file.toAbsolutePath();
        for (int i = 0; i < LEVELS && path != null; i++) {
            if (Files.isSymbolicLink(path)) {
                return true;
            }
            path = path.getParent();
        }
        return false;
    }

    static Definition parse(String name, String text) {
        Matcher heading = HEADING.matcher(text.substring(0, Math.min(text.length(), MAX_HEADING)));
        if (!heading.find()) {
            return new Definition(name, "", List.of(), text, text);
        }
        String body = text.substring(heading.end()).strip();
        JsonObject keys = keys(heading.group(1));
        return new Definition(
                name,
                keys.text("description").orElse(""),
                Stream.of("tools", "allowed-tools")
                        .flatMap(key -> keys.get(key).stream())
                        .flatMap(Definition::texts)
                        .toList(),
                text,
                body);
    }

    /** What a heading says; one that cannot be read says nothing. */
    private static JsonObject keys(String heading) {
        try {
            return Located.json(Yaml.parse(heading)) instanceof JsonObject object ? object : JsonObject.empty();
        } catch (InvalidJson e) {
            return JsonObject.empty();
        }
    }

    /** The texts in a list, or in one text between commas that stand in no brackets. */
    private static Stream<String> texts(JsonValue value) {
        return switch (value) {
            case JsonArray list -> list.elements().stream().flatMap(Definition::texts);
            case JsonString text -> parts(text.value()).stream();
            default -> Stream.of();
        };
    }

    /** What stands between commas that stand in no brackets. */
    private static List<String> parts(String text) {
        var parts = new ArrayList<String>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && (depth <= 0 || i == text.length())) {
                String part = text.substring(start, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = i + 1;
            }
        }
        return parts;
    }
}
