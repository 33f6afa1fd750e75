package dev.licet.conformance;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A real PostgreSQL that can be killed and started again with its data. */
final class MortalPostgres implements AutoCloseable {
    private final Path folder;
    private EmbeddedPostgres running;

    MortalPostgres(Path folder) throws IOException {
        this.folder = folder.resolve("postgres");
        this.running = start(0);
    }

    private EmbeddedPostgres start(int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setPGStartupWait(Duration.ofMinutes(1));
        return (port == 0 ? builder : builder.setPort(port)).start();
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + running.getPort() + "/postgres?user=postgres";
    }

    /** Ends the whole server as a power cut would, and starts it again. */
    void killAndStart() throws IOException, InterruptedException {
        int port = running.getPort();
        ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(Files.readAllLines(folder.resolve("postmaster.pid"))
                        .get(0)
                        .strip()))
                .orElseThrow();
        var all = postmaster.descendants().toList();
        postmaster.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        postmaster.onExit().join();
        all.forEach(child -> child.onExit().join());
        // It is dead; this gives up the lock on its folder.
        running.close();
        running = start(port);
    }

    @Override
    public void close() throws IOException {
        running.close();
    }
}
