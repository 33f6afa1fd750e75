package dev.licet.core.decide;

import dev.licet.core.call.ToolKind;
import dev.licet.core.glob.Glob;
import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.NamedPath;
import dev.licet.core.path.PathForms;
import dev.licet.core.path.PathShape;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Rule;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges what a call does to files.
 *
 * <p>A file tool's own path needs an allow of its own rules, and so does the target of a shell redirection under the
 * write rules. Operands are part of the command that names them, unless a read or write rule speaks of that path.
 */
final class FileRules {
    static final String READ_TOOL = "read_file";
    static final String WRITE_TOOL = "write_file";
    static final String EDIT_TOOL = "edit_file";

    /** What makes a text a pattern of file names. */
    private static final String WILDCARDS = "*?[{(";

    /** Files that are in most projects. */
    private static final List<String> ORDINARY =
            List.of("index.html", "main.c", "README.md", "package.json", "notes.txt");

    /** Stars and question marks, and one choice. */
    private static final Pattern SIMPLE = Pattern.compile("[\\w.*?/-]*(\\{[\\w.*?/,-]*})?[\\w.*?/-]*");

    private static final int MAX_WILDCARDS = 8;
    private static final int MAX_PATTERN = 256;

    private final RuleSet rules;
    private final JudgeContext context;

    private @Nullable Boolean limitsFolders;

    FileRules(RuleSet rules, JudgeContext context) {
        this.rules = rules;
        this.context = context;
    }

    Finding read(Fact.Reads reads, Optional<NamedPath> named, String tool, ToolKind kind) {
        if (named.isEmpty()) {
            return unknown(reads, tool, READ_TOOL, "which file is read is not known before execution");
        }
        NamedPath path = named.get();
        if (kind == ToolKind.GREP
                && reads.place() instanceof Place.Below
                && !context.files().isThere()) {
            // Which files a search finds there is for whoever has them to say.
            return partOfCommand(reads);
        }
        boolean ownPath = reads.role() == Fact.Role.ARGUMENT;
        if (ownPath && kind != ToolKind.GREP) {
            return own(reads, path, tool);
        }
        Optional<Finding> byReading = named(reads, path, READ_TOOL);
        Optional<Finding> aimed = reads.place() instanceof Place.At at ? aimedAt(reads, at.text()) : Optional.empty();
        if (ownPath) {
            return strictest(strictest(own(reads, path, tool), byReading), aimed);
        }
        Optional<Finding> whole = kind == ToolKind.GREP ? Optional.empty() : wholeTool(reads, path, READ_TOOL);
        return strictest(byReading.or(() -> whole).orElseGet(() -> partOfCommand(reads)), aimed);
    }

    /** What the rules for {@code tool} say of any file, where they are about it and not about every tool. */
    private Optional<Finding> wholeTool(Fact fact, NamedPath path, String tool) {
        for (Rule rule : rules.about(tool, path)) {
            boolean speaks = rule.isToolLevel() ? !rule.tool().isEverything() : path.isCoveredBy(rule.value());
            if (speaks) {
                return rule.action() == Action.ALLOW
                        ? Optional.empty()
                        : Optional.of(new Finding(fact, rule.action(), new Cause.ByRule(rule)));
            }
        }
        return Optional.empty();
    }

    /** A deny or ask whose plainest match a pattern of file names covers, as {@code --include='.e*'} covers `.env`. */
    private Optional<Finding> aimedAt(Fact.Reads reads, String pattern) {
        long wildcards = pattern.chars().filter(c -> WILDCARDS.indexOf(c) >= 0).count();
        if (wildcards == 0) {
            return Optional.empty();
        }
        // The pattern is the agent's: one that would take long to compile is taken for one that is aimed at anything.
        boolean readable = wildcards <= MAX_WILDCARDS && pattern.length() <= MAX_PATTERN;
        Predicate<String> names = readable ? Glob.of(pattern)::matches : name -> true;
        if (readable && names.test("")) {
            return Optional.empty();
        }
        return rules.limits(READ_TOOL).stream()
                .filter(rule -> rule.action() != Action.ALLOW && !rule.isToolLevel())
                .filter(rule -> aims(names, rule.value().shortest()))
                .filter(rule -> !readable || !isOrdinary(pattern, rule))
                .findFirst()
                .map(rule -> new Finding(reads, Action.ASK, new Cause.MayMatch(rule)));
    }

    /** Whether every alternative of {@code pattern} that meets what {@code rule} speaks of is as well one for ordinary files. */
    private static boolean isOrdinary(String pattern, Rule rule) {
        if (!SIMPLE.matcher(pattern).matches()) {
            return false;
        }
        String secret = rule.value().shortest();
        String ending = secret.substring(Math.max(secret.lastIndexOf('.'), secret.lastIndexOf('/') + 1));
        List<String> names = Stream.concat(ORDINARY.stream(), Stream.of("index" + ending))
                .filter(name -> !rule.value().matches(name))
                .toList();
        return Glob.choices(pattern).stream()
                .map(Glob::of)
                .filter(each -> aims(each::matches, secret))
                .allMatch(each -> names.stream().anyMatch(each::matches));
    }

