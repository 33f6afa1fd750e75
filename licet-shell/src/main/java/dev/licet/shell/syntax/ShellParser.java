package dev.licet.shell.syntax;

import dev.licet.shell.OpaqueReason;
import dev.licet.shell.Shell;
import dev.licet.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A strict recursive-descent parser for bash 5.
 *
 * <p>Source: bash manual, chapter 3. What it does not read ends the reading with {@link Command.Opaque}, which reaches to
 * the end of the text; what stands before it keeps its tree. Time and memory are linear in the text. Not thread-safe: one
 * instance reads one text.
 */
public final class ShellParser {
    /** Longest command line that is read, in UTF-16 units. */
    public static final int MAX_LENGTH = 64 * 1024 - 1;

    /** A command of more words, redirections counted, is not read to its end. */
    private static final int MAX_WORDS = 2_048;

    private static final Pattern NAME_IN_BRACES = Pattern.compile("\\{\\w+}");

    private static final Set<String> DECLARING = Set.of("declare", "typeset", "local", "export", "readonly");

    private final Cursor cursor;
    private final WordReader words;
    private final DollarReader dollars;
    private final HereDocuments hereDocuments;
    private final RedirectionReader redirections;
    private final CompoundReader compounds;

    private final AssignmentReader assignments;

    /** Here-documents that were begun outside of what this parser reads. */
    private final int pendingOutside;

    /** How many here-documents were begun before what this parser reads. */
    private final int documentsOutside;

    private final boolean isSubstitution;

    ShellParser(Cursor cursor) {
        this.cursor = cursor;
        this.dollars = new DollarReader(cursor);
        this.words = new WordReader(cursor, dollars);
        this.hereDocuments = new HereDocuments(cursor);
        this.redirections = new RedirectionReader(cursor, words, hereDocuments);
        this.compounds = new CompoundReader(cursor, this, words, dollars);
        this.assignments = new AssignmentReader(cursor, words, dollars, this);
        this.pendingOutside = cursor.pending.size();
        this.documentsOutside = cursor.hereDocuments;
        this.isSubstitution = cursor.depth() > 0;
    }

    /** Whether bash takes {@code word} for more than a name where a command begins: {@code if}, {@code time}. */
    public static boolean isReserved(String word) {
        return CompoundReader.RESERVED.contains(word);
    }

    /** Parses {@code text}; never throws, what cannot be read is {@link Command.Opaque}. */
    public static Script parse(String text) {
        return parse(text, Shell.BASH);
    }

    /** The same with quotes as {@code shell} knows them. */
    public static Script parse(String text, Shell shell) {
        return parse(text, true, shell);
    }

    /** Parses {@code text} as a shell reads it that knows no comments. */
    public static Script parseTyped(String text) {
        return parse(text, false, Shell.ZSH);
    }

    private static Script parse(String text, boolean comments, Shell shell) {
        Span all = new Span(0, text.length());
        Optional<String> refused = refusedOutright(text);
        if (refused.isPresent()) {
            var opaque = new Command.Opaque(new OpaqueReason.Unread(refused.get()), all);
            return new Script(List.of(new Script.Statement(opaque, false, true)), all);
        }
        var cursor = new Cursor(text, comments, shell);
        List<Script.Statement> statements = new ShellParser(cursor).wholeText();
        return new Script(statements, all, cursor.differences);
    }

