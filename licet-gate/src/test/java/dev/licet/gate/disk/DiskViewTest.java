package dev.licet.gate.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.SeenFiles;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Span;
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

    @Test
    void whatIsListed_goesThroughLinks_andTheyAreNoFolders(@TempDir Path folder) throws IOException {
        Path workspace = Files.createDirectories(folder.toRealPath().resolve("workspace"));
        Path other = Files.createDirectories(folder.toRealPath().resolve("other"));
        Files.createFile(other.resolve("o.txt"));
        Files.createFile(workspace.resolve("a.txt"));
        Files.createSymbolicLink(workspace.resolve("d"), other);
        Files.createSymbolicLink(workspace.resolve("gone"), other.resolve("none"));
        var view = new SeenFiles(new DiskView());
        String there = workspace.toString();
        assertEquals(
                List.of("", "a.txt", "d", "d/o.txt", "gone"),
                view.below(there, Place.Extent.LISTED).orElseThrow().stream()
                        .sorted()
                        .toList());
        assertEquals(other.resolve("o.txt").toString(), view.canonical(there + "/d/o.txt"));
        view.below(there, Place.Extent.LINKED);
        assertEquals(other.resolve("p.txt").toString(), view.canonical(there + "/d/p.txt"));
        var context = new JudgeContext(there, "/home/nobody", "/home/nobody/.licet", view);
        var names = new Place.Below(".", there, List.of("*.txt"), List.of(), Place.Extent.LISTED);
        var removed = new Fact.Deletes(names, Fact.Role.OPERAND, new Span(0, 1));
        assertEquals(Optional.of(false), NamedPath.of(removed, context).map(NamedPath::isInsideWorkspace));
        Files.delete(workspace.resolve("d"));
        var after = new JudgeContext(there, "/home/nobody", "/home/nobody/.licet", new SeenFiles(new DiskView()));
        assertEquals(Optional.of(true), NamedPath.of(removed, after).map(NamedPath::isInsideWorkspace));
    }
}
