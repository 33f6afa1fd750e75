package dev.licet.core.display;

import dev.licet.core.call.ToolCall;
import dev.licet.core.call.ToolKind;
import dev.licet.core.call.ToolTable;
import dev.licet.core.decide.Cause;
import dev.licet.core.decide.Decision;
import dev.licet.core.decide.Finding;
import dev.licet.core.json.CanonicalJson;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.SideEffect;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a call would do at worst, as far as is known, for the person who answers. It orders what waits, and decides nothing.
 *
 * @param level how bad that would be
 * @param worst what it is, in a few words that hold no hidden characters: {@code deletes /etc/hosts, outside of the workspace}
 * @param badges what a person looks for among many calls
 */
public record Risk(Level level, String worst, Set<Badge> badges) {
    /** Names of systems that people depend on. */
    private static final Pattern PRODUCTION = Pattern.compile("(?i)(^|[^a-z0-9])(prod|production|prd)([^a-z0-9]|$)");

    /** What a tool is called that cannot be undone. */
    private static final Pattern FINAL = Pattern.compile(
            "(?i)(^|[^a-z])(delete|remove|drop|destroy|purge|merge|send|publish|deploy|transfer|pay|refund|revoke)([^a-z]|$)");

    /** What a target of a build or a script of a project is called that works on other machines. */
    private static final Pattern OUTWARD = Pattern.compile(
            "(?i)(?:.*[:_-])?(?:deploy|publish|release|rollback|promote|destroy)(?:[:_-].*)?|prod|production");

    /** What one is called that empties or rebuilds what a project has stored. */
    private static final Pattern EMPTYING =
            Pattern.compile("(?i)(?:.*[:_-])?(?:drop|wipe|purge|truncate|reset|nuke|erase)(?:[:_-].*)?");

    /** Where a name has its next word, told by a capital. */
    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    /** An option that cannot be undone, in a group of its own where it deletes. */
    private static final Pattern FINAL_OPTION =
            Pattern.compile("--?(?:force[a-z-]*|hard|mirror|((?:delete|remove|prune|purge|destroy)[a-z-]*))");

    /** The same in short, where a specification says that it does more than its command: a branch is named so, too. */
    private static final Pattern SHORT_FINAL = Pattern.compile("-f|[+].+|(-d|-D|:.+)");

    /** The effects of what changes nothing. */
    private static final Set<SideEffect> LOOKS = EnumSet.of(SideEffect.CONNECTS, SideEffect.DISCLOSES);

    /** What follows a program's name where it has commands of its own. */
    private static final Pattern SUBCOMMAND = Pattern.compile("[a-z][a-z0-9:-]{0,30}");

    private static final int MAX_NAME = 60;

    public Risk {
        badges = Collections.unmodifiableSet(badges.isEmpty() ? EnumSet.noneOf(Badge.class) : EnumSet.copyOf(badges));
    }

    /** How bad the worst is that may happen. */
    public enum Level {
        /** Nothing is changed but files of the workspace. */
        LOW("low", "○"),
        /** Code runs, or another machine is contacted. */
        MEDIUM("medium", "◐"),
        /** Something beyond the workspace is changed, or what happens is not known. */
        HIGH("high", "◆"),
        /** It may not be possible to undo it, or it is about secrets or production. */
        CRITICAL("critical", "▲");

        private final String text;
        private final String mark;

        Level(String text, String mark) {
            this.text = text;
            this.mark = mark;
        }

        /** The word for it. */
        public String text() {
            return text;
        }

        /** One character that tells it from the others without colour. */
        public String mark() {
            return mark;
        }
    }

    /** What a person looks for. */
    public enum Badge {
        PRODUCTION,
        OUTSIDE,
        SECRET,
        CI,
        DELETES,
        NETWORK,
        UNKNOWN;

        /** The word for it. */
        public String text() {
            return this == CI ? "CI" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@code ▲ critical risk: deletes /srv/data, outside of the workspace}: the same line on every surface. */
    public String line() {
        return level.mark() + " " + level.text() + " risk: " + worst;
    }

    /** Its form in documents: {@code {level, worst, badges}}. */
    public JsonObject form() {
        return JsonObject.empty()
                .with("level", level.text())
                .with("worst", worst)
                .with(
                        "badges",
                        JsonArray.of(badges.stream()
                                .map(badge -> new JsonString(badge.text()))
                                .toList()));
    }