    private static Optional<String> refusedOutright(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.of("command line longer than " + MAX_LENGTH + " characters");
        }
        for (int i = 0; i < text.length(); i++) {
            Optional<String> why = Characters.whyUncertain(text, i);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    private List<Script.Statement> wholeText() {
        var statements = new ArrayList<Script.Statement>();
        int start = 0;
        try {
            skipLines();
            while (!cursor.atEnd()) {
                start = cursor.position;
                addStatement(statements);
            }
        } catch (Unreadable unreadable) {
            Span span = new Span(Math.min(start, unreadable.position()), cursor.text.length());
            statements.add(new Script.Statement(new Command.Opaque(unreadable.reason(), span), false, true));
        }
        Word nothing = new Word(List.of(), new Span(cursor.text.length(), cursor.text.length()));
        cursor.pending.forEach(document -> document.fill(nothing));
        return statements;
    }

    /** What stands up to {@code closing}, which is left for the caller; up to the end of the text if it is empty. */
    Script nested(String closing) throws Unreadable {
        cursor.enter();
        int start = cursor.position;
        Script script = list(start);
        boolean closed = closing.isEmpty() ? cursor.atEnd() : cursor.lookingAt(closing);
        if (!closed) {
            throw cursor.unreadable(
                    cursor.atEnd() ? "`" + closing + "` is missing" : "an unexpected token", cursor.position);
        }
        if (cursor.pending.size() > pendingOutside) {
            throw cursor.unreadable("a here-document whose lines are missing", cursor.position);
        }
        cursor.leave();
        return script;
    }

    /** Statements up to a token that cannot begin one: a closing word or bracket, `;;` or the end. */
    private Script list(int start) throws Unreadable {
        var statements = new ArrayList<Script.Statement>();
        skipLines();
        while (!cursor.atEnd() && !endsList()) {
            addStatement(statements);
        }
        return new Script(statements, cursor.spanFrom(start));
    }

    private void addStatement(List<Script.Statement> statements) throws Unreadable {
        Script.Statement statement = statement();
        int behind = cursor.position;
        skipLines();
        boolean endsLine =
                cursor.atEnd() || cursor.text.substring(behind, cursor.position).indexOf('\n') >= 0;
        statements.add(new Script.Statement(statement.command(), statement.background(), endsLine));
    }

    /** A list of at least one command, as compound commands need it. */
    Script body() throws Unreadable {
        int start = cursor.position;
        Script script = list(start);
        if (script.statements().isEmpty()) {
            throw cursor.unreadable("a command is missing", cursor.position);
        }
        return script;
    }

    /** A list that may be empty, as a clause of `case`. */
    Script clause() throws Unreadable {
        return list(cursor.position);
    }

    private boolean endsList() {
        return cursor.current() == ')'
                || cursor.lookingAt(";;")
                || cursor.lookingAt(";&")
                || CompoundReader.CLOSING.contains(compounds.keyword());
    }

    private Script.Statement statement() throws Unreadable {
        Command command = andOr();
        cursor.skipBlanks();
        char next = cursor.current();
        if (next == '&') {
            cursor.position++;
            cursor.endOperator();
            return new Script.Statement(command, true, false);
        }
        if (next == ';' && cursor.peek(1) != ';' && cursor.peek(1) != '&') {
            if (isSubstitution && cursor.hereDocuments > documentsOutside) {
                // Bash 5.2 loses this semicolon: the words behind it become words of the command before it.
                throw cursor.unreadable("`;` behind a here-document inside of another command", cursor.position);
            }
            cursor.position++;
            cursor.endOperator();
        } else if (next != '\n' && next != Cursor.END && !endsList()) {
            throw cursor.unreadable("an unexpected `" + next + "`", cursor.position);
        }
        return new Script.Statement(command, false, false);
    }

    private Command andOr() throws Unreadable {
        var commands = new ArrayList<Command>();
        var operators = new ArrayList<Command.Operator>();
        int start = cursor.position;
        commands.add(pipeline());
        cursor.skipBlanks();
        while (cursor.lookingAt("&&") || cursor.lookingAt("||")) {
            operators.add(cursor.current() == '&' ? Command.Operator.AND : Command.Operator.OR);
            cursor.position += 2;
            cursor.endOperator();
            skipLines();
            commands.add(pipeline());
            cursor.skipBlanks();
        }
        if (commands.size() == 1) {
            return commands.get(0);
        }
        return new Command.AndOr(
                commands,
                operators,
                new Span(cursor.origin(start), commands.getLast().span().end()));
    }

    private Command pipeline() throws Unreadable {
        int start = cursor.position;
        var prefixes = prefixes();
        boolean nothing = !prefixes.isEmpty() && ";\n\0".indexOf(cursor.current()) >= 0;
        boolean timed = !prefixes.isEmpty() && prefixes.stream().anyMatch(prefix -> prefix.startsWith("time"));
        if (timed && cursor.depth() > 0 && (compounds.isNext() || assignments.isNext())) {
            // Bash 5.2 refuses `$(time { …; })` in some places and not in others.
            throw cursor.unreadable("`time` before this inside of another command", start);
        }
        var stages = new ArrayList<Command>();
        if (!nothing) {
            stages.add(command());
        }
        cursor.skipBlanks();
        while (cursor.current() == '|' && cursor.peek(1) != '|') {
            cursor.position++;
            if (cursor.current() == '&') {
                cursor.position++;
                stages.add(withErrors(stages.removeLast()));
            }
            cursor.endOperator();
            skipLines();
            stages.add(command());
            cursor.skipBlanks();
        }
        if (stages.size() == 1 && prefixes.isEmpty()) {
            return stages.get(0);
        }
        int end = stages.isEmpty()
                ? cursor.origin(cursor.position)
                : stages.getLast().span().end();
        return new Command.Pipeline(prefixes, stages, new Span(cursor.origin(start), end));
    }

    /** `|&` stands for `2>&1 |` (bash manual, 3.2.3). */
    private static Command withErrors(Command stage) {
        Span end = new Span(stage.span().end(), stage.span().end());
        var errors = new Redirection.Duplicate("2", ">&", "1", end);
        if (stage instanceof Command.Simple simple) {
            var all = new ArrayList<>(simple.redirections());
            all.add(errors);
            return new Command.Simple(simple.assignments(), simple.words(), all, simple.span());
        }
        return new Command.Redirected(stage, List.of(errors), stage.span());
    }

    private List<String> prefixes() throws Unreadable {
        var prefixes = new ArrayList<String>();
        while (true) {
            cursor.skipBlanks();
            String keyword = compounds.keyword();
            boolean not = keyword.equals("!");
            boolean time = keyword.equals("time");
            if (!not && !time) {
                return prefixes;
            }
            cursor.position += keyword.length();
            cursor.skipBlanks();
            if (time && compounds.keyword().startsWith("-")) {
                if (!compounds.keyword().equals("-p")) {
                    throw cursor.unreadable("an option of `time`", cursor.position);
                }
                cursor.position += 2;
                prefixes.add("time -p");
            } else {
                prefixes.add(keyword);
            }
        }
    }

    /** One command with the redirections behind it. */
    Command command() throws Unreadable {
        int start = cursor.position;
        if (cursor.depth() > 0) {
            return nestedCommand(start);
        }
        try {
            return nestedCommand(start);
        } catch (Unreadable unreadable) {
            cursor.position = cursor.text.length();
            return new Command.Opaque(
                    unreadable.reason(), new Span(Math.min(start, unreadable.position()), cursor.text.length()));
        }
    }

    private Command nestedCommand(int start) throws Unreadable {
        cursor.enter();
        Optional<Command> compound = compounds.read();
        Command command = compound.isPresent() ? redirected(compound.get(), start) : simple();
        cursor.leave();
        return command;
    }

    private Command redirected(Command body, int start) throws Unreadable {
        if (body instanceof Command.Function) {
            return body;
        }
        List<Redirection> behind = redirections();
        if (behind.isEmpty()) {
            return body;
        }
        return new Command.Redirected(
                body,
                behind,
                new Span(cursor.origin(start), behind.getLast().span().end()));
    }

    /** What stands behind a compound command; a closing word has to be set off from it. */
    List<Redirection> redirections() throws Unreadable {
        var behind = new ArrayList<Redirection>();
        cursor.skipBlanks();
        while (redirections.isNext()) {
            behind.add(redirections.read());
            cursor.skipBlanks();
        }
        if (!behind.isEmpty() && CompoundReader.CLOSING.contains(compounds.keyword())) {
            throw cursor.unreadable("a closing word directly behind a redirection", cursor.position);
        }
        return behind;
    }

    private Command simple() throws Unreadable {
        int start = cursor.position;
        var assigned = new ArrayList<Assignment>();
        var arguments = new ArrayList<Word>();
        var redirected = new ArrayList<Redirection>();
        int end = start;
        while (true) {
            cursor.skipBlanks();
            if (endsCommand()) {
                break;
            }
            if (arguments.size() + redirected.size() + assigned.size() > MAX_WORDS) {
                throw cursor.tooMuch(start);
            }
            boolean background = !redirected.isEmpty()
                    && redirected.getLast() instanceof Redirection.File file
                    && file.operator().startsWith("&");
            if (background) {
                cursor.differs("dash takes what follows for another command", end, Shell.DASH);
            }
            if (redirections.isNext()) {
                if (arguments.isEmpty() && cursor.current() == '{') {
                    cursor.differs("zsh begins a group at this brace", cursor.position, Shell.ZSH);
                } else if (isBehindBraces(arguments) || isDigitBefore(start)) {
                    cursor.differs("zsh takes the word in front of it for a descriptor", cursor.position, Shell.ZSH);
                }
                redirected.add(redirections.read());
            } else if (cursor.current() == '(') {
                boolean function = arguments.size() == 1 && assigned.isEmpty() && redirected.isEmpty();
                if (!function) {
                    throw cursor.unreadable("an unexpected `(`", cursor.position);
                }
                return compounds.function(arguments.get(0), start);
            } else if (arguments.isEmpty() && assignments.isNext()) {
                assigned.add(assignments.read());
            } else {
                if (arguments.isEmpty() && assignments.isNextInZsh()) {
                    cursor.differs("zsh assigns to this name", cursor.position, Shell.ZSH);
                }
                if (arguments.isEmpty() && cursor.current() == '{') {
                    cursor.differs("zsh begins a group at this brace", cursor.position, Shell.ZSH);
                }
                arguments.add(argument(arguments));
            }
            end = cursor.position;
        }
        if (end == start) {
            throw cursor.unreadable("a command is missing", cursor.position);
        }
        return new Command.Simple(assigned, arguments, redirected, cursor.span(start, end));
    }

    /** Whether a word such as `{a}` stands in front of the redirection at the cursor. */
    private boolean isBehindBraces(List<Word> arguments) {
        return !arguments.isEmpty()
                && "<>&".indexOf(cursor.current()) >= 0
                && arguments
                        .getLast()
                        .literal()
                        .filter(word -> NAME_IN_BRACES.matcher(word).matches())
                        .isPresent();
    }

    /** `2&>file`, in a command that begins at {@code start}. */
    private boolean isDigitBefore(int start) {
        int digit = cursor.position - 1;
        return cursor.current() == '&'
                && digit >= start
                && Cursor.isDigit(cursor.text.charAt(digit))
                && (digit == start || Cursor.isMetacharacter(cursor.text.charAt(digit - 1)));
    }

    private Word argument(List<Word> before) throws Unreadable {
        boolean array = !before.isEmpty() && assignments.isArray();
        if (array && before.get(0).literal().filter(DECLARING::contains).isPresent()) {
            return assignments.arrayArgument();
        }
        int start = cursor.position;
        Word word = mayDeclare(before) ? words.declared() : words.read(WordReader.Kind.ARGUMENT);
        if (!before.isEmpty() && cursor.position == start + 1 && cursor.text.charAt(start) == '}') {
            cursor.differs("zsh ends a group at this brace", start, Shell.ZSH);
        }
        Optional<String> literal = before.isEmpty() ? word.literal() : Optional.empty();
        if (literal.isPresent() && !words.wasQuoted() && CompoundReader.RESERVED.contains(literal.get())) {
            throw cursor.unreadable("an unexpected `" + literal.get() + "`", start);
        }
        boolean mayAssign = before.isEmpty() && words.wasContinued();
        if (mayAssign && cursor.text.substring(start, cursor.position).matches("(?s).*[=\\[].*")) {
            throw cursor.unreadable("an assignment over two lines", start);
        }
        boolean mayBeDescriptor = words.wasContinued() && (cursor.current() == '<' || cursor.current() == '>');
        if (mayBeDescriptor) {
            throw cursor.unreadable("a redirection over two lines", start);
        }
        return word;
    }

    /** Whether words behind {@code before} are read as those of {@code export}, which `command` or `builtin` may precede. */
    private static boolean mayDeclare(List<Word> before) {
        for (int i = 0; i < Math.min(3, before.size()); i++) {
            if (before.get(i).literal().filter(DECLARING::contains).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Whether this reads what stands inside of another command. */
    boolean isSubstitution() {
        return isSubstitution;
    }

    boolean endsCommand() {
        char c = cursor.current();
        return c == '\n' || c == ';' || c == '|' || c == ')' || c == Cursor.END || (c == '&' && cursor.peek(1) != '>');
    }

    /** Skips blanks and line ends; where a line ends, the lines of its here-documents follow. */
    void skipLines() throws Unreadable {
        cursor.skipBlanks();
        while (cursor.current() == '\n') {
            cursor.position++;
            if (!cursor.pending.isEmpty()) {
                if (pendingOutside > 0) {
                    throw cursor.unreadable("a line end before the lines of a here-document", cursor.position);
                }
                hereDocuments.bodies();
            }
            cursor.skipBlanks();
        }
    }
}
