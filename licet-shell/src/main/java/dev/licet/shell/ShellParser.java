package dev.licet.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A strict recursive-descent parser for the part of bash 5 that this product understands: simple commands, lists,
 * pipelines, quoting, redirections, comments and assignments.
 *
 * <p>Source: bash manual, chapter 3. Everything else ends the reading with {@link Command.Opaque}, which reaches to the
 * end of the text; what stands before it keeps its tree. Time and memory are linear in the text. Not thread-safe: one
 * instance reads one text.
 */
public final class ShellParser {
    /** Longest command line that is read, in UTF-16 units. */
    public static final int MAX_LENGTH = 64 * 1024;

    /** Bash takes a number too large for it as a word of its own. */
    private static final int MAX_DESCRIPTOR_DIGITS = 4;

    private static final Set<String> RESERVED = Set.of(
            "!",
            "{",
            "}",
            "[[",
            "]]",
            "case",
            "coproc",
            "do",
            "done",
            "elif",
            "else",
            "esac",
            "fi",
            "for",
            "function",
            "if",
            "in",
            "select",
            "then",
            "time",
            "until",
            "while");

    private final String text;
    private final WordReader words;
    private int position;

    private ShellParser(String text) {
        this.text = text;
        this.words = new WordReader(text);
    }

    /** Parses {@code text}; never throws, what cannot be read is {@link Command.Opaque}. */
    public static Script parse(String text) {
        Optional<Command> refused = refusedOutright(text);
        if (refused.isPresent()) {
            return new Script(text, List.of(new Script.Statement(refused.get(), false)));
        }
        return new Script(text, new ShellParser(text).list());
    }

