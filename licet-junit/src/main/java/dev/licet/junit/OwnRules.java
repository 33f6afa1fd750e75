package dev.licet.junit;

import dev.licet.core.audit.Recording;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.rule.Diagnostic;
import dev.licet.core.rule.Mode;
import dev.licet.core.rule.Policy;
import dev.licet.gate.Gate;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.session.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules that are tried, and a gate that goes by them. */
sealed interface OwnRules {
    /** What of a data directory are rules. */
    List<String> FILES = List.of("licet.yaml", "workers");

    /** A gate with these rules, and nothing else that was ever asked or granted. */
    Opened open();

    /** A {@code permissions.jsonc}. */
    record Text(String text) implements OwnRules {
        @Override
        public Opened open() {
            return new Opened(Gate.inMemory(text, Recording.STANDARD, InstantSource.system()), Optional.empty());
        }
    }

    /** A {@code permissions.jsonc}, or a data directory. */
    record Kept(Path path) implements OwnRules {
        @Override
        public Opened open() {
            try {
                return Files.isDirectory(path)
                        ? Opened.over(folder -> copy(path, folder))
                        : new Text(Files.readString(path)).open();
            } catch (IOException e) {
                throw new UncheckedIOException("the rules in `" + path + "` cannot be read", e);
            }
        }

        private static void copy(Path directory, Path folder) throws IOException {
            for (String name : FILES) {
                Path from = directory.resolve(name);
                if (!Files.exists(from)) {
                    continue;
                }
                try (Stream<Path> all = Files.walk(from)) {
                    for (Path each : all.toList()) {
                        Path to = folder.resolve(directory.relativize(each).toString());
                        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                            Files.createDirectories(to);
                        } else if (Files.isRegularFile(each)) {
                            Files.copy(each, to);
                        }
                    }
                }
            }
        }
    }

    /** A preset alone. */
    record Preset(String name) implements OwnRules {
        @Override
        public Opened open() {
            try {
                return Opened.over(folder -> Files.writeString(folder.resolve("licet.yaml"), "preset: " + name + "\n"));
            } catch (IOException e) {
                throw new UncheckedIOException("a gate of the preset `" + name + "` cannot be made", e);
            }
        }
    }

    /**
     * A gate that is open.
     *
     * @param folder its data directory, which goes with it; empty for one in memory
     */
    record Opened(Gate gate, Optional<Path> folder) implements AutoCloseable {
        public Opened {
            Policy policy = gate.policy(WorkerId.STANDARD);
            if (!policy.mistakes().isEmpty()) {
                gate.close();
                throw new IllegalArgumentException("the rules cannot be meant: "
                        + policy.mistakes().stream().map(Diagnostic::toString).collect(Collectors.joining("; ")));
            }
        }

        /** Puts files into a folder. */
        interface Filling {
            void into(Path folder) throws IOException;
        }

        /** A gate over a data directory of its own. */
        static Opened over(Filling files) throws IOException {
            Path folder = Files.createTempDirectory("licet-junit");
            try {
                files.into(folder);
                return new Opened(Gate.open(DataDirectory.at(folder), InstantSource.system()), Optional.of(folder));
            } catch (IOException | RuntimeException e) {
                remove(folder);
                throw e;
            }
        }

        /** Chooses {@code mode} for a session. */
        void choose(WorkerId worker, String session, Mode mode) {
            gate.sessions().chooseMode(new Sessions.Target(worker, new SessionId(session), "test"), Optional.of(mode));
        }

        @Override
        public void close() {
            gate.close();
            folder.ifPresent(Opened::remove);
        }

        private static void remove(Path folder) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the folder `" + folder + "` cannot be removed", e);
            }
        }
    }
}
