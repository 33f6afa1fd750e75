package dev.licet.core.command;

import dev.licet.core.glob.Glob;
import dev.licet.core.glob.TextSet;
import dev.licet.core.path.Paths;
import dev.licet.core.path.ShapeTexts;
import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.command.CommandTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A command as the text that shell rules are compared with: its words joined by single blanks, quoted where needed. */
public final class CommandText {
    private static final Form WRITTEN = new Form(CommandText::quote, CommandText::quote);
    private static final Form RESOLVED = new Form(CommandText::quote, word -> quote(resolveDots(word)));

    /** What a deny or ask is compared with: quotes kept or not, dots resolved or not, the program by path or by name. */
    private static final List<Form> EVERY_FORM = List.of(
            WRITTEN,
            RESOLVED,
            new Form(UnaryOperator.identity(), UnaryOperator.identity()),
            new Form(CommandText::baseName, CommandText::quote),
            new Form(CommandText::baseName, UnaryOperator.identity()),
            new Form(CommandText::baseName, CommandText::resolveDots));

    /** Longest command with unknown words that is compared exactly, in UTF-16 units; a longer one is covered by nothing. */
    private static final int MAX_UNKNOWN_LENGTH = 4_000;

    /** A command with more uncertain words is not compared either. */
    private static final int MAX_UNKNOWN_WORDS = 32;

    /** How many words of an unknown command are tried as the beginning of another. */
    private static final int MAX_WRAPPED = 32;

    private static final Pattern CLIMBING = Pattern.compile("(^|[^.\\w])\\.\\.($|[^.\\w])");

    private final List<Argument> argv;
    private final int tail;

    /** Where a relative path to the program starts from. */
    private final String directory;

    private final int unknownWords;
    private String written = "";
    private String resolved = "";

    /** Every form that a deny or ask is compared with; made when it is first needed. */
    private List<String> everyText = List.of();

    /** How the program and the words after it are written. */
    private record Form(UnaryOperator<String> program, UnaryOperator<String> argument) {
        String write(String word, int index) {
            return index == 0 ? program.apply(word) : argument.apply(word);
        }
    }

    /** The command as it is written, and without the options before its subcommand where there are some. */
    public static List<CommandText> of(Fact.Runs command) {
        var written = new CommandText(command.argv(), command.tail(), command.directory());
        return command.command().equals(command.argv())
                ? List.of(written)
                : List.of(written, new CommandText(command.command(), command.tail(), command.directory()));
    }

    /** The first words that the forms of {@code command} begin with, or of what it may start if it is not known. */
    public static List<String> programs(Fact.Runs command, boolean known) {
        String program = command.argv().get(0).start();
        boolean bare = program.indexOf('/') < 0 && quote(program).equals(program);
        Set<String> related = CommandTable.standard().related(baseName(program));
        if (known && bare) {
            return related.isEmpty() || (related.size() == 1 && related.contains(program))
                    ? List.of(program)
                    : Stream.concat(Stream.of(program), related.stream()).toList();
        }
        List<Argument> words = command.argv();
        return words.subList(0, known ? 1 : Math.min(words.size(), MAX_WRAPPED)).stream()
                .map(Argument::start)
                .flatMap(word -> Stream.concat(
                        Stream.of(word, quote(word), baseName(word), resolveDots(word)),
                        word.indexOf('/') < 0 ? Stream.empty() : paths(word, command.directory()).stream()))
                .flatMap(word -> Stream.of(word, firstOf(word)))
                .flatMap(word -> Stream.concat(Stream.of(word), related.stream()))
                .distinct()
                .toList();
    }

    /** Without its quotes a word with blanks looks like several. */
    private static String firstOf(String word) {
        int blank = word.indexOf(' ');
        return blank < 0 ? word : word.substring(0, blank);
    }

    /** `make deploy` of `make test deploy`. */
    public static List<CommandText> furtherTargets(Fact.Runs command) {
        if (command.escalations().isEmpty()) {
            return List.of();
        }
        return command.escalations().stream()
                .filter(escalation -> escalation.reason() instanceof EscalationReason.FurtherTarget)
                .map(escalation ->
                        List.of(command.argv().get(0), new Argument.Known(escalation.spelling(), escalation.span())))
                .map(argv -> new CommandText(argv, 0, command.directory()))
                .toList();
    }

