package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Shell;
import dev.licet.shell.Shells;
import dev.licet.shell.SideEffect;
import dev.licet.shell.Span;
import dev.licet.shell.syntax.Difference;
import dev.licet.shell.syntax.Script;
import dev.licet.shell.syntax.ShellParser;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The facts that were found so far, each once, and how much work may still be done to find more. */
final class FactCollector {
    /** So much is followed before the rest counts as unreadable. A loop counts every round. */
    private static final int MAX_WORK = 1_000;

    /** So many facts are noted before the rest counts as unreadable. */
    private static final int MAX_FACTS = 1_000;

    /** So many words of one command, or characters of a text for another shell, cost as much as a command. */
    private static final int WORDS_OF_WORK = 32;

    private static final int CHARACTERS_OF_WORK = 64;

    /** So deep may functions, substitutions and texts for other shells call each other. */
    private static final int MAX_DEPTH = 24;

    private final Set<Fact> facts = new LinkedHashSet<>();

    /** The shell that is thought to run what is followed. */
    private Shell shell;

    private final boolean typed;

    private boolean readsComments;

    /** Whether another shell might have been followed in another way so far. */
    private boolean depends;

    /** Whether a variable of the environment is used that may hold a secret. */
    private boolean environment;

    /** Whether one is used that is called like a secret. */
    private boolean secret;

    private boolean compares;

    private int work;
    private int depth;

    /** While text from inside of a word is followed, its facts are said to stand where that word stands. */
    private @Nullable Span whole;

    /**
     * @param shell that runs the line
     * @param typed whether the line may be typed into it
     */
    FactCollector(Shell shell, boolean typed) {
        this.shell = shell;
        this.typed = typed;
    }

    /** Whether {@code asked} runs what is followed: asked only where that makes a difference. */
    boolean isRunBy(Shell asked) {
        depends = true;
        return shell == asked;
    }

    /** From now on what begins with `#` is a command and no comment. */
    void readComments() {
        readsComments = true;
    }

    boolean areCommentsRead() {
        return readsComments;
    }

    /** Whether the line may be typed into its shell. */
    boolean mayBeTyped() {
        return typed;
    }

    /** Whether it would make no difference if another shell ran the line. */
    boolean isSameForEveryShell() {
        return !depends;
    }

    /** Does {@code work} once for each of {@code shells}, as long as it makes a difference which of them it is. */
    void runBy(Shells shells, Runnable work) {
        Shell shellBefore = shell;
        boolean dependsBefore = depends;
        for (Shell each : shells.any()) {
            shell = each;
            depends = false;
            work.run();
            if (!depends) {
                break;
            }
        }
        shell = shellBefore;
        depends = dependsBefore;
    }

    /** {@code text} as the shell at hand reads it. */
    Script parse(String text) {
        return ShellParser.parse(text, shell);
    }

    /** Notes what the shell at hand reads otherwise than the tree says. */
    void differences(List<Difference> differences) {
        for (Difference difference : differences) {
            boolean typing =
                    difference.where() == Difference.Where.TYPED || difference.where() == Difference.Where.COMMENT;
            if (typing && !typed) {
                continue;
            }
            depends = true;
            if (difference.where() != Difference.Where.READABLE
                    && difference.shells().contains(shell)) {
                opaque(difference.why(), difference.span());
            }
        }
    }

    /** Notes that the value of the variable {@code name} is used, which may be anything that the environment holds. */
    void readsEnvironment(String name) {
        environment = true;
        secret |= ShellVariables.isNamedSecret(name);
    }

    /** Whether one is used that is called like a secret. */
    boolean usesSecret() {
        return secret;
    }

    /** Whether such a variable is used. */
    boolean usesEnvironment() {
        return environment;
    }

    /** Notes that words are compared, of which what is done depends. */
    void compares() {
        compares = true;
    }

    /** Whether that is done. */
    boolean isComparing() {
        return compares;
    }

    List<Fact> facts() {
        return List.copyOf(facts);
    }

    void add(Fact fact) {
        if (facts.size() < MAX_FACTS) {
            facts.add(fact);
        } else if (facts.size() == MAX_FACTS) {
            facts.add(new Fact.Opaque(new OpaqueReason.TooMuch(), fact.span()));
        }
    }

    /** Notes that a builtin prints what the shell knows: a command that a rule has to allow. */
    void shows(Invocation call, String directory) {
        add(new Fact.Runs(
                call.argv(),
                call.argv(),
                1,
                0,
                Fact.Standing.COMMAND,
                List.of(),
                Set.of(SideEffect.DISCLOSES),
                directory,
                at(call.span())));
    }

    void opaque(String why, Span span) {
        add(new Fact.Opaque(why, at(span)));
    }

    /** Notes a pattern that zsh shows, with the value of a variable in it, where it matches no file. */
    void disclosed(Span span) {
        opaque("zsh shows what is not known before execution where it matches no file", span);
    }

    /** Notes a stretch in which any command may be. */
    void unread(String why, Span span) {
        opaque(new OpaqueReason.Unread(why), span);
    }

    void opaque(OpaqueReason reason, Span span) {
        add(new Fact.Opaque(reason, at(span)));
    }

    Span at(Span span) {
        return whole == null ? span : whole;
    }

    /** Counts one command; whether it is still to be followed. */
    boolean mayFollow(Span span) {
        return maySpend(1, span);
    }

    /** Counts the words of a command that is about to run; whether it is still to be followed. */
    boolean mayRun(Invocation invocation) {
        return maySpend(invocation.argv().size() / WORDS_OF_WORK, invocation.span());
    }

    /** Counts a text that another shell reads; whether it is still to be followed. */
    boolean mayRead(String text, Span span) {
        return maySpend(text.length() / CHARACTERS_OF_WORK, span);
    }

    private boolean maySpend(int more, Span span) {
        boolean before = work <= MAX_WORK;
        work += more;
        if (before && work > MAX_WORK) {
            opaque(new OpaqueReason.TooMuch(), span);
        }
        return work <= MAX_WORK;
    }

    /** What {@code work} gives one level deeper; empty where that is too deep. */
    <T> Optional<T> deeper(Span span, Supplier<T> work) {
        if (depth >= MAX_DEPTH) {
            opaque(new OpaqueReason.TooDeep(), span);
            return Optional.empty();
        }
        depth++;
        T outcome = work.get();
        depth--;
        return Optional.of(outcome);
    }

    /** The same for work all of whose facts stand at {@code span}. */
    <T> Optional<T> inside(Span span, Supplier<T> work) {
        Span before = whole;
        whole = at(span);
        Optional<T> outcome = deeper(span, work);
        whole = before;
        return outcome;
    }
}
