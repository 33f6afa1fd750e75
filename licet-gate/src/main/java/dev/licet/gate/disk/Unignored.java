package dev.licet.gate.disk;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What lies below a folder without what git ignores there, as ripgrep and its like look at it: the folder itself counts even
 * if it is ignored, and outside of a repository nothing is. Follows no links. For one walk and one thread.
 */
final class Unignored extends SimpleFileVisitor<Path> {
    private static final String IGNORE = ".gitignore";

    /** Patterns that take longer than this are somebody's who wants that. */
    private static final Duration MOST_TIME = Duration.ofSeconds(2);

    /** These go before {@code .gitignore} in the programs that know them; only what they take back counts here. */
    private static final List<String> STRONGER = List.of(".ignore", ".rgignore");

    private final Path start;
    private final int most;
    private final List<Path> found = new ArrayList<>();

    /** Each folder on the way down to where the walk is. */
    private final Deque<Level> levels = new ArrayDeque<>();

    private final long end = System.nanoTime() + MOST_TIME.toNanos();

    /** Whether there is more than is looked at, or what is ignored is not certain. */
    private boolean unclear;

    /** What holds in a folder. */
    private record Level(IgnoreRules rules, boolean inRepository) {
        /** What holds in {@code folder}, which lies in this one: a repository in another one is told nothing by that. */
        Level in(Path folder) {
            if (Files.exists(folder.resolve(".jj"))) {
                // Programs differ in whether this is a border.
                return new Level(IgnoreRules.NONE, false);
            }
            boolean own = isRepository(folder);
            return own || inRepository ? new Level((own ? IgnoreRules.NONE : rules).and(folder, IGNORE), true) : this;
        }
    }

    private Unignored(Path start, int most) {
        this.start = start;
        this.most = most;
    }

    /**
     * What is there at or below {@code start}.
     *
     * @return empty if that are more than {@code most}, takes too long, cannot be looked at, or if another file than {@code .gitignore} takes
     *     back what is ignored
     */
    static Optional<List<Path>> below(Path start, int most) throws IOException {
        var walk = new Unignored(start, most);
        Optional<Level> above = walk.above();
        if (above.isEmpty()) {
            return Optional.empty();
        }
        walk.levels.push(above.get());
        Files.walkFileTree(start, walk);
        return walk.unclear ? Optional.empty() : Optional.of(walk.found);
    }

    /** What holds in the folder that the start lies in; empty if that is not certain. */
    private Optional<Level> above() {
        var folders = new ArrayDeque<Path>();
        boolean inRepository = false;
        for (Path folder = start.getParent(); folder != null; folder = folder.getParent()) {
            if (STRONGER.stream().map(folder::resolve).anyMatch(IgnoreRules::takesBack)) {
                return Optional.empty();
            }
            if (!inRepository) {
                folders.push(folder);
                inRepository = isRepository(folder);
            }
        }
        var level = new Level(IgnoreRules.NONE, false);
        if (inRepository) {
            for (Path folder : folders) {
                level = level.in(folder);
            }
        }
        return Optional.of(level);
    }

    private static boolean isRepository(Path folder) {
        return Files.exists(folder.resolve(".git"));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        Level above = levels.getFirst();
        if (!folder.equals(start) && above.rules().ignore(folder, true)) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        unclear |= STRONGER.stream().map(folder::resolve).anyMatch(IgnoreRules::takesBack);
        levels.push(above.in(folder));
        return add(folder);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        boolean ignored = !file.equals(start) && levels.getFirst().rules().ignore(file, false);
        return ignored ? FileVisitResult.CONTINUE : add(file);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
        levels.pop();
        return super.postVisitDirectory(folder, failure);
    }

    private FileVisitResult add(Path path) {
        unclear |= found.size() == most || System.nanoTime() - end > 0;
        if (unclear) {
            return FileVisitResult.TERMINATE;
        }
        found.add(path);
        return FileVisitResult.CONTINUE;
    }
}