    /** What stands behind the first words of a command, as far as one of them may begin another command. */
    public static List<CommandText> inside(Fact.Runs command) {
        var texts = new ArrayList<CommandText>();
        int last = Math.min(command.argv().size(), MAX_WRAPPED);
        for (int i = 1; i < last; i++) {
            texts.add(new CommandText(command.argv().subList(i, command.argv().size()), 0, command.directory()));
        }
        return texts;
    }

    public CommandText(List<Argument> argv) {
        this(argv, 0, "/");
    }

    private CommandText(List<Argument> argv, int tail, String directory) {
        this.argv = argv;
        this.directory = directory;
        this.tail = tail;
        int unknown = 0;
        for (Argument word : argv) {
            unknown += word instanceof Argument.Known ? 0 : 1;
        }
        this.unknownWords = unknown;
    }

    /** The text with quotes where they are needed, so that two words never look like one; unknown words are `…`. */
    public String written() {
        if (written.isEmpty()) {
            written = text(WRITTEN);
        }
        return written;
    }

    /** The same with paths as the system reads them. */
    private String resolved() {
        if (resolved.isEmpty()) {
            resolved = written().indexOf('/') < 0 ? written() : text(RESOLVED);
        }
        return resolved;
    }

    public boolean isKnown() {
        return unknownWords == 0;
    }

    /** Whether an allow covers every text this can become. `./a` is the same file as `a`, `a/../b` is not below `a`. */
    public boolean isCoveredBy(Glob pattern) {
        if (pattern.isLiteral()) {
            return isKnown() && (pattern.matches(written()) || pattern.matches(resolved()));
        }
        if (climbs(resolved()) && pattern.hasStarInWord()) {
            return false;
        }
        boolean same = isKnown() && written().equals(resolved());
        boolean whole = isCovered(pattern, RESOLVED) || (!same && !climbs(written()) && isCovered(pattern, WRITTEN));
        return whole || (tail > 0 && pattern.hasStarInWord() && withoutLast().isCoveredBy(pattern));
    }

    /** A `*` inside the last word of a rule covers no further operand, but options that do nothing of their own. */
    private CommandText withoutLast() {
        return new CommandText(argv.subList(0, argv.size() - 1), tail - 1, directory);
    }

    private boolean isCovered(Glob pattern, Form form) {
        if (isKnown()) {
            String text = form.equals(WRITTEN) ? written() : resolved();
            // Who allows `x` with anything behind it allows it with nothing.
            return pattern.matches(text) || (pattern.pattern().endsWith(" *") && pattern.matches(text + " "));
        }
        return !isTooLong() && pattern.matchesAll(texts(form));
    }

    private boolean isTooLong() {
        return written().length() > MAX_UNKNOWN_LENGTH || unknownWords > MAX_UNKNOWN_WORDS;
    }

    /** Whether some word goes up a directory: `src/*` must not cover what leaves src. */
    private static boolean climbs(String text) {
        return text.contains("..") && CLIMBING.matcher(text).find();
    }

    /** Whether nothing stands in the place of the star at the end of {@code pattern}. */
    public boolean isBare(Glob pattern) {
        return isKnown() && !pattern.matches(written()) && pattern.matches(written() + " ");
    }

    /** Whether a path in it goes up again behind a folder that it names. */
    public boolean goesBack() {
        return written().contains("/../") || written().endsWith("/..");
    }

    /** Whether a deny or ask certainly speaks of this, by any of its forms. */
    public boolean matches(Glob pattern) {
        if (isKnown() && everyText.isEmpty()) {
            // With a blank behind it `git push` also matches `git push *`: who denies the one means the other.
            everyText = everyForm().stream()
                    .map(this::text)
                    .flatMap(text -> Stream.of(text, text + " "))
                    .distinct()
                    .toList();
        }
        return isKnown()
                ? everyText.stream().anyMatch(pattern::matches)
                : !isTooLong() && everyForm().stream().anyMatch(form -> pattern.matchesAll(texts(form)));
    }