    /** What {@link #form} wrote; a level that is not known is the worst, a badge that is not known none. */
    public static Risk of(JsonObject form) {
        Level known = Stream.of(Level.values())
                .filter(each -> form.text("level").equals(Optional.of(each.text())))
                .findFirst()
                .orElse(Level.CRITICAL);
        List<JsonValue> badges = form.elements("badges");
        return new Risk(
                known,
                SafeText.oneLine(form.text("worst").orElse("")),
                Stream.of(Badge.values())
                        .filter(badge -> badges.contains(new JsonString(badge.text())))
                        .collect(Collectors.toSet()));
    }

    /** One thing that would happen. */
    private record Deed(Level level, String words, Set<Badge> badges) {
        static Deed of(Level level, String words, Badge... badges) {
            return new Deed(level, words, Set.of(badges));
        }
    }

    /** The risk of {@code call}, of which {@code decision} says what it does. */
    public static Risk of(ToolCall call, Decision decision) {
        List<Deed> deeds = decision.findings().stream()
                .filter(finding ->
                        !(finding.cause() instanceof Cause.Harmless || finding.cause() instanceof Cause.Paused))
                .map(finding -> deed(call, finding))
                .toList();
        Deed worst = deeds.stream()
                .max(Comparator.comparing(Deed::level)
                        .thenComparing(deed -> deed.badges().contains(Badge.DELETES)))
                .orElse(Deed.of(Level.LOW, "does nothing"));
        var badges = EnumSet.noneOf(Badge.class);
        deeds.forEach(deed -> badges.addAll(deed.badges()));
        boolean production = worst.level().compareTo(Level.MEDIUM) >= 0
                && reachesFurther(badges, worst)
                && PRODUCTION.matcher(said(call)).find();
        if (!production) {
            return new Risk(worst.level(), worst.words(), badges);
        }
        badges.add(Badge.PRODUCTION);
        boolean changes = decision.findings().stream().anyMatch(finding -> !onlyAsks(finding.fact()));
        return new Risk(changes ? Level.CRITICAL : worst.level(), worst.words() + ", and names production", badges);
    }

    /** Whether something is only looked at, here or on another machine. */
    private static boolean onlyAsks(Fact fact) {
        return switch (fact) {
            case Fact.Reads reads -> true;
            case Fact.Connects connects -> true;
            case Fact.Runs runs ->
                runs.standing() == Fact.Standing.FREE
                        || (runs.prefix() > 0 && runs.escalations().isEmpty() && LOOKS.containsAll(runs.effects()));
            case Fact.Uses uses -> ToolTable.standard().kind(uses.tool()) == ToolKind.FETCH;
            case Fact.Deletes deletes -> false;
            case Fact.Writes writes -> false;
            case Fact.Sets sets -> false;
            case Fact.Opaque opaque -> false;
        };
    }

    /** Whether it is about more than code and files at hand, whose names often say `production`. */
    private static boolean reachesFurther(Set<Badge> badges, Deed worst) {
        return worst.level().compareTo(Level.HIGH) >= 0
                || badges.contains(Badge.NETWORK)
                || badges.contains(Badge.UNKNOWN);
    }

    private static String said(ToolCall call) {
        return call.arguments().text("command").orElseGet(() -> CanonicalJson.of(call.arguments()));
    }

    private static Deed deed(ToolCall call, Finding finding) {
        return switch (finding.fact()) {
            case Fact.Runs runs -> run(runs);
            case Fact.Deletes deletes -> deletion(deletes, finding);
            case Fact.Writes writes -> change(writes, finding);
            case Fact.Reads reads -> reading(reads, finding);
            case Fact.Connects connects ->
                Deed.of(Level.MEDIUM, "contacts " + SafeText.oneLine(connects.host()), Badge.NETWORK);
            case Fact.Sets sets ->
                Deed.of(Level.MEDIUM, "sets " + SafeText.oneLine(sets.variable()) + ", which may change what runs");
            case Fact.Uses uses -> use(call, uses);
            case Fact.Opaque opaque -> Deed.of(Level.HIGH, "may do anything: " + opaque.why(), Badge.UNKNOWN);
        };
    }

