package dev.licet.cli.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What keeps the server running when no terminal does. */
public interface Service {
    /** What it is, for people: {@code a systemd user service}. */
    String what();

    /** How long the server runs, for people. */
    String howLong();

    /** Makes the server run on {@code port}, now and from then on; does nothing where it runs. */
    void start(int port) throws InterruptedException;

    /** Ends the server, and that it is started again. */
    void stop() throws InterruptedException;

    /** Whether the server runs as this service, whatever else runs. */
    boolean isRunning() throws InterruptedException;

    /** The last lines that the server printed, at most {@code most}. */
    List<String> log(int most) throws InterruptedException;

    /**
     * The service of this machine: systemd's, where it manages services of the person, else a process in the background.
     *
     * @param program that is `licet`
     */
    static Service of(Map<String, String> environment, Path dataDirectory, String program) throws InterruptedException {
        var command = new ServerCommand(program, dataDirectory.toAbsolutePath());
        var systemd = new SystemdService(environment, command);
        return systemd.isThere() ? systemd : new BackgroundService(command);
    }
}
