package dev.licet.shell.syntax;

import dev.licet.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads compound commands and function definitions (bash manual, 3.2.5 and 3.3). */
final class CompoundReader {
    /** Words with a meaning of their own where a command begins. */
    static final Set<String> RESERVED = Set.of(
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

    /** Reserved words that end a list. */
    static final Set<String> CLOSING = Set.of("}", "do", "done", "elif", "else", "esac", "fi", "then");

    private static final Pattern FUNCTION_NAME = Pattern.compile(":|[A-Za-z_][A-Za-z0-9_.:@%+-]*");

    private final Cursor cursor;
    private final ShellParser parser;
    private final WordReader words;
    private final DollarReader dollars;

    CompoundReader(Cursor cursor, ShellParser parser, WordReader words, DollarReader dollars) {
        this.cursor = cursor;
        this.parser = parser;
        this.words = words;
        this.dollars = dollars;
    }

    /** The word at the cursor as it is written, if it may be a reserved one; otherwise perhaps nothing. */
    String keyword() {
        if ("!{}[]cdefistuw-".indexOf(cursor.current()) < 0) {
            return "";
        }
        int end = cursor.position;
        while (end < cursor.text.length() && !Cursor.isMetacharacter(cursor.text.charAt(end))) {
            end++;
            if (end - cursor.position > 8) {
                return "";
            }
        }
        return cursor.text.substring(cursor.position, end);
    }

    /** Whether a compound command or a definition by keyword stands at the cursor. */
    boolean isNext() {
        return cursor.current() == '(' || RESERVED.contains(keyword()) || isDefinition();
    }

    private boolean isDefinition() {
        int end = cursor.nameEnd(cursor.position);
        while (end < cursor.text.length() && Cursor.isBlank(cursor.text.charAt(end))) {
            end++;
        }
        return end < cursor.text.length() && cursor.text.charAt(end) == '(';
    }

    private boolean takeKeyword(String expected) {
        if (!keyword().equals(expected)) {
            return false;
        }
        cursor.position += expected.length();
        return true;
    }

    private void expect(String keyword) throws Unreadable {
        cursor.skipBlanks();
        if (!takeKeyword(keyword)) {
            throw cursor.unreadable("`" + keyword + "` is missing", cursor.position);
        }
    }

    /** The compound command at the cursor, or empty when a simple command stands there. */
    Optional<Command> read() throws Unreadable {
        int start = cursor.position;
        if (cursor.current() == '(') {
            return Optional.of(cursor.peek(1) == '(' ? arithmetic(start) : subshell(start));
        }
        String keyword = keyword();
        if (!RESERVED.contains(keyword)) {
            return Optional.empty();
        }
        cursor.position += keyword.length();
        return Optional.of(
                switch (keyword) {
                    case "{" -> group(start);
                    case "[[" -> new TestReader(cursor, words, dollars).read(start);
                    case "if" -> conditional(start);
                    case "while", "until" -> loop(keyword, start);
                    case "for", "select" -> iteration(keyword, start);
                    case "case" -> selection(start);
                    case "function" -> functionByKeyword(start);
                    case "coproc" -> coprocess(start);
                    default -> throw cursor.unreadable("an unexpected `" + keyword + "`", start);
                });
    }

    private Command subshell(int start) throws Unreadable {
        cursor.position++;
        cursor.endOperator();
        Script body = parser.body();
        if (!cursor.take(")")) {
            throw cursor.unreadable("`)` is missing", cursor.position);
        }
        return new Command.Subshell(body, cursor.spanFrom(start));
    }

    private Command group(int start) throws Unreadable {
        Script body = parser.body();
        expect("}");
        return new Command.Group(body, cursor.spanFrom(start));
    }

    private Command arithmetic(int start) throws Unreadable {
        cursor.position += 2;
        Part.Arithmetic expression = dollars.expression(start, "))");
        return new Command.Arithmetic(expression, cursor.spanFrom(start));
    }

    private Command conditional(int start) throws Unreadable {
        var branches = new ArrayList<Command.Branch>();
        do {
            Script condition = parser.body();
            expect("then");
            branches.add(new Command.Branch(condition, parser.body()));
        } while (takeKeyword("elif"));
        Optional<Script> otherwise = takeKeyword("else") ? Optional.of(parser.body()) : Optional.empty();
        expect("fi");
        return new Command.If(branches, otherwise, cursor.spanFrom(start));
    }

    private Command loop(String keyword, int start) throws Unreadable {
        Script condition = parser.body();
        Script body = doGroup();
        return new Command.While(keyword, condition, body, cursor.spanFrom(start));
    }

    private Script doGroup() throws Unreadable {
        expect("do");
        Script body = parser.body();
        expect("done");
        return body;
    }

    private Command iteration(String keyword, int start) throws Unreadable {
        cursor.skipBlanks();
        if (keyword.equals("for") && cursor.lookingAt("((")) {
            return arithmeticFor(start);
        }
        int nameEnd = cursor.nameEnd(cursor.position);
        String name = cursor.text.substring(cursor.position, nameEnd);
        if (name.isEmpty() || nameEnd >= cursor.text.length() || !Cursor.isMetacharacter(cursor.text.charAt(nameEnd))) {
            throw cursor.unreadable("the variable of `" + keyword + "`", cursor.position);
        }
        cursor.position = nameEnd;
        parser.skipLines();
        Optional<List<Word>> list = takeKeyword("in") ? Optional.of(list()) : Optional.empty();
        if (list.isEmpty()) {
            cursor.take(";");
        }
        parser.skipLines();
        Script body = doOrBraces();
        return new Command.For(keyword, name, list, body, cursor.spanFrom(start));
    }

    private List<Word> list() throws Unreadable {
        var list = new ArrayList<Word>();
        cursor.skipBlanks();
        while (cursor.current() != ';' && cursor.current() != '\n') {
            if (Cursor.isMetacharacter(cursor.current()) && !cursor.lookingAt("<(") && !cursor.lookingAt(">(")) {
                throw cursor.unreadable("an unexpected token in a list of words", cursor.position);
            }
            list.add(words.read(WordReader.Kind.ARGUMENT));
            cursor.skipBlanks();
        }
        if (cursor.lookingAt(";;")) {
            throw cursor.unreadable("`;;` outside of case", cursor.position);
        }
        cursor.take(";");
        return list;
    }

    private static long semicolons(Part.Arithmetic head) {
        return head.parts().stream()
                .filter(Part.Literal.class::isInstance)
                .flatMapToInt(part -> ((Part.Literal) part).text().chars())
                .filter(c -> c == ';')
                .count();
    }

    private Command arithmeticFor(int start) throws Unreadable {
        int open = cursor.position;
        cursor.position += 2;
        Part.Arithmetic head = dollars.expression(open, "))");
        if (semicolons(head) != 2) {
            throw cursor.unreadable("`for ((` without its three parts", open);
        }
        cursor.skipBlanks();
        cursor.take(";");
        parser.skipLines();
        Script body = doOrBraces();
        return new Command.ArithmeticFor(head, body, cursor.spanFrom(start));
    }

    private Script doOrBraces() throws Unreadable {
        if (!takeKeyword("{")) {
            return doGroup();
        }
        Script body = parser.body();
        expect("}");
        return body;
    }

    private Command selection(int start) throws Unreadable {
        cursor.skipBlanks();
        if (Cursor.isMetacharacter(cursor.current())) {
            throw cursor.unreadable("the subject of `case` is missing", cursor.position);
        }
        Word subject = words.read(WordReader.Kind.OPERAND);
        parser.skipLines();
        expect("in");
        parser.skipLines();
        var items = new ArrayList<Command.Item>();
        boolean open = true;
        while (!takeKeyword("esac")) {
            if (!open) {
                throw cursor.unreadable("`;;` is missing", cursor.position);
            }
            Command.Item item = item();
            items.add(item);
            open = !item.terminator().isEmpty();
            parser.skipLines();
        }
        return new Command.Case(subject, items, cursor.spanFrom(start));
    }

    private Command.Item item() throws Unreadable {
        cursor.take("(");
        var patterns = new ArrayList<Word>();
        do {
            cursor.skipBlanks();
            if (Cursor.isMetacharacter(cursor.current())) {
                throw cursor.unreadable("a pattern of `case` is missing", cursor.position);
            }
            patterns.add(words.read(WordReader.Kind.OPERAND));
            cursor.skipBlanks();
        } while (cursor.take("|"));
        if (!cursor.take(")")) {
            throw cursor.unreadable("`)` behind a pattern of `case` is missing", cursor.position);
        }
        Script body = parser.clause();
        for (String terminator : List.of(";;&", ";;", ";&")) {
            if (cursor.take(terminator)) {
                return new Command.Item(patterns, body, terminator);
            }
        }
        return new Command.Item(patterns, body, "");
    }

    private Command functionByKeyword(int start) throws Unreadable {
        cursor.skipBlanks();
        Word name = words.read(WordReader.Kind.ARGUMENT);
        cursor.skipBlanks();
        boolean byKeyword = cursor.current() != '(';
        if (!byKeyword) {
            parentheses();
        }
        return definition(name, byKeyword, start);
    }

    /** A definition whose name has been read; the cursor stands at the opening parenthesis. */
    Command function(Word name, int start) throws Unreadable {
        parentheses();
        return definition(name, false, start);
    }

    private void parentheses() throws Unreadable {
        int start = cursor.position++;
        boolean apart = cursor.current() != ')';
        cursor.skipBlanks();
        if (!cursor.take(")")) {
            throw cursor.unreadable("an unexpected `(`", cursor.position);
        }
        if (apart) {
            cursor.differs("zsh takes brackets with a blank between them for a pattern", start, Shell.ZSH);
        }
    }

    private Command definition(Word word, boolean byKeyword, int start) throws Unreadable {
        String name = word.literal().orElse("");
        boolean plain = !words.wasQuoted() && FUNCTION_NAME.matcher(name).matches() && !RESERVED.contains(name);
        if (!plain) {
            throw cursor.unreadable("the name of a function", start);
        }
        parser.skipLines();
        int bodyStart = cursor.position;
        Command body = read().orElseThrow(() -> cursor.unreadable("the body of a function is missing", bodyStart));
        if (body instanceof Command.Function || body instanceof Command.Coprocess) {
            throw cursor.unreadable("the body of a function", bodyStart);
        }
        List<Redirection> behind = parser.redirections();
        Command whole = behind.isEmpty() ? body : new Command.Redirected(body, behind, cursor.spanFrom(bodyStart));
        return new Command.Function(name, byKeyword, whole, cursor.spanFrom(start));
    }

    /** `coproc command`, or `coproc NAME compound`. */
    private Command coprocess(int start) throws Unreadable {
        if (cursor.depth() > 1) {
            throw cursor.unreadable("`coproc` inside of another command", start);
        }
        cursor.skipBlanks();
        int before = cursor.position;
        int nameEnd = cursor.nameEnd(before);
        String name = cursor.text.substring(before, nameEnd);
        if (!name.isEmpty() && !RESERVED.contains(name)) {
            cursor.position = nameEnd;
            cursor.skipBlanks();
            boolean compound = cursor.position > nameEnd && (cursor.current() == '(' || RESERVED.contains(keyword()));
            if (compound) {
                return new Command.Coprocess(name, parser.command(), cursor.spanFrom(start));
            }
            cursor.position = before;
        }
        Command command = parser.command();
        // Behind the first word, which may be a name, bash looks for reserved words.
        boolean reserved = command instanceof Command.Simple simple
                && simple.words().size() > 1
                && simple.words()
                        .get(1)
                        .literal()
                        .filter(word -> RESERVED.contains(word) || CLOSING.contains(word) || word.equals("]]"))
                        .isPresent();
        if (reserved) {
            throw cursor.unreadable("a reserved word behind the name of a coprocess", before);
        }
        return new Command.Coprocess("COPROC", command, cursor.spanFrom(start));
    }
}
