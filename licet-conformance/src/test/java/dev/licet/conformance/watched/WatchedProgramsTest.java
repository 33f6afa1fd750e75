package dev.licet.conformance.watched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.call.CallId;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.ToolCall;
import dev.licet.core.call.WorkerId;
import dev.licet.core.decide.Judge;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.preset.Preset;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Mode;
import dev.licet.gate.disk.DiskView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Lines that run unasked, run by real programs: what they change has to be what may be changed unasked, they contact nobody,
 * and start nothing but what belongs to them.
 */
@EnabledOnOs(OS.LINUX)
class WatchedProgramsTest {
    /** How many lines are run: {@code -Dlicet.watched.lines=20000} makes a long run, {@code -Dlicet.watched.seed} other lines. */
    private static final int LINES = Integer.getInteger("licet.watched.lines", 50);

    private static final long SEED = Long.getLong("licet.watched.seed", 20_261_125);

    private static final int STEP = 1_000;

    /** Devices that keep nothing, and what a program knows of itself. */
    private static final String NOWHERE = "/dev/(null|tty|stdout|stderr|fd/.*|pts/.*|shm/.*)|/proc/(self|\\d+)/.*";

    /** An empty file of a new name. */
    private static final String TEMPORARY = "/tmp/tmp\\.\\w+";

    /** What git writes for itself when it is asked about the state of files. */
    private static final String NOTES = ".*/\\.git/index(\\.lock)?";

    /** The same when it changes branches, among it which one follows which; never a hook. */
    private static final String BRANCHES = ".*/\\.git/(?!hooks/).*";

    /** What programs that are scripts are made of. */
    private static final Set<String> PARTS = Set.of(
            "bash",
            "sh",
            "grep",
            "basename",
            "dirname",
            "sed",
            "gettext",
            "envsubst",
            "gzip",
            "cat",
            "uname",
            "expr",
            "tr",
            "cut",
            "head",
            "cmp",
            "diff",
            "xz",
            "bzip2",
            "less",
            "unzip",
            "printf",
            "rm",
            "mktemp",
            "jq",
            "echo");

    private static final Judge JUDGE = Judge.standard();

    @Test
    @Timeout(value = 8, unit = TimeUnit.HOURS)
    void whatRunsUnasked_doesNothingThatWouldBeAsked() throws Exception {
        var lines = new OptionSets(SEED);
        var wrong = new ArrayList<String>();
        int changing = 0;
        try (var jail = new WatchedJail()) {
            for (int run = 0; run < LINES; ) {
                String line = lines.next();
                boolean reads = decide(jail, Mode.ALWAYS_ASK, "command", line) == Action.ALLOW;
                if (!reads && decide(jail, Mode.WRITE, "command", line) != Action.ALLOW) {
                    continue;
                }
                run++;
                changing += reads ? 0 : 1;
                List<Deed> deeds = jail.run(line);
                for (Deed deed : deeds) {
                    if (!isFine(jail, line, reads, deed)) {
                        wrong.add(line + " : " + deed);
                    }
                }
                if (run % STEP == 0) {
                    System.out.println(run + " lines watched, " + changing + " of them change files, " + wrong.size()
                            + " wrong" + (wrong.isEmpty() ? "" : ", the newest: " + wrong.getLast()));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void aLineThatWrites_isSeen() throws Exception {
        try (var jail = new WatchedJail()) {
            String made = jail.workspace() + "/made";
            assertTrue(jail.run("echo x > made").contains(new Deed.Changed(made, "openat")));
            assertTrue(jail.run("sed -i s/a/b/ a.txt").stream()
                    .anyMatch(deed -> deed instanceof Deed.Changed changed
                            && changed.how().startsWith("rename")));
            assertTrue(jail.run("touch /etc/made").stream()
                    .anyMatch(deed -> deed instanceof Deed.Changed changed
                            && changed.path().equals("/etc/made")));
            assertTrue(jail.run("git commit --allow-empty -m x")
                    .contains(new Deed.Changed(jail.workspace() + "/hook-post-commit", "openat")));
            assertTrue(jail.run("exec 3<>/dev/tcp/127.0.0.1/9").stream().anyMatch(Deed.Reached.class::isInstance));
        }
    }

    private static boolean isFine(WatchedJail jail, String line, boolean reads, Deed deed) {
        return switch (deed) {
            case Deed.Reached reached -> false;
            case Deed.Started started -> {
                String program = started.program().substring(started.program().lastIndexOf('/') + 1);
                boolean own = line.startsWith(program) || PARTS.contains(program);
                boolean git = line.startsWith("git ") && program.startsWith("git");
                yield started.program().startsWith("/usr/") && (own || git);
            }
            case Deed.Changed changed ->
                changed.path().matches(NOWHERE)
                        || (line.startsWith("mktemp") && changed.path().matches(TEMPORARY))
                        || (line.startsWith("git ") && changed.path().matches(reads ? NOTES : BRANCHES))
                        || decide(jail, reads ? Mode.ALWAYS_ASK : Mode.WRITE, "path", changed.path()) == Action.ALLOW;
        };
    }

    /** @param argument {@code command} of a shell, or {@code path} of a tool that writes */
    private static Action decide(WatchedJail jail, Mode mode, String argument, String value) {
        String directory = jail.workspace().toString();
        var call = new ToolCall(
                new CallId("c"),
                argument.equals("command") ? "bash" : "write_file",
                JsonObject.empty().with(argument, value),
                new SessionId("s"),
                new WorkerId("w"),
                directory,
                Map.of());
        String home = jail.home().toString();
        var context = new JudgeContext(directory, home, home + "/.licet", new DiskView());
        return JUDGE.decide(call, Preset.standard().policy(mode), context).action();
    }
}
