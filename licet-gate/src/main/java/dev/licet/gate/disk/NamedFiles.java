package dev.licet.gate.disk;

import dev.licet.core.glob.Glob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Searches a folder for names. */
final class NamedFiles {
    /** More files than these are not looked through. */
    private static final int MAX_FILES = 1_000_000;

    /** More than these are not told. */
    private static final int MAX_FOUND = 5_000;

    /** So many names are known by heart. */
    private static final int MAX_NAMES = 20_000;

    private static final int SECONDS = 20;

    /** To make one of many patterns takes longer than most folders do. */
    private static final AtomicReference<Known> LAST = new AtomicReference<>(new Known(List.of("*"), Glob.of("*")));

    private NamedFiles() {}

    /** The pattern for a list of patterns. */
    private record Known(List<String> patterns, Glob any) {}

    /** The paths below {@code folder}, of folders with a slash at the end, whose last name one of {@code patterns} matches; empty if there are too many to tell. */
    static Optional<List<String>> below(Path folder, List<String> patterns) throws IOException, InterruptedException {
        Glob any = any(patterns);
        Path find = Path.of("/usr/bin/find");
        return Files.isExecutable(find) ? byFind(find, folder, any) : byWalking(folder, any);
    }

    /** A pattern that matches what one of {@code patterns} does. They are mostly those of the last search. */
    private static Glob any(List<String> patterns) {
        Known known = Objects.requireNonNull(LAST.get(), "one is always there");
        if (!known.patterns().equals(patterns)) {
            String all = String.join(",", patterns);
            known = new Known(List.copyOf(patterns), Glob.of(patterns.size() == 1 ? all : "{" + all + "}"));
            LAST.set(known);
        }
        return known.any();
    }

    /** A program in C reads a folder of many thousand files in a tenth of the time. */
    private static Optional<List<String>> byFind(Path find, Path folder, Glob any)
            throws IOException, InterruptedException {
        List<String> words = List.of("-mindepth", "1", "-type", "d", "-printf", "%p/\\0", "-o", "-printf", "%p\\0");
        var command = new ArrayList<>(List.of(find.toString(), folder.toString()));
        command.addAll(words);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        try (InputStream in = process.getInputStream()) {
            Optional<List<String>> found = matching(in, any);
            boolean ended = found.isEmpty() || process.waitFor(SECONDS, TimeUnit.SECONDS);
            return ended ? found : Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<List<String>> matching(InputStream in, Glob any) throws IOException {
        var found = new ArrayList<String>();
        // Most names are in many folders.
        var seen = new HashMap<String, Boolean>();
        byte[] buffer = new byte[64 * 1024];
        byte[] path = new byte[16 * 1024];
        int length = 0;
        int files = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            for (int i = 0; i < n; i++) {
                if (buffer[i] != 0) {
                    if (length == path.length) {
                        return Optional.empty();
                    }
                    path[length++] = buffer[i];
                    continue;
                }
                int end = length > 0 && path[length - 1] == '/' ? length - 1 : length;
                int start = end;
                while (start > 0 && path[start - 1] != '/') {
                    start--;
                }
                String name = new String(path, start, end - start, StandardCharsets.UTF_8);
                if (seen.size() > MAX_NAMES) {
                    seen.clear();
                }
                if (seen.computeIfAbsent(name, any::matches)) {
                    try {
                        found.add(exact(path, length));
                    } catch (CharacterCodingException e) {
                        // Nobody could name the file so that it is the same one.
                        return Optional.empty();
                    }
                }
                length = 0;
                files++;
                if (files > MAX_FILES || found.size() > MAX_FOUND) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(found);
    }

    private static String exact(byte[] path, int length) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(path, 0, length))
                .toString();
    }

    private static Optional<List<String>> byWalking(Path folder, Glob any) throws IOException {
        var found = new ArrayList<String>();
        int files = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) all.skip(1)::iterator) {
                if (any.matches(file.getFileName().toString())) {
                    boolean inside = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
                    found.add(inside ? file + "/" : file.toString());
                }
                files++;
                if (files > MAX_FILES || found.size() > MAX_FOUND) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(found);
    }
}