    private static Deed deletion(Fact.Deletes deletes, Finding finding) {
        String what = Sentences.what(deletes);
        return switch (finding.cause()) {
            case Cause.Floor floor -> Deed.of(Level.CRITICAL, what + ": " + safe(floor.what()), Badge.DELETES);
            case Cause.Outside outside ->
                Deed.of(Level.CRITICAL, what + ", outside of the workspace", Badge.DELETES, Badge.OUTSIDE);
            default -> Deed.of(Level.MEDIUM, what, Badge.DELETES);
        };
    }

    private static Deed change(Fact.Writes writes, Finding finding) {
        String what = Sentences.what(writes);
        return switch (finding.cause()) {
            case Cause.Floor floor ->
                isDevice(writes.place())
                        ? Deed.of(Level.CRITICAL, what + ": " + safe(floor.what()), Badge.DELETES)
                        : Deed.of(Level.HIGH, what + ": " + safe(floor.what()), Badge.CI);
            case Cause.Outside outside -> Deed.of(Level.HIGH, what + ", outside of the workspace", Badge.OUTSIDE);
            default -> Deed.of(Level.LOW, what);
        };
    }

    private static boolean isDevice(Place place) {
        return place instanceof Place.At at && at.text().startsWith("/dev/");
    }

    private static Deed reading(Fact.Reads reads, Finding finding) {
        String what = Sentences.what(reads);
        return switch (finding.cause()) {
            case Cause.Floor floor -> Deed.of(Level.CRITICAL, what + ": " + safe(floor.what()), Badge.SECRET);
            case Cause.Outside outside -> Deed.of(Level.MEDIUM, what + ", outside of the workspace", Badge.OUTSIDE);
            default -> Deed.of(Level.LOW, what);
        };
    }

    private static Deed use(ToolCall call, Fact.Uses uses) {
        ToolTable tools = ToolTable.standard();
        return switch (tools.kind(uses.tool())) {
            case FETCH -> Deed.of(Level.MEDIUM, "contacts " + host(uses.subject()), Badge.NETWORK);
            case SKILL -> Deed.of(Level.MEDIUM, "follows the instructions of " + safe(uses.subject()));
            case TASK -> Deed.of(Level.MEDIUM, "starts a subagent");
            case PLAN -> Deed.of(Level.LOW, "touches nothing");
            case INPUT -> Deed.of(Level.HIGH, "types into a program that runs", Badge.UNKNOWN);
            case SHELL, READ, WRITE, EDIT, GREP, GLOB -> Deed.of(Level.MEDIUM, Sentences.what(uses));
            case MCP, OTHER -> other(call, uses);
        };
    }

    /** Of a tool that nothing is known of but its name. */
    private static Deed other(ToolCall call, Fact.Uses uses) {
        String name = NEXT_WORD.matcher(uses.tool()).replaceAll("_");
        boolean remote = ToolTable.standard().kind(uses.tool()) == ToolKind.MCP
                || call.context().origin().startsWith("mcp:");
        String who = remote ? "its server" : "the tool";
        boolean last = FINAL.matcher(name).find();
        return Deed.of(
                last ? Level.HIGH : Level.MEDIUM,
                "does what " + who + " makes of it" + (last ? ", and may not be undone" : ""),
                Badge.UNKNOWN);
    }

    private static String host(String address) {
        String rest = address.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://", "");
        String host = rest.replaceFirst("[/?#].*", "").replaceFirst("^.*@", "");
        return host.isEmpty() ? "other machines" : safe(host);
    }

    private static Deed run(Fact.Runs runs) {
        if (runs.standing() == Fact.Standing.FREE) {
            return Deed.of(Level.LOW, "reads");
        }
        Deed named = named(runs, name(runs));
        Deed deed = ofProject(runs, named);
        List<Matcher> last = Stream.concat(
                        runs.argv().stream().map(word -> FINAL_OPTION.matcher(word.start())),
                        runs.escalations().stream()
                                .filter(more -> !runs.effects().equals(SideEffect.ANY))
                                .map(more -> SHORT_FINAL.matcher(more.spelling())))
                .filter(Matcher::matches)
                .toList();
        if (last.isEmpty() || deed.level().compareTo(Level.HIGH) < 0) {
            return deed;
        }
        var badges = EnumSet.noneOf(Badge.class);
        badges.addAll(deed.badges());
        if (last.stream().anyMatch(option -> option.group(1) != null)) {
            badges.add(Badge.DELETES);
        }
        return new Deed(Level.CRITICAL, deed.words() + ", and may not be undone", badges);
    }