    private static boolean aims(Predicate<String> names, String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return names.test(path) || (!name.isEmpty() && names.test(name));
    }

    Finding written(Fact.Writes writes, Optional<NamedPath> named, String tool, ToolKind kind) {
        if (named.isEmpty()) {
            return unknown(writes, tool, WRITE_TOOL, "which file is written is not known before execution");
        }
        NamedPath path = named.get();
        return switch (writes.role()) {
            case ARGUMENT -> change(writes, path, tool, kind == ToolKind.EDIT ? WRITE_TOOL : EDIT_TOOL);
            case REDIRECTION -> change(writes, path, WRITE_TOOL, EDIT_TOOL);
            case OPERAND, GUESS -> changed(writes, path);
        };
    }

    /** A change is a change: what the rules for the other way of changing files deny by name is denied, too. */
    private Finding change(Fact.Writes writes, NamedPath path, String tool, String other) {
        return strictest(outside(own(writes, path, tool), path), denied(named(writes, path, other)));
    }

    Finding deleted(Fact.Deletes deletes, Optional<NamedPath> named, String tool) {
        return named.map(path -> changed(deletes, path))
                .orElseGet(() ->
                        unknown(deletes, tool, WRITE_TOOL, "which file is removed is not known before execution"));
    }

    /** A file that is not known is judged no laxer than a known one: both the command's and the files' rules must allow it. */
    private Finding unknown(Fact fact, String tool, String fileTool, String why) {
        return strictest(rules.unreadable(fact, tool, why), Optional.of(rules.unreadable(fact, fileTool, why)));
    }

    /** What the rules for writing or for editing say of this path by name. */
    private Optional<Finding> namedChange(Fact fact, NamedPath path) {
        Optional<Finding> written = named(fact, path, WRITE_TOOL);
        Optional<Finding> edited = named(fact, path, EDIT_TOOL);
        return written.map(finding -> strictest(finding, edited)).or(() -> edited);
    }

    private Finding changed(Fact fact, NamedPath path) {
        Optional<Finding> named = namedChange(fact, path);
        if (named.isPresent()) {
            return named.get();
        }
        Optional<Finding> whole = wholeTool(fact, path, WRITE_TOOL);
        if (whole.isPresent()) {
            return whole.get();
        }
        return path.isInsideWorkspace() || rules.isUnbounded() || isAllowedOutside(fact, path)
                ? partOfCommand(fact)
                : new Finding(fact, Action.ASK, new Cause.Outside(context.workspace()));
    }

    /**
     * Whether a rule for writing that begins with an absolute path covers it. A file may be removed that may be written; a folder
     * with something in it has to be named by the rule, with what is below it.
     */
    private boolean isAllowedOutside(Fact fact, NamedPath path) {
        boolean removed = fact instanceof Fact.Deletes;
        return rules.about(WRITE_TOOL, path).stream()
                .filter(rule -> rule.action() == Action.ALLOW
                        && rule.value().pattern().startsWith("/")
                        && path.isCoveredBy(rule.value()))
                .anyMatch(rule -> !removed
                        || (path instanceof PathForms exact && (names(rule, exact) || exact.hasNothingBelow())));
    }

    private static boolean names(Rule rule, PathForms path) {
        return path.isPlain()
                && rule.value().pattern().startsWith(Glob.quote(path.literal()))
                && rule.value().matches(path.literal() + "/x");
    }

    /**
     * {@code finding}, or what the rules for folders outside of the workspace say where that is stricter.
     *
     * @param named what it is about; empty where that is not known
     */
    Finding outside(Finding finding, Optional<NamedPath> named) {
        if (finding.action() == Action.DENY || !limitsFolders()) {
            return finding;
        }
        if (named.isEmpty()) {
            return strictest(
                    finding,
                    Optional.of(rules.unreadable(
                            finding.fact(), FolderRules.TOOL, "which folder it works in is not known")));
        }
        NamedPath path = named.get();
        if (path instanceof PathForms folder && !folder.isInsideWorkspace() && folder.isWorkplace()) {
            return outsideFolder(finding, folder);
        }
        return path.isOwn()
                ? finding
                : strictest(
                        finding,
                        named(finding.fact(), path, FolderRules.TOOL)
                                .or(() -> wholeTool(finding.fact(), path, FolderRules.TOOL)));
    }

    /** The same for a command that works in {@code directory}: a rule for what is below speaks of that. */
    Finding outside(Finding finding, String directory) {
        return finding.action() == Action.DENY || !limitsFolders()
                ? finding
                : outsideFolder(finding, PathForms.of(new Place.At(".", directory), context));
    }