    /** Whether a deny or ask, which is written in lower case, certainly speaks of this where case does not count. */
    public boolean matchesIgnoringCase(Glob pattern) {
        return isKnown()
                && everyForm().stream()
                        .map(this::text)
                        .map(text -> Glob.folded(text))
                        .anyMatch(text -> pattern.matches(text) || pattern.matches(text + " "));
    }

    /** Whether a deny or ask speaks of something this can become. */
    public boolean mayMatch(Glob pattern) {
        return !isKnown() && (isTooLong() || everyForm().stream().anyMatch(form -> pattern.matchesSome(texts(form))));
    }

    /** A program that is given by its path may be denied by any other path to it. */
    private List<Form> everyForm() {
        String program = argv.get(0).start();
        if (program.indexOf('/') < 0) {
            return EVERY_FORM;
        }
        var forms = new ArrayList<>(EVERY_FORM);
        for (String path : paths(program, directory)) {
            forms.add(new Form(any -> path, CommandText::quote));
            forms.add(new Form(any -> path, CommandText::resolveDots));
        }
        return forms;
    }

    /** The absolute path of {@code program}, and those from {@code directory}. */
    private static List<String> paths(String program, String directory) {
        String absolute = Paths.normalize(program.startsWith("/") ? program : directory + "/" + program);
        if (!Paths.isWithin(absolute, directory)) {
            return List.of(absolute);
        }
        String relative = Paths.relative(absolute, directory);
        return List.of(absolute, relative, "./" + relative);
    }

    private String text(Form form) {
        var text = new StringBuilder(128);
        for (int i = 0; i < argv.size(); i++) {
            text.append(i == 0 ? "" : " ");
            switch (argv.get(i)) {
                case Argument.Known known -> text.append(form.write(known.text(), i));
                case Argument.Unknown unknown -> text.append(unknown.start()).append('…');
                case Argument.Several several -> text.append(several.start()).append('…');
            }
        }
        return text.toString();
    }

    private TextSet texts(Form form) {
        var pieces = new ArrayList<TextSet>();
        for (int i = 0; i < argv.size(); i++) {
            pieces.add(TextSet.of(i == 0 ? "" : " "));
            switch (argv.get(i)) {
                case Argument.Known known -> pieces.add(TextSet.of(form.write(known.text(), i)));
                case Argument.Unknown unknown -> pieces.add(ShapeTexts.of(unknown.shape(), text -> text));
                case Argument.Several several -> {
                    TextSet word = ShapeTexts.of(several.shape(), text -> text);
                    TextSet more = TextSet.of(" ").then(word);
                    pieces.add(word.then(more.repeated()).optional());
                }
            }
        }
        return TextSet.sequence(pieces);
    }

    /** {@code word} as shells read it, in quotes whatever is in it. */
    public static String inQuotes(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    public static String quote(String word) {
        boolean plain = !word.isEmpty();
        for (int i = 0; i < word.length() && plain; i++) {
            plain = switch (word.charAt(i)) {
                case ' ', '\t', '\n', '\'', '"', '\\' -> false;
                default -> true;
            };
        }
        return plain ? word : inQuotes(word);
    }

    private static String baseName(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }

    /** `src/../x` as the system reads it; words that are no paths stay as they are. */
    private static String resolveDots(String word) {
        boolean path = word.indexOf('/') >= 0 && !word.contains("://") && !word.startsWith("-");
        if (!path || isResolved(word)) {
            return word;
        }
        String normal = Paths.normalize(word);
        if (word.startsWith("/")) {
            return normal;
        }
        if (leavesItsStart(word)) {
            return ".." + normal;
        }
        return normal.equals("/") ? "." : normal.substring(1);
    }

    private static boolean isResolved(String word) {
        return !word.endsWith("/") && !word.contains("//") && !word.contains("./") && !word.contains("/.");
    }

    private static boolean leavesItsStart(String word) {
        int depth = 0;
        for (String part : word.split("/", -1)) {
            if (part.equals("..")) {
                depth--;
            } else if (!part.isEmpty() && !part.equals(".")) {
                depth++;
            }
            if (depth < 0) {
                return true;
            }
        }
        return false;
    }
}