    /** What a build or a script of the project is told to do is known by its name alone. */
    private static Deed ofProject(Fact.Runs runs, Deed named) {
        if (!runs.effects().contains(SideEffect.EXECUTES_PROJECT)
                || named.level().compareTo(Level.HIGH) >= 0) {
            return named;
        }
        if (isTold(runs, OUTWARD)) {
            return new Deed(Level.HIGH, named.words() + ", which may change other machines", named.badges());
        }
        return isTold(runs, EMPTYING)
                ? new Deed(Level.HIGH, named.words() + ", which may delete what is stored", named.badges())
                : named;
    }

    private static boolean isTold(Fact.Runs runs, Pattern name) {
        return Stream.concat(
                        runs.command().stream().limit(runs.prefix()).skip(1).map(Argument::start),
                        runs.escalations().stream().map(Fact.Escalation::spelling))
                .map(word -> NEXT_WORD.matcher(word).replaceAll("-"))
                .anyMatch(word -> name.matcher(word).matches());
    }

    private static Deed named(Fact.Runs runs, String name) {
        if (runs.prefix() == 0) {
            return Deed.of(Level.HIGH, "may do anything: nothing is known of `" + name + "`", Badge.UNKNOWN);
        }
        if (runs.effects().equals(SideEffect.ANY)) {
            return Deed.of(Level.HIGH, "may do all that `" + name + "` can", Badge.UNKNOWN);
        }
        String more = more(runs);
        Deed deed = runs.effects().stream()
                .max(Comparator.naturalOrder())
                .map(effect -> byEffect(effect, name, more))
                .orElse(Deed.of(
                        more.isEmpty() ? Level.LOW : Level.MEDIUM, more.isEmpty() ? "reads" : "`" + name + "`" + more));
        boolean network = runs.effects().contains(SideEffect.CONNECTS);
        if (!network) {
            return deed;
        }
        var badges = EnumSet.of(Badge.NETWORK);
        badges.addAll(deed.badges());
        return new Deed(deed.level(), deed.words(), badges);
    }

    private static Deed byEffect(SideEffect effect, String name, String more) {
        String command = " (`" + name + "`" + more + ")";
        return switch (effect) {
            case WRITES ->
                Deed.of(more.isEmpty() ? Level.LOW : Level.MEDIUM, "changes files of the workspace" + command);
            case BRINGS_CONTROL ->
                Deed.of(Level.MEDIUM, "may merge other texts into files that control what runs later" + command);
            case CONNECTS -> Deed.of(Level.MEDIUM, "contacts other machines" + command);
            case DISCLOSES -> Deed.of(Level.HIGH, "may show secrets of the environment" + command, Badge.SECRET);
            case EXECUTES_PROJECT -> Deed.of(Level.MEDIUM, "runs code of the project" + command);
            case EXECUTES_INLINE -> Deed.of(Level.MEDIUM, "runs code that stands in the line" + command);
            case EXECUTES_FETCHED -> Deed.of(Level.HIGH, "runs code that is fetched" + command, Badge.NETWORK);
            case EXECUTES_OTHER ->
                Deed.of(Level.HIGH, "runs code from outside of the project" + command, Badge.OUTSIDE);
            case CHANGES -> Deed.of(Level.HIGH, "changes more than files of the workspace" + command);
        };
    }

    /** The words that name a command; of one that nothing is known of, those that look like it. */
    private static String name(Fact.Runs runs) {
        Stream<String> words = runs.prefix() > 0
                ? runs.command().stream().limit(runs.prefix()).map(Argument::start)
                : Stream.concat(
                        Stream.of(runs.argv().getFirst().start()),
                        runs.argv().stream()
                                .skip(1)
                                .limit(2)
                                .map(Argument::start)
                                .takeWhile(word -> SUBCOMMAND.matcher(word).matches()));
        return safe(SafeText.cut(words.collect(Collectors.joining(" ")), MAX_NAME));
    }

    /** The words that make it do more than that. */
    private static String more(Fact.Runs runs) {
        return runs.escalations().stream()
                .map(Fact.Escalation::spelling)
                .filter(spelling -> !spelling.isEmpty())
                .distinct()
                .limit(3)
                .map(spelling -> " " + safe(SafeText.cut(spelling, 40)))
                .collect(Collectors.joining());
    }

    private static String safe(String text) {
        return SafeText.oneLine(text);
    }
}
