package dev.licet.conformance.agents;

import dev.licet.conformance.Program;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Packages of npm in pinned versions, each installed once into a cache of their own. */
final class AgentPackages {
    /** Agents want a newer Node than systems have: with an older one npm takes older agents without a word. */
    private static final String NODE = "node@22.23.3";

    /** The folder of all that is kept for these tests. */
    static final Path CACHE = Path.of(System.getProperty("user.home"), ".cache", "licet", "agents");

    private AgentPackages() {}

    /** The folder of the Node that runs them. */
    static Path node() throws IOException, InterruptedException {
        return installed(NODE, Path.of("/usr/bin")).resolve("node_modules/node/bin");
    }

    /** The folder that the programs of {@code named} are in, such as {@code cline@3.0.65}. */
    static Path programs(String named) throws IOException, InterruptedException {
        return installed(named, node()).resolve("node_modules/.bin");
    }

    private static synchronized Path installed(String named, Path node) throws IOException, InterruptedException {
        Path folder = CACHE.resolve(named.substring(named.lastIndexOf('/') + 1));
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Path npm = Program.require("npm", "npm");
        Files.createDirectories(CACHE);
        Path fresh = Files.createTempDirectory(CACHE, "install");
        var builder = new ProcessBuilder(
                        npm.toString(), "install", "--prefix", fresh.toString(), "--no-audit", "--no-fund", named)
                .redirectErrorStream(true)
                .redirectOutput(fresh.resolve("install.log").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("PATH", node + ":" + environment.get("PATH"));
        Process process = builder.start();
        if (!process.waitFor(10, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(named + " cannot be installed: " + Files.readString(fresh.resolve("install.log")));
        }
        try {
            return Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Tests that run beside these may have been faster.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
            return folder;
        }
    }
}
