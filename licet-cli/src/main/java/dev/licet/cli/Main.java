package dev.licet.cli;

import dev.licet.cli.command.LicetCommand;
import dev.licet.cli.command.OfflineHook;
import dev.licet.cli.console.Streams;
import dev.licet.hook.Hook;
import dev.licet.hook.HookMain;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The program's entry. The launcher starts hooks by {@link HookMain}; those that come here are judged in this process or are tests. */
public final class Main {
    private static final Set<String> HELP = Set.of("-h", "--help");

    private Main() {}

    /** Held here because the logging library forgets a logger that nobody holds. */
    private static final Logger SERVER_LOG = Logger.getLogger("org.eclipse.jetty");

    public static void main(String[] args) {
        SERVER_LOG.setLevel(Level.WARNING);
        if (args.length > 1 && args[0].equals("hook")) {
            HookMain.endInTime(args[1]);
        }
        int status = run(Arrays.asList(args), Streams.ofProcess());
        System.out.flush();
        System.exit(status);
    }

    /** Runs one command line and returns its exit status. */
    public static int run(List<String> args, Streams streams) {
        boolean hook =
                args.size() > 1 && args.get(0).equals("hook") && !(args.size() == 2 && HELP.contains(args.get(1)));
        if (hook) {
            var call = new Hook(streams.in(), streams.out(), streams.err(), System.getenv());
            int status = call.run(args.subList(1, args.size()));
            return status == Hook.JUDGE_HERE
                    ? OfflineHook.run(args.get(1), call.dataDirectory(), call.query(), streams)
                    : status;
        }
        return LicetCommand.run(args, streams);
    }
}
