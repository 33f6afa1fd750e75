package dev.licet.core.decide;

import dev.licet.core.path.JudgeContext;
import dev.licet.core.path.PathForms;
import dev.licet.shell.Argument;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.command.CommandTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that a patch names which a command of the line applies: the patch is read as it lies there now. Sources:
 * git-apply(1), git-am(1), patch(1). For one thread.
 */
final class AppliedPatches {
    private static final Set<List<String>> APPLYING =
            Set.of(List.of("git", "apply"), List.of("git", "am"), List.of("patch"));

    /** With these nothing is applied, if nothing else says that it is. */
    private static final Set<String> LOOKING =
            Set.of("--stat", "--numstat", "--summary", "--check", "--abort", "--continue");

    private static final String ALL_THE_SAME = "--apply";

    private static final Pattern INPUT = Pattern.compile("(?:-i|--input=)(.+)", Pattern.DOTALL);

    /** A line that names a file; what stands behind a tab is a time. */
    private static final Pattern NAMING = Pattern.compile(
            "(?m)^(?:(?:---|\\+\\+\\+|\\*\\*\\*) |rename (?:from|to) |copy to |Index: )([^\\t\\r\\n]+)");

    private static final Pattern HEAD = Pattern.compile("(?m)^diff --git \"?a/.*? (\"?)b/([^\\r\\n]+?)\\1$");
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"");

    /** How a character is spelled in a name in quotes: a byte by its octal number, or by a letter. Source: core.quotePath of git-config(1). */
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-3]?[0-7]{1,2}|.)");

    private static final int OCTAL = 8;
    private static final String LETTERS = "abtnvfr";
    private static final String SPELLED = "\u0007\b\t\n\u000b\f\r";

    private static final String NOTHING = "/dev/null";

    private final CommandTable commands;
    private final JudgeContext context;

    AppliedPatches(CommandTable commands, JudgeContext context) {
        this.commands = commands;
        this.context = context;
    }

    /** {@code facts} with a fact for each file that is written. */
    List<Fact> known(List<Fact> facts) {
        if (!context.files().isThere()
                || facts.stream().noneMatch(fact -> fact instanceof Fact.Runs runs && applies(runs))) {
            return facts;
        }
        var all = new ArrayList<>(facts);
        for (Fact fact : facts) {
            if (fact instanceof Fact.Runs runs && applies(runs)) {
                patches(runs).forEach(patch -> add(runs, patch, all));
            }
        }
        return all;
    }

    private static boolean applies(Fact.Runs command) {
        List<String> name = command.command().stream()
                .limit(command.prefix())
                .map(Argument::start)
                .toList();
        List<String> words = command.argv().stream().map(Argument::start).toList();
        return APPLYING.stream()
                        .anyMatch(applying -> name.subList(0, Math.min(applying.size(), name.size()))
                                .equals(applying))
                && (words.stream().noneMatch(LOOKING::contains) || words.contains(ALL_THE_SAME));
    }

    /** The words that may name a patch; what is no certain word is one that cannot be read. */
    private List<Argument> patches(Fact.Runs command) {
        var patches = new ArrayList<>(commands.operands(command.argv()));
        for (int i = 1; i < command.argv().size(); i++) {
            Argument word = command.argv().get(i);
            Matcher input = INPUT.matcher(word.start());
            if (input.matches()) {
                patches.add(new Argument.Known(input.group(1), word.span()));
            } else if (word.start().equals("-i") && i + 1 < command.argv().size()) {
                patches.add(command.argv().get(i + 1));
            }
        }
        return patches;
    }

    private void add(Fact.Runs command, Argument patch, List<Fact> all) {
        Optional<String> text = patch.certain()
                .map(name -> PathForms.of(new Place.At(name, command.directory()), context)
                        .literal())
                .flatMap(context.files()::text);
        if (text.isEmpty()) {
            all.add(new Fact.Opaque("what is applied cannot be read", command.span()));
            return;
        }
        for (String file : files(text.get())) {
            all.add(new Fact.Writes(new Place.At(file, command.directory()), Fact.Role.OPERAND, command.span()));
        }
    }

    /** What a patch names, with and without the first parts of its path: how many are cut off an option says. */
    private static Set<String> files(String patch) {
        var files = new LinkedHashSet<String>();
        Matcher naming = NAMING.matcher(patch);
        while (naming.find()) {
            String written = naming.group(1).strip();
            Matcher quoted = QUOTED.matcher(written);
            String file = quoted.matches() ? unquoted(quoted.group(1)) : written;
            if (!file.equals(NOTHING)) {
                addEnds(file, files);
            }
        }
        Matcher head = HEAD.matcher(patch);
        while (head.find()) {
            addEnds(head.group(1).isEmpty() ? head.group(2) : unquoted(head.group(2)), files);
        }
        return files;
    }

    /** What {@code text} between quotes stands for. Its characters are bytes of UTF-8. */
    private static String unquoted(String text) {
        var bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        String plain = ESCAPE.matcher(bytes)
                .replaceAll(escape -> Matcher.quoteReplacement(Character.toString(spelled(escape.group(1)))));
        return new String(plain.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static char spelled(String escape) {
        char first = escape.charAt(0);
        int letter = LETTERS.indexOf(first);
        return first >= '0' && first <= '7'
                ? (char) Integer.parseInt(escape, OCTAL)
                : letter < 0 ? first : SPELLED.charAt(letter);
    }

    private static void addEnds(String path, Set<String> files) {
        files.add(path);
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            files.add(path.substring(slash + 1));
        }
    }
}