    private static Optional<Command> refusedOutright(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.of(opaque(text, "command line longer than " + MAX_LENGTH + " characters", 0));
        }
        for (int i = 0; i < text.length(); i++) {
            Optional<String> why = Characters.whyUncertain(text, i);
            if (why.isPresent()) {
                return Optional.of(opaque(text, why.get(), 0));
            }
        }
        return Optional.empty();
    }

    private static Command opaque(String text, String why, int start) {
        return new Command.Opaque(why, new Span(Math.min(start, text.length()), text.length()));
    }

    private List<Script.Statement> list() {
        var statements = new ArrayList<Script.Statement>();
        skipBlankLines();
        while (!atEnd()) {
            Command command = andOr();
            boolean background = false;
            skipBlanks();
            if (!atEnd()) {
                char next = text.charAt(position);
                background = next == '&';
                if (next == ';' && (peek(1) == ';' || peek(1) == '&')) {
                    command = giveUp(command, "`;" + peek(1) + "` outside of case");
                } else {
                    position++;
                }
            }
            statements.add(new Script.Statement(command, background));
            skipBlankLines();
        }
        return statements;
    }

    private Command giveUp(Command before, String why) {
        Command rest = opaque(text, why, position);
        position = text.length();
        return new Command.Pipeline(
                List.of(before, rest), new Span(before.span().start(), text.length()));
    }

    private Command andOr() {
        var commands = new ArrayList<Command>();
        var operators = new ArrayList<Command.Operator>();
        int start = position;
        commands.add(pipeline());
        skipBlanks();
        while (lookingAt("&&") || lookingAt("||")) {
            operators.add(lookingAt("&&") ? Command.Operator.AND : Command.Operator.OR);
            position += 2;
            skipBlankLines();
            commands.add(pipeline());
            skipBlanks();
        }
        if (commands.size() == 1) {
            return commands.get(0);
        }
        return new Command.AndOr(commands, operators, new Span(start, lastEnd(commands)));
    }

    private Command pipeline() {
        int start = position;
        boolean negated = lookingAt("!") && isBlank(peek(1));
        if (negated) {
            position++;
            skipBlanks();
        }
        var stages = new ArrayList<Command>();
        stages.add(command());
        skipBlanks();
        while (lookingAt("|") && !lookingAt("||")) {
            position += lookingAt("|&") ? 2 : 1;
            skipBlankLines();
            stages.add(command());
            skipBlanks();
        }
        if (stages.size() == 1 && !negated) {
            return stages.get(0);
        }
        return new Command.Pipeline(stages, new Span(start, lastEnd(stages)));
    }

    private Command command() {
        int start = position;
        try {
            return simple();
        } catch (Unreadable unreadable) {
            position = text.length();
            return opaque(text, unreadable.why(), Math.min(start, unreadable.position()));
        }
    }

    private Command simple() throws Unreadable {
        int start = position;
        var assignments = new ArrayList<Assignment>();
        var arguments = new ArrayList<Word>();
        var redirections = new ArrayList<Redirection>();
        int end = start;
        while (true) {
            skipBlanks();
            if (atEnd() || endsCommand()) {
                break;
            }
            if (atRedirection()) {
                redirections.add(redirection());
            } else if (text.charAt(position) == '(' || text.charAt(position) == ')') {
                throw new Unreadable("parentheses are not read yet", position);
            } else if (arguments.isEmpty() && words.assignmentNameEnd(position) > 0) {
                assignments.add(assignment());
            } else {
                arguments.add(word(arguments.isEmpty()));
            }
            end = position;
        }
        if (end == start) {
            throw new Unreadable("a command is missing", position);
        }
        return new Command.Simple(assignments, arguments, redirections, new Span(start, end));
    }

    private Word word(boolean inCommandPosition) throws Unreadable {
        int start = position;
        Word word = words.read(position);
        position = word.span().end();
        if (inCommandPosition) {
            String written = word.span().of(text);
            if (RESERVED.contains(written)) {
                throw new Unreadable("`" + written + "` is not read yet", start);
            }
            if (words.isSubscripted(start)) {
                throw new Unreadable("array subscripts are not read yet", start);
            }
        }
        return word;
    }

    private Assignment assignment() throws Unreadable {
        int start = position;
        int nameEnd = words.assignmentNameEnd(start);
        String name = text.substring(start, nameEnd);
        int valueStart = nameEnd + (text.charAt(nameEnd) == '+' ? 2 : 1);
        if (valueStart < text.length() && text.charAt(valueStart) == '(') {
            throw new Unreadable("array assignments are not read yet", start);
        }
        Word value = words.readAssignmentValue(valueStart);
        position = value.span().end();
        return new Assignment(name, value, new Span(start, position));
    }

    private boolean atRedirection() {
        int i = position;
        while (i < text.length() && isDigit(text.charAt(i))) {
            i++;
        }
        if (i < text.length() && (text.charAt(i) == '<' || text.charAt(i) == '>')) {
            return true;
        }
        return lookingAt("&>");
    }

    private Redirection redirection() throws Unreadable {
        int start = position;
        while (isDigit(text.charAt(position))) {
            position++;
        }
        if (position - start > MAX_DESCRIPTOR_DIGITS) {
            throw new Unreadable("a descriptor number this long is not read", start);
        }
        if (take("<(") || take(">(")) {
            throw new Unreadable("process substitution is not read yet", start);
        }
        if (take("<<<")) {
            Word data = target();
            return new Redirection.HereString(data, new Span(start, position));
        }
        if (take("<<")) {
            throw new Unreadable("here-documents are not read yet", start);
        }
        if (take(">&") || take("<&")) {
            return duplicate(start);
        }
        if (take("<>")) {
            Word file = target();
            return new Redirection.Both(file, new Span(start, position));
        }
        if (take("&>>") || take("&>") || take(">>") || take(">|") || take(">")) {
            Word file = target();
            return new Redirection.Output(file, new Span(start, position));
        }
        position++;
        Word file = target();
        return new Redirection.Input(file, new Span(start, position));
    }

    /** Only digits or a dash, glued to the operator: bash expands any other word after `>&` twice. */
    private Redirection duplicate(int start) throws Unreadable {
        int from = position;
        if (take("-")) {
            return endOfDuplicate(start);
        }
        while (!atEnd() && isDigit(text.charAt(position))) {
            position++;
        }
        if (position == from) {
            throw new Unreadable("a word after `>&` is not read yet", start);
        }
        return endOfDuplicate(start);
    }

    private Redirection endOfDuplicate(int start) throws Unreadable {
        if (!atEnd() && !isBlank(text.charAt(position)) && !endsCommand()) {
            throw new Unreadable("a word after `>&` is not read yet", start);
        }
        return new Redirection.Duplicate(new Span(start, position));
    }

    private Word target() throws Unreadable {
        skipBlanks();
        if (atEnd() || endsCommand() || "<>()&".indexOf(text.charAt(position)) >= 0) {
            throw new Unreadable("the target of a redirection is missing or not read yet", position);
        }
        Word word = words.read(position);
        position = word.span().end();
        if (!atEnd() && "<>".indexOf(text.charAt(position)) >= 0) {
            // `>2>f`: bash takes the digits for the descriptor of the second redirection.
            throw new Unreadable("two redirections without a blank between them are not read", position);
        }
        return word;
    }

    private static int lastEnd(List<Command> commands) {
        return commands.get(commands.size() - 1).span().end();
    }

    /** Skips blanks, line continuations between words, and a comment. */
    private void skipBlanks() {
        while (!atEnd()) {
            char c = text.charAt(position);
            if (isBlank(c)) {
                position++;
            } else if (lookingAt("\\\n") && position > 0 && isBlank(text.charAt(position - 1))) {
                // Only after a blank: inside a word a continuation joins two halves, which the word reader refuses.
                position += 2;
                skipContinuedBlanks();
            } else if (c == '#') {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipContinuedBlanks() {
        while (lookingAt("\\\n")) {
            position += 2;
        }
    }

    private void skipComment() {
        while (!atEnd() && text.charAt(position) != '\n') {
            position++;
        }
    }

    private void skipBlankLines() {
        skipBlanks();
        while (!atEnd() && text.charAt(position) == '\n') {
            position++;
            skipBlanks();
        }
    }

    private boolean endsCommand() {
        char c = text.charAt(position);
        return c == '\n' || c == ';' || c == '|' || (c == '&' && peek(1) != '>');
    }

    private boolean take(String operator) {
        if (!lookingAt(operator)) {
            return false;
        }
        position += operator.length();
        return true;
    }

    private boolean lookingAt(String expected) {
        return text.startsWith(expected, position);
    }

    private char peek(int ahead) {
        int i = position + ahead;
        return i < text.length() ? text.charAt(i) : '\n';
    }

    private boolean atEnd() {
        return position >= text.length();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
