package dev.licet.core.command;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonBoolean;
import dev.licet.core.json.JsonValue.JsonNull;
import dev.licet.core.json.JsonValue.JsonNumber;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.path.FileAddress;
import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Span;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Files that words may name of which it is not known what becomes of them: operands and options of a command that does more
 * than its name says, and whatever stands in a text that was not read.
 */
public final class MentionedFiles {
    /** So many are looked at. */
    private static final int MAX_FILES = 256;

    private static final int MAX_PATH = 1_024;

    /** A longer word is no list of paths. */
    private static final int MAX_TEXT = 4_096;

    /** Between these a path may stand: `-o=f`, `a@f`, `host:f`, `file:///f`, `w f` of sed, `"f"` of awk. */
    private static final Pattern BETWEEN = Pattern.compile("[=@:<>,;|&(){}\\s'\"]+|//(?=/)");

    private static final Pattern ONE_WORD = Pattern.compile("\\S+");

    private static final Pattern SHORT_OPTION = Pattern.compile("-[A-Za-z].+", Pattern.DOTALL);

    private static final Set<String> NO_FILES = Set.of("/dev/null", "/dev/stdout", "/dev/stderr");

    private MentionedFiles() {}

    /** What the words of {@code command} may name, but for the program that it runs: that is read, and said to be. */
    public static Set<String> in(Fact.Runs command) {
        List<Span> programs = command.escalations().stream()
                .filter(escalation -> escalation.reason() instanceof EscalationReason.ProgramFile)
                .map(Fact.Escalation::span)
                .toList();
        var found = new LinkedHashSet<String>();
        for (Argument word : command.argv().subList(1, command.argv().size())) {
            word.certain().filter(text -> !programs.contains(word.span())).ifPresent(text -> add(text, found));
        }
        return found;
    }

    /** What the words of {@code mentioned} may name. */
    public static Set<String> in(List<Fact.Runs> mentioned) {
        var found = new LinkedHashSet<String>();
        for (Fact.Runs command : mentioned) {
            for (Argument word : command.argv()) {
                add(word.start(), found);
            }
        }
        return found;
    }

    /** What texts of one word among {@code arguments}, at any depth, may name. */
    public static Set<String> in(JsonObject arguments) {
        var found = new LinkedHashSet<String>();
        add(arguments, found);
        return found;
    }

    private static void add(JsonValue value, Set<String> found) {
        switch (value) {
            case JsonObject object -> object.members().values().forEach(member -> add(member, found));
            case JsonArray array -> array.elements().forEach(element -> add(element, found));
            case JsonString text -> {
                if (ONE_WORD.matcher(text.value()).matches()) {
                    path(text.value(), found);
                    FileAddress.paths(text.value()).forEach(path -> path(path, found));
                }
            }
            case JsonNumber number -> {}
            case JsonBoolean bool -> {}
            case JsonNull none -> {}
        }
    }

    private static void add(String word, Set<String> found) {
        path(word, found);
        if (SHORT_OPTION.matcher(word).matches()) {
            path(word.substring(2), found);
        }
        if (word.length() > MAX_TEXT) {
            return;
        }
        var between = BETWEEN.matcher(word);
        int start = 0;
        while (between.find() && found.size() < MAX_FILES) {
            path(word.substring(start, between.start()), found);
            start = between.end();
            path(word.substring(start), found);
        }
        path(word.substring(start), found);
    }

    private static void path(String path, Set<String> found) {
        boolean named = !NO_FILES.contains(path) && path.chars().anyMatch(Character::isLetter) && !path.startsWith("-");
        if (named && path.length() <= MAX_PATH && found.size() < MAX_FILES) {
            found.add(path);
        }
    }
}
