package dev.licet.cli.service;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemdServiceTest {
    @Test
    void theUnit_startsTheServer_whateverItsPathsAreCalled() {
        var command = new ServerCommand("/opt/my \"licet\"/licet", Path.of("/home/x/100%/$data"));
        String unit = new SystemdService(Map.of("HOME", "/home/x"), command).unit(4747);
        assertTrue(
                unit.contains("\nExecStart=\"/opt/my \\\"licet\\\"/licet\" \"serve\" \"--data-dir\""
                        + " \"/home/x/100%%/$$data\" \"--port\" \"4747\"\n"),
                unit);
        assertTrue(unit.contains("\nWantedBy=default.target\n"), unit);
    }
}
