package dev.licet.contain;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What a line within bounds is to leave alone: files, a process, sockets. It tells what is different afterwards. */
final class Outside implements Closeable {
    private static final List<Path> SYSTEM = List.of(Path.of("/usr/bin"), Path.of("/usr"), Path.of("/etc"));

    private final Path folder;
    private final Process process;
    private final Process listener;
    private final ServerSocket port;
    private final ServerSocketChannel socket;
    private final AtomicInteger reached = new AtomicInteger();
    private final Map<Path, String> before;

    Outside(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder).toRealPath();
        Files.writeString(folder.resolve("kept"), "LICET-PRIVATE outside\n");
        Files.createDirectory(folder.resolve("folder"));
        this.process = new ProcessBuilder("sleep", "3600").start();
        this.port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        socket.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
        accept(() -> port.accept().close());
        accept(() -> socket.accept().close());
        this.listener = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.bind('\\0'+sys.argv[1])\ns.listen()\n"
                                + "print('listening',flush=True)\ns.accept()\nopen(sys.argv[2],'w').write('x')",
                        name(),
                        folder.resolve("reached").toString())
                .start();
        listener.inputReader().readLine();
        this.before = seen();
    }

    private interface Accepting {
        void once() throws IOException;
    }

    private void accept(Accepting accepting) {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    accepting.once();
                    reached.incrementAndGet();
                }
            } catch (IOException e) {
                // Closed: the test is over.
                return;
            }
        });
    }

    private String name() {
        return "licet-test-" + process.pid();
    }

    /** The variables by which lines name it. */
    Map<String, String> names() {
        return Map.of(
                "OUT", folder.toString(),
                "PID", String.valueOf(process.pid()),
                "PORT", String.valueOf(port.getLocalPort()),
                "SOCKET", folder.resolve("socket").toString(),
                "NAME", name());
    }

    /** Connects to all that listens here, as somebody may who is not held in bounds. */
    int reached() {
        return reached.get();
    }

    private Map<Path, String> seen() throws IOException {
        var seen = new TreeMap<Path, String>();
        try (Stream<Path> files = Files.walk(folder, new FileVisitOption[0])) {
            for (Path file : (Iterable<Path>) files::iterator) {
                seen.put(file, state(file));
            }
        }
        for (Path system : SYSTEM) {
            seen.put(system, String.valueOf(Files.getLastModifiedTime(system)));
        }
        seen.put(Path.of("/etc/passwd"), state(Path.of("/etc/passwd")));
        return seen;
    }

    private static String state(Path file) throws IOException {
        Map<String, Object> attributes =
                Files.readAttributes(file, "unix:mode,uid,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
        String text = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.readString(file) : "";
        return new TreeMap<>(attributes) + (Files.isDirectory(file) ? "" : text);
    }

    /** What is different from how it was; empty if nothing is. */
    Optional<String> harm() throws IOException {
        var harm = new ArrayList<String>();
        Map<Path, String> now = seen();
        if (!now.equals(before)) {
            harm.add("files: " + now + ", before: " + before);
        }
        if (!process.isAlive()) {
            harm.add("the process was ended");
        }
        if (reached.get() > 0) {
            harm.add("a socket was reached");
        }
        if (!listener.isAlive()) {
            harm.add("the abstract socket was reached");
        }
        return harm.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", harm));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        listener.destroyForcibly();
        port.close();
        socket.close();
    }
}
