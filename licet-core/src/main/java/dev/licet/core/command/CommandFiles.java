package dev.licet.core.command;

import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.Paths;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.command.CommandTable;
import dev.licet.shell.command.NormalCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One command of a line as rules see it: the files that it works on, for rules of the form `cat:src/`, and its normal form.
 * For one thread.
 */
public final class CommandFiles {
    private static final Set<String> GREPS = Set.of("grep", "egrep", "fgrep", "zgrep", "rg", "ripgrep");
    private static final Set<String> LISTING = Set.of("ls", "tree", "du", "stat", "find");

    /** They could be told to run something by somebody who sits before them. */
    private static final Set<String> PAGERS = Set.of("less", "more");

    private final Fact.Runs command;
    private final List<Fact> facts;
    private final JudgeContext context;

    /** Made when it is first needed. */
    private @Nullable NormalCommand normal;

    public CommandFiles(Fact.Runs command, List<Fact> facts, JudgeContext context) {
        this.command = command;
        this.facts = facts;
        this.context = context;
    }

    public Fact.Runs command() {
        return command;
    }

    /** Every fact of its call. */
    public List<Fact> facts() {
        return facts;
    }

    public JudgeContext context() {
        return context;
    }

    /** The command however it is spelled. */
    public NormalCommand normal() {
        NormalCommand known = normal;
        if (known == null) {
            known = CommandTable.standard().normal(command.argv());
            normal = known;
        }
        return known;
    }

    /**
     * Whether git, if that is the command, finds no repository in an ordinary folder on its way up: one with a {@code HEAD} it
     * would take for one, and run what is configured there.
     */
    public boolean isOwnRepository() {
        String program = command.argv().get(0).start();
        boolean git = program.substring(program.lastIndexOf('/') + 1).startsWith("git");
        return !git || (isNoRepository(command.directory()) && otherFolders().allMatch(this::isNoRepository));
    }

    /** Folders that options name to work in. */
    private Stream<String> otherFolders() {
        return command.escalations().stream()
                .flatMap(escalation -> escalation.reason() instanceof EscalationReason.OtherFolder other
                        ? Stream.of(other.path())
                        : Stream.of());
    }

    private boolean isNoRepository(String directory) {
        String folder = Paths.normalize(context.files().canonical(context.expandHome(directory)));
        if (looksBare(context.canonicalWorkspace())) {
            return false;
        }
        while (!folder.equals(context.canonicalWorkspace()) && folder.length() > 1) {
            boolean none = context.files()
                    .below(folder + "/HEAD")
                    .filter(List::isEmpty)
                    .isPresent();
            if (!none) {
                return false;
            }
            folder = folder.substring(0, Math.max(1, folder.lastIndexOf('/')));
        }
        return true;
    }

    /** Whether {@code folder} is itself taken for a repository, as far as is known: a folder {@code .git} in it goes first. */
    private boolean looksBare(String folder) {
        boolean head = context.files()
                .below(folder + "/HEAD")
                .filter(found -> !found.isEmpty())
                .isPresent();
        return head
                && context.files()
                        .names(folder)
                        .filter(names -> names.contains(".git"))
                        .isEmpty();
    }

    /** Whether everything that it works in lies in the workspace. */
    public boolean isInWorkspace() {
        return Stream.concat(Stream.of(command.directory()), otherFolders())
                .allMatch(folder ->
                        PathForms.of(new Place.At(".", folder), context).isWorkplace());
    }

    /**
     * Whether the command runs where {@code rule}, an allow, says, behind what it says is assigned. Those that name no folder say
     * anywhere, unless an option of the command or a variable may name one: from another directory that would be another folder.
     */
    public boolean isWhere(Rule rule) {
        Optional<Rule.There> there = rule.there();
        if (there.isPresent()) {
            Rule.There named = there.get();
            return PathForms.of(new Place.At(".", command.directory()), context).isFolder(named.folder(), named.below())
                    && named.command().assigning().filter(this::lacks).isEmpty();
        }
        Optional<Rule.Assigning> assigning = rule.assigning();
        boolean anywhere = assigning.isEmpty() && otherFolders().findAny().isEmpty();
        return (anywhere || command.directory().equals(context.workspace()))
                && assigning.filter(this::lacks).isEmpty();
    }

