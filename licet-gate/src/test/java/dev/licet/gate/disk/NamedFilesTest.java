package dev.licet.gate.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFilesTest {
    @TempDir
    private Path folder;

    private Optional<List<String>> named(String... patterns) {
        return new DiskView()
                .named(folder.toString(), List.of(patterns))
                .map(found -> found.stream()
                        .map(path -> path.substring(folder.toString().length()))
                        .sorted()
                        .toList());
    }

    private void file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file);
    }

    @Test
    void filesAndFolders_areFoundByTheirNames_atAnyDepth() throws IOException {
        file("a/b/.env");
        file("a/b/.env.local");
        file("a/key.pem");
        file("secret/x");
        file("plain");
        Files.createSymbolicLink(folder.resolve("link.pem"), Path.of("/nowhere"));
        assertEquals(
                Optional.of(List.of("/a/b/.env", "/a/b/.env.local", "/a/key.pem", "/link.pem", "/secret/")),
                named(".env", ".env.*", "*.pem", "secret"));
        assertEquals(Optional.of(List.of()), named("nothing"));
    }

    @Test
    void whatIsNotThere_cannotBeTold() {
        assertEquals(Optional.empty(), new DiskView().named(folder + "/gone", List.of("*")));
    }

    @Test
    void tooMany_cannotBeTold() throws IOException {
        for (int i = 0; i < 5_001; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
        assertEquals(Optional.empty(), named("f*"));
        assertEquals(Optional.of(List.of("/f1")), named("f1"));
    }
}
