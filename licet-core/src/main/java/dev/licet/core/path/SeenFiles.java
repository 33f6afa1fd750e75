package dev.licet.core.path;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A look at the disk that looks once at each path, so that one decision sees one state of it. For one thread. */
public final class SeenFiles implements FileView {
    private final FileView files;
    private final Map<String, String> seen = new HashMap<>();
    private final Map<String, Optional<List<String>>> listed = new HashMap<>();
    private final Map<String, Optional<List<String>>> named = new HashMap<>();

    public SeenFiles(FileView files) {
        this.files = files;
    }

    @Override
    public String canonical(String absolute) {
        return seen.computeIfAbsent(absolute, files::canonical);
    }

    @Override
    public Optional<List<String>> below(String absolute) {
        return listed.computeIfAbsent(absolute, files::below);
    }

    @Override
    public Optional<List<String>> names(String absolute) {
        return named.computeIfAbsent(absolute, files::names);
    }

    @Override
    public boolean ignoresCase() {
        return files.ignoresCase();
    }
}
