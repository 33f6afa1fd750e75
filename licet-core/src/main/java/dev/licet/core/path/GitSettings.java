package dev.licet.core.path;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a file of git's settings has git run by itself. Source: git-config(1), gitattributes(5). */
final class GitSettings {
    private static final Pattern SECTION = Pattern.compile("\\s*\\[\\s*([a-z0-9.-]+)[^]]*]\\s*(.*)");
    private static final Pattern SETTING = Pattern.compile("\\s*([a-z][a-z0-9-]*)\\s*(?:=\\s*(.*?)\\s*)?");

    /** Settings, by their section, whose value is a command that runs when files are looked at, kept or put in place. */
    private static final Set<String> RUNNING = Set.of(
            "filter.clean",
            "filter.smudge",
            "filter.process",
            "diff.textconv",
            "diff.command",
            "diff.external",
            "merge.driver",
            "core.fsmonitor",
            "trailer.command",
            "trailer.cmd",
            "hook.command",
            "core.alternaterefscommand");

    /** A program that is installed, by its name alone, with no word that could be another program or a file. */
    private static final Pattern INSTALLED = Pattern.compile(
            "\"?(?:git[- ]lfs (?:clean|smudge|filter-process)|[a-z0-9_-]+)(?: (?:-{0,2}|-[a-z]|--[a-z][a-z0-9-]*|%[a-z]))*\"?");

    /** What runs the file, or the text, that it is given. */
    private static final Pattern INTERPRETER = Pattern.compile(
            "\"?(?:[a-z0-9]*sh|env|xargs|busybox|python[0-9]*|node|deno|bun|perl|ruby|php|lua|make|npx|npm|yarn|pnpm|java|julia|rscript|r|guile|[a-z]*awk|sed|dc|ed|ex|m4|gdb|go)\\b.*");

    private static final Set<String> SWITCHES = Set.of("", "true", "false", "yes", "no", "on", "off", "1", "0");

    private GitSettings() {}

    /** Whether {@code text} has git run something that is no program of the system, or names another file with settings. */
    static boolean run(String text) {
        String section = "";
        for (String written :
                text.toLowerCase(Locale.ROOT).replace("\\\n", " ").lines().toList()) {
            String line = written;
            Matcher head = SECTION.matcher(line);
            if (head.matches()) {
                section = head.group(1).replaceFirst("\\..*", "");
                line = head.group(2);
            }
            if (section.startsWith("include")) {
                return true;
            }
            Matcher setting = SETTING.matcher(line);
            if (setting.matches() && RUNNING.contains(section + "." + setting.group(1)) && runs(setting.group(2))) {
                return true;
            }
        }
        return false;
    }

    private static boolean runs(@Nullable String value) {
        boolean harmless = value == null
                || SWITCHES.contains(value)
                || (INSTALLED.matcher(value).matches()
                        && !INTERPRETER.matcher(value).matches());
        return !harmless;
    }
}
