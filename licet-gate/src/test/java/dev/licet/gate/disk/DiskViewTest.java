package dev.licet.gate.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskViewTest {
    private final DiskView view = new DiskView();

    @Test
    void below_listsAFolderWithAllThatIsInIt(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/b/.env"), "");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a"));
        assertEquals(
                Optional.of(Set.of("", "a", "a/b", "a/b/.env", "link")),
                view.below(folder.toString()).map(Set::copyOf));
        assertEquals(
                Optional.of(List.of("")), view.below(folder.resolve("a/b/.env").toString()));
    }

    @Test
    void below_ofNothing_isNothing(@TempDir Path folder) {
        assertEquals(Optional.of(List.of()), view.below(folder.resolve("none").toString()));
    }

    @Test
    void below_ofMoreThanIsLookedAt_isNotKnown(@TempDir Path folder) throws IOException {
        for (int i = 0; i < 5_001; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
        assertEquals(Optional.empty(), view.below(folder.toString()));
    }
}
