package dev.licet.cli;

import dev.licet.cli.command.LicetCommand;
import dev.licet.cli.hook.Hook;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The program's entry. A hook is started for every tool call of an agent, so it goes its own way before any library loads. */
public final class Main {
    private static final Set<String> HELP = Set.of("-h", "--help");
    private static final int LONGEST_HOOK_SECONDS = 595;

    private Main() {}

    /** Held here because the logging library forgets a logger that nobody holds. */
    private static final Logger SERVER_LOG = Logger.getLogger("org.eclipse.jetty");

    public static void main(String[] args) {
        SERVER_LOG.setLevel(Level.WARNING);
        if (args.length > 1 && args[0].equals("hook")) {
            endInTime();
        }
        int status = run(Arrays.asList(args), new Streams(System.in, System.out, System.err));
        System.out.flush();
        System.exit(status);
    }

    /** A host that has waited 600 seconds lets the call run: whatever holds the hook up, it blocks before that. */
    private static void endInTime() {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                TimeUnit.SECONDS.sleep(LONGEST_HOOK_SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            System.err.println("Licet denied this call: no answer within " + LONGEST_HOOK_SECONDS + " seconds");
            Runtime.getRuntime().halt(ExitCode.USAGE);
        });
    }

    /** Runs one command line and returns its exit status. */
    public static int run(List<String> args, Streams streams) {
        boolean hook =
                args.size() > 1 && args.get(0).equals("hook") && !(args.size() == 2 && HELP.contains(args.get(1)));
        if (hook) {
            return new Hook(streams, System.getenv()).run(args.subList(1, args.size()));
        }
        return LicetCommand.run(args, streams);
    }
}