    private Finding outsideFolder(Finding finding, PathForms folder) {
        if (folder.isOwn()) {
            return finding;
        }
        return rules.about(FolderRules.TOOL, folder).stream()
                .filter(rule -> !rule.tool().isEverything() && speaksBelow(rule, folder))
                .findFirst()
                .filter(rule -> rule.action() != Action.ALLOW)
                .map(rule -> strictest(
                        finding, Optional.of(new Finding(finding.fact(), rule.action(), new Cause.ByRule(rule)))))
                .orElse(finding);
    }

    private boolean speaksBelow(Rule rule, PathForms folder) {
        boolean folds = context.files().ignoresCase() && rule.action() != Action.ALLOW;
        Glob pattern = folds ? rule.value().ignoringCase() : rule.value();
        Predicate<String> below = form -> pattern.matches((folds ? Glob.folded(form) : form) + "/x");
        return rule.action() == Action.ALLOW
                ? folder.forms().stream().allMatch(below)
                : folder.mayMatch(rule.value()) || folder.forms().stream().anyMatch(below);
    }

    /** Whether anything is denied or asked about folders outside of the workspace. */
    private boolean limitsFolders() {
        Boolean known = limitsFolders;
        if (known == null) {
            known = rules.limits(FolderRules.TOOL).stream()
                    .anyMatch(rule ->
                            rule.action() != Action.ALLOW && !rule.tool().isEverything());
            limitsFolders = known;
        }
        return known;
    }

    private static Finding partOfCommand(Fact fact) {
        return new Finding(fact, Action.ALLOW, new Cause.PartOfCommand());
    }

    private static Finding strictest(Finding own, Optional<Finding> other) {
        return other.filter(found -> found.action().isStricterThan(own.action()))
                .orElse(own);
    }

    private static Optional<Finding> denied(Optional<Finding> finding) {
        return finding.filter(found -> found.action() == Action.DENY);
    }

    /** The last rule for {@code tool} that speaks of {@code path}. */
    private Finding own(Fact fact, NamedPath path, String tool) {
        for (Rule rule : rules.about(tool, path)) {
            boolean speaks = rule.action() == Action.ALLOW
                    ? !rules.isTooFar(rule, path) && (rule.isToolLevel() || path.isCoveredBy(rule.value()))
                    : rule.isToolLevel() || path.mayMatch(rule.value());
            if (speaks) {
                return path.isExact() || rule.action() == Action.ALLOW || rule.isToolLevel()
                        ? new Finding(fact, rule.action(), new Cause.ByRule(rule))
                        : new Finding(fact, Action.ASK, new Cause.MayMatch(rule));
            }
        }
        return new Finding(fact, Action.ASK, new Cause.NoRule());
    }

    /** Writing outside the workspace needs a rule that begins with an absolute path. */
    private Finding outside(Finding finding, NamedPath path) {
        if (finding.action() != Action.ALLOW || path.isInsideWorkspace() || rules.isUnbounded()) {
            return finding;
        }
        boolean namesIt = finding.cause()
                .decidedBy()
                .filter(rule -> rule.value().pattern().startsWith("/") || RuleSet.isYolo(rule))
                .isPresent();
        return namesIt ? finding : new Finding(finding.fact(), Action.ASK, new Cause.Outside(context.workspace()));
    }

    /** A rule of {@code tool} that names {@code path}, not just everything, and is not lifted by a later allow. */
    private Optional<Finding> named(Fact fact, NamedPath path, String tool) {
        Optional<Finding> possible = Optional.empty();
        for (Rule rule : rules.about(tool, path)) {
            if (rule.isToolLevel()) {
                continue;
            }
            boolean covers = path.isExact() ? path.mayMatch(rule.value()) : path.isCoveredBy(rule.value());
            if (rule.action() == Action.ALLOW) {
                if (path.isCoveredBy(rule.value())) {
                    return possible;
                }
            } else if (covers && !isLifted(fact, path, rule, tool)) {
                // A rule that may match after this one leaves a deny in any case, but not an ask.
                Finding certain = new Finding(fact, rule.action(), new Cause.ByRule(rule));
                return Optional.of(rule.action() == Action.DENY ? certain : possible.orElse(certain));
            } else if (possible.isEmpty() && path.mayMatch(rule.value()) && !isLifted(fact, path, rule, tool)) {
                possible = Optional.of(new Finding(fact, Action.ASK, new Cause.MayMatch(rule)));
            }
        }
        return possible;
    }

    /** Whether {@code rule} speaks of files only that a later allow lifts it for, as far as it is known which are there. */
    private boolean isLifted(Fact fact, NamedPath path, Rule rule, String tool) {
        if (!(path instanceof PathShape shape)) {
            return false;
        }
        List<PathForms> spokenOf = shape.listed().stream()
                .flatMap(List::stream)
                .filter(file -> file.mayMatch(rule.value()))
                .toList();
        return !spokenOf.isEmpty()
                && spokenOf.stream().allMatch(file -> named(fact, file, tool).isEmpty());
    }
}
