package dev.licet.hook;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Where a hook's process begins. Its own jar holds nothing but what it needs, and starts from an archive of its classes. */
public final class HookMain {
    private static final long SECOND = 1_000_000_000L;

    private HookMain() {}

    public static void main(String[] args) throws IOException {
        endInTime(args.length == 0 ? "" : args[0]);
        boolean rehearsal = args.length == 2 && args[0].equals("--rehearse");
        int status = rehearsal ? rehearse(args[1]) : run(Arrays.asList(args));
        // An orderly end writes the archive.
        if (rehearsal) {
            System.exit(status);
        }
        // Nothing is left to tidy up, and an orderly end would cost time.
        Runtime.getRuntime().halt(status);
    }

    private static int run(List<String> args) {
        int status = new Hook(System.in, System.out, System.err, System.getenv()).run(args);
        System.out.flush();
        return status;
    }

    /** Whatever holds the hook up, it refuses the call before {@code host} no longer waits. */
    public static void endInTime(String host) {
        Thread end = new Thread(new End(host));
        end.setDaemon(true);
        end.start();
    }

    private record End(String host) implements Runnable {
        @Override
        public void run() {
            int seconds = HookHost.of(host).patience();
            // A host that no longer waits lets the call run.
            long patience = (seconds - Math.max(3, seconds / 120)) * SECOND;
            long end = System.nanoTime() + patience;
            for (long left = patience; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (!HookHost.of(host).obeysStatus()) {
                System.out.println(HookHost.refusal("Licet denied this call: no answer in time"));
                System.out.flush();
                Runtime.getRuntime().halt(Hook.PASSED);
            }
            System.err.println("Licet denied this call: no answer in time");
            Runtime.getRuntime().halt(Hook.BLOCKED);
        }
    }

    /** Does once what a hook does, against itself and with the token in {@code folder}, for an archive of the classes. */
    private static int rehearse(String folder) throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            var server = new Thread(new Rehearsal(listener));
            server.setDaemon(true);
            server.start();
            return run(List.of(
                    "claude",
                    "--data-dir",
                    folder,
                    "--worker",
                    "local",
                    "--server",
                    "http://127.0.0.1:" + listener.getLocalPort()));
        }
    }

    private record Rehearsal(ServerSocket listener) implements Runnable {
        @Override
        public void run() {
            try (Socket client = listener.accept()) {
                OutputStream out = client.getOutputStream();
                out.write("HTTP/1.1 200 OK\r\nLicet-Decision: allow\r\nContent-Length: 2\r\n\r\n{}"
                        .getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // The rehearsal fails by itself then.
                return;
            }
        }
    }
}
