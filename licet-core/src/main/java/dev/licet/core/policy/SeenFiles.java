package dev.licet.core.policy;

import java.util.HashMap;
import java.util.Map;

/** A look at the disk that looks once at each path, so that one decision sees one state of it. For one thread. */
final class SeenFiles implements FileView {
    private final FileView files;
    private final Map<String, String> seen = new HashMap<>();

    SeenFiles(FileView files) {
        this.files = files;
    }

    @Override
    public String canonical(String absolute) {
        return seen.computeIfAbsent(absolute, files::canonical);
    }

    @Override
    public boolean ignoresCase() {
        return files.ignoresCase();
    }
}
