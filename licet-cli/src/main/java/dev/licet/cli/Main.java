package dev.licet.cli;

import dev.licet.cli.command.LicetCommand;
import dev.licet.cli.hook.Hook;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The program's entry. A hook is started for every tool call of an agent, so it goes its own way before any library loads. */
public final class Main {
    private Main() {}

    /** Held here because the logging library forgets a logger that nobody holds. */
    private static final Logger SERVER_LOG = Logger.getLogger("org.eclipse.jetty");

    public static void main(String[] args) {
        SERVER_LOG.setLevel(Level.WARNING);
        int status = run(Arrays.asList(args), new Streams(System.in, System.out, System.err));
        System.out.flush();
        System.exit(status);
    }

    /** Runs one command line and returns its exit status. */
    public static int run(List<String> args, Streams streams) {
        boolean hook =
                args.size() > 1 && args.get(0).equals("hook") && !args.contains("--help") && !args.contains("-h");
        if (hook) {
            return new Hook(streams, System.getenv()).run(args.subList(1, args.size()));
        }
        return LicetCommand.run(args, streams);
    }
}
