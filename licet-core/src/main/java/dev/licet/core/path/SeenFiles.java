package dev.licet.core.path;

import dev.licet.shell.Place;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A look at the disk that looks once at each path, so that one decision sees one state of it. For one thread. */
public final class SeenFiles implements FileView {
    private static final Set<String> DOTS = Set.of("", ".", "..");

    private final FileView files;

    /** Empty until something is looked at: most calls of most tools have to do with no file. */
    private @Nullable Found found;

    /** What was found, by path. */
    private static final class Found {
        private final Map<String, String> seen = new HashMap<>();
        private final Map<Place.Extent, Map<String, Optional<List<String>>>> listed = new EnumMap<>(Place.Extent.class);

        /** Folders in which something was found: no link leads to them, as a walk follows none. */
        private final Set<String> walked = new HashSet<>();

        private final Map<String, Optional<List<String>>> named = new HashMap<>();
        private final Map<String, Entries> entries = new HashMap<>();
        private final Map<String, Optional<String>> read = new HashMap<>();
    }

    public SeenFiles(FileView files) {
        this.files = files;
    }

    private Found found() {
        Found known = found;
        if (known == null) {
            known = new Found();
            found = known;
        }
        return known;
    }

    @Override
    public String canonical(String absolute) {
        String known = found().seen.get(absolute);
        if (known == null) {
            known = isInWalked(absolute) && !files.isLink(absolute) ? absolute : files.canonical(absolute);
            found().seen.put(absolute, known);
        }
        return known;
    }

    private boolean isInWalked(String absolute) {
        if (found().walked.isEmpty()) {
            return false;
        }
        int slash = Math.max(absolute.lastIndexOf('/'), 0);
        String name = absolute.substring(Math.min(slash + 1, absolute.length()));
        return !DOTS.contains(name) && found().walked.contains(absolute.substring(0, slash));
    }

    @Override
    public Optional<List<String>> below(String absolute) {
        return below(absolute, Place.Extent.EVERYTHING);
    }

    @Override
    public Optional<List<String>> below(String absolute, Place.Extent extent) {
        return found().listed
                .computeIfAbsent(extent, each -> new HashMap<>())
                .computeIfAbsent(absolute, path -> walk(path, extent));
    }

    @Override
    public Optional<List<String>> kept(String root) {
        return files.kept(root);
    }

    private Optional<List<String>> walk(String absolute, Place.Extent extent) {
        Optional<List<String>> found = files.below(absolute, extent);
        if (found.isPresent() && followsNoLink(extent) && canonical(absolute).equals(absolute)) {
            found().walked.add(absolute);
            for (String path : found.get()) {
                int slash = path.lastIndexOf('/');
                if (slash > 0) {
                    found().walked.add(absolute + "/" + path.substring(0, slash));
                }
            }
        }
        return found;
    }

    /** What git keeps may have become a link since. */
    private static boolean followsNoLink(Place.Extent extent) {
        return switch (extent) {
            case EVERYTHING, NOT_IGNORED -> true;
            case LISTED, LINKED, TRACKED -> false;
        };
    }

    @Override
    public Optional<List<String>> names(String absolute) {
        return found().named.computeIfAbsent(absolute, files::names);
    }

    @Override
    public Entries entries(String absolute) {
        return found().entries.computeIfAbsent(absolute, files::entries);
    }

    @Override
    public Optional<List<String>> named(String folder, List<String> patterns) {
        return files.named(folder, patterns);
    }

    @Override
    public Optional<String> text(String absolute) {
        return found().read.computeIfAbsent(absolute, files::text);
    }

    @Override
    public boolean isThere() {
        return files.isThere();
    }

    @Override
    public boolean ignoresCase() {
        return files.ignoresCase();
    }
}
