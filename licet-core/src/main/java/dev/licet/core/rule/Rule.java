package dev.licet.core.rule;

import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a policy.
 *
 * @param tool the tool it speaks of: a name or a pattern
 * @param value what the tool is pointed at; {@code *} is everything
 * @param words {@code value} as an allow for a command reads it: a {@code *} inside a word ends at the next blank
 * @param action what it says
 * @param options what limits it
 * @param origin where it stands
 */
public record Rule(Glob tool, Glob value, Glob words, Action action, RuleOptions options, Origin origin) {
    private static final Pattern FOLDER_FORM = Pattern.compile("([A-Za-z0-9._+-]+):([^ *?\\[{]*/)");

    private static final Pattern WILD = Pattern.compile("[*?\\[{(]");

    /** A relative path, but none into the packages that a project installs. */
    private static final Pattern OWN_SCRIPT = Pattern.compile(
            "(\\./)?(?!(node_modules|vendor|venv|env)/)([A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private static final Pattern THERE =
            Pattern.compile("cd ([/~][\\p{L}\\p{N}_./@+:,=-]*?)(/\\*)? && (.+)", Pattern.DOTALL);

    /** A name, and a value in which what means something to a pattern stands behind a backslash. */
    private static final Pattern ASSIGNMENT =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=((?:[^\\s\\\\*?\\[\\]{}()!|]|\\\\[^\\r\\n])*) ");

    /** Where a rule stands: a file's name and its line, counted from 1; 0 for what stands in no file. */
    public record Origin(String file, int line) {
        @Override
        public String toString() {
            return line == 0 ? file : file + ":" + line;
        }
    }

    /** `cat:src/`: this program on files below this folder, and nothing else. */
    public record InFolder(String program, String folder) {}

    /**
     * `cd /srv/app && make *`: a command where it runs in this folder, and nowhere else.
     *
     * @param folder an absolute path, or one that begins with {@code ~}
     * @param below whether the folders below it count as well: {@code cd /srv/app/* && make *}
     * @param command the rule for the command alone
     */
    public record There(String folder, boolean below, Rule command) {}

    /**
     * `PYTHONPATH=src pytest *`: a command in front of which this is assigned.
     *
     * @param variables the variables with their values
     * @param command the rule for the command alone
     */
    public record Assigning(Map<String, String> variables, Rule command) {}

    /** The rule that {@code tool} and {@code value} spell. */
    public static Rule of(String tool, String value, Action action, Origin origin) {
        return new Rule(Glob.of(tool), Glob.of(value), Glob.ofWords(value), action, RuleOptions.NONE, origin);
    }

    /** As a person reads it, without what it says. */
    public RuleText text() {
        return new RuleText(tool.pattern(), value.pattern());
    }

    /** This rule under {@code options}. */
    public Rule under(RuleOptions options) {
        return new Rule(tool, value, words, action, options, origin);
    }

    /** This rule saying {@code action}. */
    Rule saying(Action action) {
        return new Rule(tool, value, words, action, options, origin);
    }

    /** Whether a call with {@code arguments} is one that it speaks of. */
    public boolean holds(JsonObject arguments) {
        return options.conditions().isEmpty()
                || options.conditions().stream().allMatch(condition -> condition.holds(arguments, action));
    }

    /** The folder form that its pattern has. */
    public Optional<InFolder> inFolder() {
        if (!value.pattern().endsWith("/")) {
            return Optional.empty();
        }
        Matcher form = FOLDER_FORM.matcher(value.pattern());
        return form.matches() ? Optional.of(new InFolder(form.group(1), form.group(2))) : Optional.empty();
    }

    /** What its pattern says of commands in one folder, if it is an allow and says so. */
    public Optional<There> there() {
        if (action != Action.ALLOW || !value.pattern().startsWith("cd ")) {
            return Optional.empty();
        }
        Matcher form = THERE.matcher(value.pattern());
        return form.matches()
                ? Optional.of(new There(
                        form.group(1), form.group(2) != null, of(tool.pattern(), form.group(3), action, origin)))
                : Optional.empty();
    }

    /** The pattern of {@code command} in {@code folder}, with those below it or not; empty if the folder cannot be spelled. */
    public static Optional<String> there(String folder, boolean below, String command) {
        String pattern = "cd " + folder + (below ? "/*" : "") + " && " + command;
        Matcher form = THERE.matcher(pattern);
        return form.matches() && form.group(1).equals(folder) ? Optional.of(pattern) : Optional.empty();
    }

    /** What its pattern says of a command behind assignments, if it is an allow and says so. */
    public Optional<Assigning> assigning() {
        String pattern = value.pattern();
        int equals = pattern.indexOf('=');
        if (action != Action.ALLOW || equals <= 0 || (pattern.indexOf(' ') >= 0 && pattern.indexOf(' ') < equals)) {
            return Optional.empty();
        }
        var variables = new LinkedHashMap<String, String>();
        Matcher assignment = ASSIGNMENT.matcher(pattern);
        int end = 0;
        while (assignment.region(end, pattern.length()).lookingAt()) {
            String value = assignment.group(2).replaceAll("\\\\(.)", "$1");
            if (variables.put(assignment.group(1), value) != null) {
                return Optional.empty();
            }
            end = assignment.end();
        }
        return variables.isEmpty() || end == pattern.length()
                ? Optional.empty()
                : Optional.of(new Assigning(
                        Map.copyOf(variables), of(tool.pattern(), pattern.substring(end), action, origin)));
    }

    /** The pattern of {@code command} behind {@code variables} with their values; empty if one cannot be spelled. */
    public static Optional<String> assigning(Map<String, String> variables, String command) {
        var pattern = new StringBuilder();
        variables.forEach((name, value) -> pattern.append(name)
                .append('=')
                .append(Glob.quote(value).replace(" ", "\\ "))
                .append(' '));
        pattern.append(command);
        return of("*", pattern.toString(), Action.ALLOW, new Origin("", 0))
                .assigning()
                .filter(read -> read.variables().equals(variables)
                        && read.command().value().pattern().equals(command))
                .map(read -> pattern.toString());
    }

    /** Whether it speaks of everything the tool can do. */
    public boolean isToolLevel() {
        return value.isEverything();
    }

    /** Whether it lets a command run within bounds only. */
    public boolean isBounding() {
        return action == Action.CONTAIN;
    }

    /** Whether it allows everything that a program can be told to do: {@code make *}. */
    public boolean namesOnlyProgram() {
        return value.pattern().matches("[^ *?\\[{(]+ \\*");
    }

    /** How many words it begins with that have no wildcard in them. */
    public int literalWords() {
        return (int) Arrays.stream(value.pattern().split(" ", -1))
                .takeWhile(word -> !WILD.matcher(word).find())
                .count();
    }

    /** Whether its first word is {@code program}, to the letter, and that is a script of the project's own. */
    public boolean namesScript(String program) {
        return program.indexOf('/') >= 0
                && OWN_SCRIPT.matcher(program).matches()
                && value.pattern().startsWith(program + " ");
    }

    /** Whether the word at {@code index} is a folder and a star, and {@code file} is below that folder. */
    public boolean namesFolderOf(String file, int index) {
        String[] all = value.pattern().split(" ", -1);
        boolean plain = index < all.length
                && Arrays.stream(all).limit(index).noneMatch(word -> word.contains("*") || word.contains("?"));
        return plain
                && all[index].matches("[A-Za-z0-9_./-]*[A-Za-z0-9_-]/\\*")
                && !file.contains("..")
                && file.startsWith(all[index].substring(0, all[index].length() - 1));
    }

    /** How many words of this rule spell {@code option}: to the letter up to a {@code =} or a wildcard. */
    public long spelled(String option) {
        return Arrays.stream(value.pattern().split(" ", -1))
                .map(word -> word.replaceFirst("[=*?].*", "").replace("\\", ""))
                .filter(word -> !word.isEmpty() && word.equals(option))
                .count();
    }
}
