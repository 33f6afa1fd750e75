package dev.licet.core.path;

import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.SideEffect;
import dev.licet.shell.command.CommandTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What commands of git do at most in the repository that they find: hooks are run if there are some, addresses of remotes
 * are secret if a password is in them, and all of a repository is changed that may be larger than the workspace. For one
 * thread.
 */
public final class Repository {
    private static final String LINKED = "gitdir: ";

    /** A setting that names other hooks, or a file with further settings. */
    private static final Pattern NAMES_MORE = Pattern.compile("hookspath|\\[\\s*include");

    /** Hooks of what only looks at a repository. */
    private static final Set<String> ALWAYS_RUN =
            Set.of("post-index-change", "reference-transaction", "fsmonitor-watchman");

    /** A name, which may be a token, or a password before the host of an address. */
    private static final Pattern WITH_SECRET = Pattern.compile("https?://[^/\\s\"]*@");

    private final CommandTable commands;
    private final Kept kept;
    private final JudgeContext context;

    /** Which of the files that git keeps are more than others. */
    public interface Kept {
        /** Whether the file of the absolute path {@code file} decides what runs later. */
        boolean isControl(String file);

        /** Whether the file of the absolute path {@code file} holds a secret. */
        boolean isSecret(String file);
    }

    /** For a call that is looked at from {@code context}. */
    public Repository(CommandTable commands, Kept kept, JudgeContext context) {
        this.commands = commands;
        this.kept = kept;
        this.context = context;
    }

    /** {@code facts} without what their commands would only do in another repository. */
    public List<Fact> known(List<Fact> facts) {
        boolean some = false;
        for (Fact fact : facts) {
            some |= fact instanceof Fact.Runs runs && isGit(runs);
        }
        return some
                ? facts.stream()
                        .map(fact -> fact instanceof Fact.Runs runs && isGit(runs) ? known(runs) : fact)
                        .toList()
                : facts;
    }

    private static boolean isGit(Fact.Runs command) {
        String program = command.argv().getFirst().start();
        return command.prefix() > 0 && program.startsWith("git", program.lastIndexOf('/') + 1);
    }

    private Fact.Runs known(Fact.Runs command) {
        Set<SideEffect> depending = commands.dependingOnRepository(command.argv());
        Found found = find(command);
        Fact.Runs rest = runsByItself(found) ? command.alsoDoing(SideEffect.EXECUTES_PROJECT) : command;
        if (found instanceof Found.At at
                && GitContents.areShown(command, commands)
                && keeps(at, kept::isSecret, false)) {
            rest = rest.alsoDoing(SideEffect.DISCLOSES);
        }
        for (SideEffect effect : depending) {
            // A word that is not known may be a secret itself.
            boolean certain = effect != SideEffect.DISCLOSES || command.isCertain();
            boolean runs = effect == SideEffect.EXECUTES_PROJECT && runsByItself(found);
            if (certain && !runs && !may(effect, found)) {
                rest = rest.notDoing(effect);
            }
        }
        return rest;
    }

    /** Whether git runs something whatever it is told to do, by a setting of the repository or by a hook of such a kind. */
    private boolean runsByItself(Found found) {
        return found instanceof Found.At at
                && (isSome(
                                Stream.of(at.common() + "/config", at.own() + "/config.worktree")
                                        .distinct(),
                                GitSettings::run)
                        || files().names(at.common() + "/hooks").stream()
                                .flatMap(List::stream)
                                .anyMatch(ALWAYS_RUN::contains));
    }

    private boolean may(SideEffect effect, Found found) {
        return switch (found) {
            case Found.None none -> false;
            case Found.Unknown unknown -> true;
            case Found.At at ->
                switch (effect) {
                    case EXECUTES_PROJECT -> hasHooks(at);
                    case BRINGS_CONTROL -> keeps(at, kept::isControl, true);
                    case DISCLOSES ->
                        isSome(settings(at), text -> WITH_SECRET.matcher(text).find())
                                || isSome(
                                        settings(at),
                                        text -> NAMES_MORE.matcher(text).find());
                    case CHANGES -> !Paths.isWithin(at.root(), context.canonicalWorkspace());
                    default -> true;
                };
        };
    }