    /** Whether something that is to be assigned in front of the command is not, or to another value. */
    private boolean lacks(Rule.Assigning assigning) {
        Map<String, String> values = Assignments.values(command, facts);
        return !values.entrySet().containsAll(assigning.variables().entrySet());
    }

    /** Whether the command is {@code rule}'s program, works on files below its folder only, and does nothing but read them. */
    public boolean areIn(Rule.InFolder rule) {
        boolean known = command.prefix() > 0 && command.isCertain();
        boolean plain = readsOnly(command)
                && command.argv()
                        .get(0)
                        .certain()
                        .filter(rule.program()::equals)
                        .isPresent();
        List<Fact> parts = facts.stream().filter(this::isPart).toList();
        boolean read = known
                && plain
                && !takesNamesFromFiles()
                && parts.stream().allMatch(fact -> isRead(fact, rule.folder()));
        return read && (LISTING.contains(rule.program()) ? lists(rule) : !parts.isEmpty());
    }

    /** Whether {@code command} does no more than its program's name says, and that is no more than reading. */
    public static boolean readsOnly(Fact.Runs command) {
        boolean pager = command.argv().get(0).certain().filter(PAGERS::contains).isPresent();
        // What begins with a plus is told to a pager as if it were typed.
        return command.escalations().stream()
                        .allMatch(escalation -> pager && escalation.spelling().isEmpty())
                && !(pager
                        && command.argv().stream().anyMatch(word -> word.start().startsWith("+")));
    }

    /** Whether an option names a file whose content says what else is read, or leaves the operands out. */
    private boolean takesNamesFromFiles() {
        boolean grep = command.argv().get(0).certain().filter(GREPS::contains).isPresent();
        return command.argv().stream()
                .skip(1)
                .map(Argument::start)
                .anyMatch(word -> word.startsWith("--")
                        ? word.contains("file") || word.contains("from") || word.contains("exclude")
                        : grep && word.startsWith("-") && word.indexOf('f') > 0);
    }

    /** What only lists names reads no file, but its operands are paths all the same. */
    private boolean lists(Rule.InFolder rule) {
        List<String> operands = listed(command);
        return !operands.isEmpty()
                && operands.stream()
                        .map(word -> PathForms.of(new Place.At(word, command.directory()), context))
                        .allMatch(path -> isIn(path, rule.folder()));
    }

    /** The paths whose names {@code command} lists; none if it does anything else. */
    public static List<String> listed(Fact.Runs command) {
        boolean lists =
                command.argv().get(0).certain().filter(LISTING::contains).isPresent() && command.isCertain();
        if (!lists) {
            return List.of();
        }
        List<String> words = command.argv().stream()
                .skip(1)
                .flatMap(word -> word.certain().stream())
                .toList();
        // Where `find` looks stands before what it looks for.
        return command.argv().get(0).start().equals("find")
                ? words.stream()
                        .takeWhile(word -> !word.startsWith("-") && !word.equals("(") && !word.equals("!"))
                        .toList()
                : words.stream().filter(word -> !word.startsWith("-")).toList();
    }

    private boolean isPart(Fact fact) {
        boolean own = fact.span().start() >= command.span().start()
                && fact.span().end() <= command.span().end();
        return own && !fact.equals(command);
    }

    private boolean isRead(Fact fact, String folder) {
        return fact instanceof Fact.Reads reads
                && NamedPath.of(reads, context)
                        .filter(path -> isIn(path, folder))
                        .isPresent();
    }

    /** Whether {@code path} is the folder or in it; in the workspace's own folder, further down does not count. */
    private static boolean isIn(NamedPath path, String folder) {
        if (folder.equals("./")) {
            return path instanceof PathForms file && file.isDirectlyInWorkspace();
        }
        String quoted = Glob.quote(folder);
        String itself = quoted.substring(0, quoted.length() - 1);
        return path.isCoveredBy(Glob.of(quoted + "*"))
                || path.isCoveredBy(Glob.of(itself))
                || path.isCoveredBy(Glob.of(itself + "{,/*}"));
    }
}
