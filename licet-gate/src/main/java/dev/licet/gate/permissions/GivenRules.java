package dev.licet.gate.permissions;

import dev.licet.gate.json.InvalidJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/** Rules that a program gives, and that end with it. */
final class GivenRules implements RuleStorage {
    private static final Path NAME = Path.of("permissions.jsonc");

    private final ReentrantLock lock = new ReentrantLock();
    private volatile String text;

    GivenRules(String text) {
        this.text = text;
    }

    @Override
    public Path path() {
        return NAME;
    }

    @Override
    public boolean isNew() {
        return false;
    }

    @Override
    public FileStamp stamp() {
        return FileStamp.NONE;
    }

    @Override
    public String read() {
        return text;
    }

    @Override
    public void seed(String text) {
        // It was given one.
    }

    @Override
    public String lastGood() {
        return text;
    }

    @Override
    public void keep(String text) {
        // It has one version.
    }

    @Override
    public void rehearse(String text) {
        // Nothing can be in the way.
    }

    @Override
    public <T> T alone(Work<T> work) throws IOException, InvalidJson {
        lock.lock();
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean replace(String before, String after) {
        boolean same = text.equals(before);
        text = same ? after : text;
        return same;
    }
}