    /** Whether git keeps some file there of which {@code test} holds; {@code unknown} where that cannot be told. */
    private boolean keeps(Found.At repository, Predicate<String> test, boolean unknown) {
        return files().kept(repository.root())
                .map(names -> names.stream()
                        .filter(name -> !name.isEmpty() && !name.startsWith(".git/") && !name.equals(".git"))
                        .anyMatch(name -> test.test(repository.root() + "/" + name)))
                .orElse(unknown);
    }

    /** What git finds on the way up from the directory it is started in. */
    private sealed interface Found {
        /** No repository: whatever needs one fails. */
        record None() implements Found {}

        /** What is there cannot be looked at. */
        record Unknown() implements Found {}

        /**
         * A repository.
         *
         * @param root the folder of its files
         * @param own where it keeps what is its own
         * @param common where it keeps what it shares with its other worktrees
         */
        record At(String root, String own, String common) implements Found {}
    }

    private Found find(Fact.Runs command) {
        List<String> others = command.escalations().stream()
                .flatMap(escalation -> escalation.reason() instanceof EscalationReason.OtherFolder other
                        ? Stream.of(other.path())
                        : Stream.of())
                .toList();
        return others.size() > 1
                ? new Found.Unknown()
                : find(others.isEmpty() ? command.directory() : others.getFirst());
    }

    private Found find(String directory) {
        String folder = Paths.normalize(files().canonical(context.expandHome(directory)));
        while (true) {
            Optional<Found> here = in(folder);
            if (here.isPresent()) {
                return here.get();
            }
            if (folder.equals("/") || folder.isEmpty()) {
                return new Found.None();
            }
            folder = folder.substring(0, Math.max(1, folder.lastIndexOf('/')));
        }
    }

    private Optional<Found> in(String folder) {
        String git = (folder.equals("/") ? "" : folder) + "/.git";
        Optional<String> file = files().text(git);
        if (file.isPresent()) {
            return Optional.of(linked(folder, file.get().strip()));
        }
        Optional<Boolean> repository = isThere(git + "/HEAD");
        if (repository.isEmpty()) {
            return Optional.of(new Found.Unknown());
        }
        return repository.get() ? Optional.of(new Found.At(folder, git, git)) : Optional.empty();
    }

    /** A worktree or a submodule: a file says where its repository is. */
    private Found linked(String folder, String text) {
        if (!text.startsWith(LINKED)) {
            return new Found.Unknown();
        }
        String own = resolved(folder, text.substring(LINKED.length()));
        String common = files().text(own + "/commondir")
                .map(path -> resolved(own, path.strip()))
                .orElse(own);
        return isThere(own + "/HEAD").filter(there -> there).isPresent()
                ? new Found.At(folder, own, common)
                : new Found.Unknown();
    }

    private static String resolved(String folder, String path) {
        return Paths.normalize(path.startsWith("/") ? path : folder + "/" + path);
    }

    private FileView files() {
        return context.files();
    }

    /** Whether a file is there; empty if that is not known. */
    private Optional<Boolean> isThere(String file) {
        return files().below(file).map(found -> !found.isEmpty());
    }

    /** What may be run by itself: a hook that is no example, or one that a setting names. */
    private boolean hasHooks(Found.At repository) {
        boolean none = files().names(repository.common() + "/hooks")
                .filter(names -> names.stream().allMatch(name -> name.endsWith(".sample")))
                .isPresent();
        return !none
                || isSome(settings(repository), text -> NAMES_MORE.matcher(text).find());
    }

    /** The files of settings that git reads there. */
    private Stream<String> settings(Found.At repository) {
        return Stream.of(
                repository.common() + "/config",
                repository.own() + "/config.worktree",
                context.home() + "/.gitconfig",
                context.home() + "/.config/git/config",
                "/etc/gitconfig");
    }

    /** Whether {@code test} holds for what some of {@code paths} contains, or may contain. */
    private boolean isSome(Stream<String> paths, Predicate<String> test) {
        return paths.filter(path -> isThere(path).orElse(true))
                .anyMatch(path -> files().text(path)
                        .map(text -> test.test(text.toLowerCase(Locale.ROOT)))
                        .orElse(true));
    }
}
