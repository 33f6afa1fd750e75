package dev.licet.cli.service;

import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A unit of the person's own systemd (systemd.unit(5), systemd.service(5)). */
final class SystemdService implements Service {
    private static final String UNIT = "licet.service";

    private final Path file;
    private final ServerCommand command;

    SystemdService(Map<String, String> environment, ServerCommand command) {
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", "/"));
        String configuration = environment.getOrDefault("XDG_CONFIG_HOME", "");
        this.file = (configuration.isEmpty() ? Path.of(home, ".config") : Path.of(configuration))
                .resolve("systemd/user")
                .resolve(UNIT);
        this.command = command;
    }

    /** Whether systemd manages services of this person. */
    boolean isThere() throws InterruptedException {
        return systemctl("show-environment").status() == 0;
    }

    @Override
    public String what() {
        return "a systemd user service";
    }

    @Override
    public String howLong() {
        return "now and whenever you log in";
    }

    @Override
    public void start(int port) throws InterruptedException {
        try {
            Files.createDirectories(file.getParent());
            DataDirectory.replace(file, unit(port));
        } catch (IOException e) {
            throw new GateException("cannot write `" + file + "`: " + e.getMessage(), e);
        }
        must("daemon-reload");
        must("enable", "--now", UNIT);
    }

    /** The text of the unit. */
    String unit(int port) {
        return """
                [Unit]
                Description=Licet, the approval gate between AI agents and their tools

                [Service]
                ExecStart=%s
                Restart=on-failure

                [Install]
                WantedBy=default.target
                """.formatted(
                        command.words(port).stream().map(SystemdService::quoted).collect(Collectors.joining(" ")));
    }

    /** As systemd.syntax(7) says; a dollar and a percent sign would stand for something else. */
    private static String quoted(String word) {
        String plain = word.replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + plain.replace("$", "$$").replace("%", "%%") + "\"";
    }

    @Override
    public void stop() throws InterruptedException {
        must("disable", "--now", UNIT);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new GateException("cannot remove `" + file + "`: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean isRunning() throws InterruptedException {
        return systemctl("is-active", "--quiet", UNIT).status() == 0;
    }

    @Override
    public List<String> log(int most) throws InterruptedException {
        ServerCommand.Ended ended = ServerCommand.run(List.of(
                "journalctl", "--user", "--unit", UNIT, "--lines", Integer.toString(most), "--no-pager", "--quiet"));
        return ended.output().lines().toList();
    }

    private static void must(String... words) throws InterruptedException {
        ServerCommand.Ended ended = systemctl(words);
        if (ended.status() != 0) {
            throw new GateException("`systemctl --user " + String.join(" ", words) + "` failed: "
                    + ended.output().strip());
        }
    }

    private static ServerCommand.Ended systemctl(String... words) throws InterruptedException {
        var all = new ArrayList<>(List.of("systemctl", "--user"));
        all.addAll(List.of(words));
        return ServerCommand.run(all);
    }
}
