package dev.licet.shell.command;

import dev.licet.shell.Argument;
import dev.licet.shell.EscalationReason;
import dev.licet.shell.Fact;
import dev.licet.shell.Place;
import dev.licet.shell.Shape;
import dev.licet.shell.command.CommandSpecification.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Notes what a command does with the words that are no options. An exhaustive table of the kinds of operands. */
final class OperandReader {
    /** Options of interpreters that bring the program, or whose program is a module. */
    private static final Set<String> INLINE = Set.of("-c", "-m", "-e", "-p", "--eval", "--print", "--test");

    /** `/inet/tcp/0/host/80` */
    private static final Pattern AWK_NETWORK = Pattern.compile("/inet[46]?(?:/[^/]*)?(?:/[^/]*)?/?([^/]*)");

    private static final Set<String> INPUTS = Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    /** A refspec whose source and target have one name. */
    private static final Pattern SAME_NAME = Pattern.compile("([A-Za-z0-9][\\w./-]*):\\1");

    /** `@scope/name@version`; `owner/name` would be a repository. */
    private static final Pattern PACKAGE = Pattern.compile("(@[\\w.-]+/)?[\\w.*-]+(@[\\w.^~<>=*|+ -]*)?");

    private static final Pattern CLIMBING = Pattern.compile("\\.\\.?(/\\.\\.?)*/?");

    /** Leaves out what begins with a dot, and what lies in such a folder. */
    private static final String HIDDEN = "!{.*,*/.*}";

    /** Git's own. */
    private static final String OWN = "!{.git,*/.git,.git/*,*/.git/*}";

    /** Kinds of operands that say nothing of reading, so that what is read below them is said beside them. */
    private static final Set<Kind> BROUGHT = Set.of(Kind.FILES, Kind.PROJECT, Kind.ESCALATES, Kind.TEXT, Kind.PACKAGES);

    /** With these a link is copied as a link. */
    private static final Set<String> LINKING = Set.of("-d", "-P", "--no-dereference");

    /** With these folders are merged: what is copied does not arrive under its own last name. */
    private static final Set<String> MERGING = Set.of("-T", "--no-target-directory", "--parents");

    /** What git takes for a pattern of paths (gitglossary(7), pathspec). */
    private static final Pattern MAGIC = Pattern.compile("(?s):.*|.*[*?\\[\\\\].*");

    /** What programs that compress put behind a name, or in the place of `.tar`. */
    private static final Pattern COMPRESSED =
            Pattern.compile("(?is)(.+)\\.(gz|z|bz2?|xz|lzma|zst|lz4|lz|tgz|taz|tbz2?|txz|tlz|tzst)");

    /** What says of itself that it is a folder. */
    static final Pattern FOLDER = Pattern.compile("(.*/)?\\.\\.?|.*/");

    /** How the ends of lines, and of what is printed for programs, are written for `xargs`. */
    private static final Set<String> LINE_ENDS = Set.of("\n", "\\n", "\\0");

    private static final Pattern BLANK = Pattern.compile("\\s");

    private static final Pattern CLIMBS = Pattern.compile("(^|/)\\.\\.(/|$)");

    /** A conversion of printf that assigns how much was printed. */
    private static final Pattern COUNTING = Pattern.compile("%[^a-zA-Z%]*n");

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=.*", Pattern.DOTALL);
    private static final Pattern SWITCH =
            Pattern.compile("[A-Za-z_]+=(\\d{1,4}|true|false|yes|no|on|off|y|n|debug|release)?");

    /** What such a word would switch on in these is a folder or a program of that name. */
    private static final Pattern LOOKED_UP =
            Pattern.compile("(?i).*(path|shell|flags|lib|home|root|dir|opts?|env|preload|makefiles).*=.*");

    private final CommandSpecification specification;
    private final List<Argument> operands;
    private final CommandEffects found;

    OperandReader(CommandSpecification specification, List<Argument> operands, CommandEffects found) {
        this.specification = specification;
        this.operands = operands;
        this.found = found;
    }

    void read(boolean programGiven) {
        Kind kind = specification.operands().kind();
        int skipped = Math.min(specification.operands().skipped(), operands.size());
        List<Argument> rest = operands.subList(programGiven ? 0 : skipped, operands.size());
        boolean below = isBelow();
        narrow(rest);
        if (below && BROUGHT.contains(kind)) {
            rest.forEach(found::readsBelow);
            if (rest.isEmpty()) {
                found.readsAllHere();
            }
        }
        switch (kind) {
            case TEXT -> {}
            case NONE -> escalates(rest, word -> !word.start().startsWith("+"));
            case REFS -> escalates(rest, OperandReader::isNoPlainReference);
            case PACKAGES ->
                escalates(
                        rest,
                        word -> word.certain()
                                .filter(name -> PACKAGE.matcher(name).matches())
                                .isEmpty());
            case FILES -> rest.forEach(word -> found.guess(responseFile(word.shape()), word.span()));
            case PATHSPEC -> {
                rest.forEach(this::pathspec);
                if (rest.stream().anyMatch(this::leaves)) {
                    // Outside of a repository git compares files and folders with all that is in them.
                    rest.forEach(found::readsBelow);
                }
                if (specification.traits().below()) {
                    found.readsAllHere();
                } else if (below) {
                    rest.forEach(found::readsBelow);
                }
            }
            case PATHSPEC_BELOW -> {
                found.filter(OWN);
                rest.forEach(this::pathspec);
                rest.forEach(found::readsBelow);
                if (rest.isEmpty() || rest.stream().anyMatch(OperandReader::isMagic)) {
                    found.readsAllHere();
                }
            }
            case FILLED -> {
                rest.forEach(word -> found.guess(responseFile(word.shape()), word.span()));
                rest.stream().limit(1).forEach(this::filled);
            }
            case PATHSPEC_WRITE ->
                rest.forEach(word -> {
                    pathspec(word);
                    Place place = matched(word);
                    found.facts.add(new Fact.Writes(place, Fact.Role.GUESS, word.span()));
                    // A name such as `main` is a branch rather than a folder.
                    if (place instanceof Place.At at
                            && (at.text().startsWith(".") || at.text().contains("/."))) {
                        found.facts.add(new Fact.Writes(
                                new Place.Brought(at.text() + "/.", at.text(), at.directory()),
                                Fact.Role.GUESS,
                                word.span()));
                    }
                });
            case PATHSPEC_DELETE ->
                rest.forEach(word -> found.facts.add(new Fact.Deletes(matched(word), Fact.Role.OPERAND, word.span())));
            case PAGED ->
                rest.forEach(word -> {
                    if (mayBegin(word, "+")) {
                        found.escalates("", "begins with a command of the program", word.span());
                    }
                    found.reads(word);
                });
            case READ -> {
                // A pattern that is not known may become several words, the second of which is a file.
                for (Argument word : operands.subList(0, operands.size() - rest.size())) {
                    if (word instanceof Argument.Several) {
                        found.reads(word);
                    }
                }
                if (!below) {
                    // A program that reads folders with an option may compare them without it.
                    boolean folders = !specification.traits().trees().isEmpty();
                    for (Argument word : rest) {
                        boolean folder = FOLDER.matcher(word.start()).matches();
                        if (folders && folder && word instanceof Argument.Known) {
                            found.readsBelow(word);
                        } else {
                            found.reads(word);
                        }
                    }
                } else if (!rest.isEmpty()) {
                    rest.forEach(found::readsBelow);
                } else if (!specification.traits().below() || !found.isPiped()) {
                    found.readsAllHere();
                }
            }
            case DIRECTORY ->
                rest.stream()
                        .filter(word -> !CLIMBING.matcher(word.start()).matches())
                        .forEach(found::reads);
            case WRITE -> rest.forEach(found::writes);
            case DELETE -> rest.forEach(found::deletes);
            case COPY -> copy(rest, false, below || LINKING.stream().anyMatch(found::has));
            case MOVE -> copy(rest, true, true);
            case COMPRESS -> rest.forEach(this::compressed);
            case FILTER -> filter(rest);
            case SED, AWK, JQ, YQ -> {
                boolean inline = !programGiven && !operands.isEmpty();
                if (inline) {
                    program(kind, operands.get(0), found);
                }
                files(kind, inline ? operands.subList(1, operands.size()) : operands);
            }
            case FIND -> new FindExpression(operands, found).read();
            case DD -> rest.forEach(this::dataDefinition);
            case TAR -> {
                new Archive(rest, found).read();
                for (String option : List.of("-f", "--file")) {
                    found.value(option)
                            .filter(OperandReader::isElsewhere)
                            .ifPresent(file -> found.escalates(option, "an archive on another machine", found.span()));
                }
            }
            case TESTS -> new TestWords(rest, found).read();
            case FORMAT -> format(rest);
            case TARGETS -> rest.forEach(this::target);
            case ENVIRONMENT -> environment(rest);
            case COMMAND -> inner(rest);
            case XARGS -> xargs(rest);
            case WORDS -> words(rest);
            case REMOTE -> remote(rest);
            case URLS -> rest.forEach(word -> new Address(word).note(found));
            case DOWNLOADS -> rest.forEach(this::download);
            case PROCESSES -> {
                escalates(rest, word -> !word.shape().isNumber() && showsEnvironment(word));
                for (String option : List.of("-o", "-O", "--format", "-eo", "-Ao")) {
                    found.value(option)
                            .filter(columns -> columns.text()
                                    .filter(text -> !text.contains("env"))
                                    .isEmpty())
                            .ifPresent(columns ->
                                    found.escalates(option, "shows the environment of processes", found.span()));
                }
            }
            case SCRIPT -> script(rest, programGiven);
            case SHELL -> shell(rest);
            case PASSED ->
                // Behind three colons a runner may begin another task.
                escalates(rest, word -> word.start().startsWith("@") || mayBegin(word, ":::") || leaves(word));
            case PROJECT -> rest.forEach(this::project);
            case ESCALATES -> rest.forEach(this::escalates);
        }
    }

    /** Before a colon in the name of an archive stands a host, unless a slash comes first. */
    static boolean isElsewhere(Shape archive) {
        String name = archive.start();
        int slash = name.indexOf('/');
        return (slash < 0 ? name : name.substring(0, slash)).indexOf(':') >= 0;
    }

    /** `ps auxe` prints the environment of each process. */
    private static boolean showsEnvironment(Argument word) {
        return word.certain().filter(letters -> letters.indexOf('e') < 0).isEmpty();
    }

    /** What an address leads to is written where it works, under the last part of its path, unless an option says otherwise. */
    private void download(Argument word) {
        new Address(word).note(found);
        boolean elsewhere = found.has("-O") || found.has("--output-document") || found.has("--spider");
        if (elsewhere) {
            return;
        }
        Optional<String> address = word.certain();
        String path = address.orElse("").replaceFirst("^[a-z]+://", "").replaceFirst("[?#].*", "");
        String name = path.substring(path.lastIndexOf('/') + 1);
        // What is written as `%2e` in an address is a dot in the name of the file.
        boolean known = address.isPresent() && path.indexOf('/') > 0 && name.indexOf('%') < 0;
        Place place =
                known ? new Place.At(name.isEmpty() ? "index.html" : name, found.directory()) : new Place.Unknown();
        found.facts.add(new Fact.Writes(place, Fact.Role.OPERAND, word.span()));
    }

    private void escalates(List<Argument> words, Predicate<Argument> which) {
        for (Argument word : words) {
            if (which.test(word)) {
                escalates(word);
            }
        }
    }

    private void escalates(Argument word) {
        String text = word.certain().orElse("");
        int equals = text.indexOf('=');
        found.escalates(
                equals > 0 ? text.substring(0, equals) : text,
                "asks for more than the command's name says",
                word.span());
    }

    static boolean mayBegin(Argument word, String text) {
        return word.certain().map(known -> known.startsWith(text)).orElse(text.startsWith(word.start()));
    }

    /** A refspec, a forced or removed branch, an address, what may be a host, or a path. */
    private static boolean isNoPlainReference(Argument word) {
        return word.certain()
                .map(text -> text.matches("(?s).*([:= \\\\]|\\.\\./).*|[+./~!].*|@[^/]+|[^/]*\\.[^/]*/[^/]+/.*")
                        && !SAME_NAME.matcher(text).matches())
                .orElse(true);
    }

    /** What is run in or from another place than the project is not what was granted. */
    private void project(Argument word) {
        if (leaves(word)) {
            escalates(word);
        }
        found.reads(word);
    }

    private boolean leaves(Argument word) {
        String start = word.start();
        boolean inside = start.startsWith(found.directory() + "/");
        return CLIMBS.matcher(start).find() || (!inside && (start.startsWith("/") || start.startsWith("~")));
    }

    /** `gunzip x.gz` writes x. */
    private void compressed(Argument word) {
        found.writes(word);
        word.certain()
                .map(COMPRESSED::matcher)
                .filter(Matcher::matches)
                .ifPresent(name -> found.writes(new Argument.Known(
                        name.group(1) + (name.group(2).startsWith("t") ? ".tar" : ""), word.span())));
    }

    /** `@file` names a file with further arguments. */
    private static Shape responseFile(Shape shape) {
        return shape.start().length() > 1 && shape.start().startsWith("@") ? shape.from(1) : shape;
    }

    /** The file that git takes a word for, unless it is a pattern. */
    private Place matched(Argument word) {
        return MAGIC.matcher(word.start()).matches() ? new Place.Unknown() : found.place(word);
    }

    /** A word after a revision may be a file, and so may what follows a colon. */
    private void pathspec(Argument word) {
        boolean magic = (word.start().startsWith(":") && !word.start().startsWith(":/"))
                || word.start().indexOf('\\') >= 0;
        Place place = magic ? new Place.Unknown() : found.place(word);
        found.facts.add(new Fact.Reads(place, Fact.Role.GUESS, word.span()));
        if (place instanceof Place.At at && at.text().contains(":")) {
            String file = at.text().substring(at.text().lastIndexOf(':') + 1);
            if (!file.isEmpty()) {
                found.facts.add(new Fact.Reads(new Place.At(file, at.directory()), Fact.Role.GUESS, word.span()));
            }
        }
    }

    /** Says which of the files below a folder it reads. */
    private void narrow(List<Argument> rest) {
        List<String> showing = specification.traits().showing();
        // A file that the shell names is read whatever it is called.
        boolean spelled = isSpelled(rest);
        if (spelled && !showing.isEmpty() && !has(showing)) {
            found.filter(has(specification.traits().typing()) ? OWN : HIDDEN);
        }
        if (has(specification.traits().following())) {
            found.extent(Place.Extent.LINKED);
            return;
        }
        Place.Extent extent = specification.traits().extent();
        // An operand may name another state of the repository.
        boolean elsewhere = extent == Place.Extent.TRACKED && !rest.isEmpty();
        if (spelled && !elsewhere && !has(specification.traits().widening())) {
            found.extent(extent);
        }
    }

    private static boolean isSpelled(List<Argument> words) {
        for (Argument word : words) {
            if (!(word instanceof Argument.Known)) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of {@code options} is given. */
    private boolean has(List<String> options) {
        for (String option : options) {
            if (found.has(option)) {
                return true;
            }
        }
        return false;
    }

    /** Whether git may take it for a pattern. */
    private static boolean isMagic(Argument word) {
        return word.certain().filter(text -> !MAGIC.matcher(text).matches()).isEmpty();
    }

    /** Whether folders among the operands are read with all that is below them. */
    private boolean isBelow() {
        if (specification.traits().below()) {
            return true;
        }
        for (String option : specification.traits().trees()) {
            if (found.has(option)) {
                return true;
            }
        }
        return false;
    }

    /** Nobody has seen what is put into {@code folder}. */
    private void filled(Argument folder) {
        if (found.place(folder) instanceof Place.At at) {
            String kept = at.text() + "/kept elsewhere";
            found.facts.add(new Fact.Writes(
                    new Place.Brought(kept, at.text(), at.directory()), Fact.Role.GUESS, folder.span()));
        }
    }

    private void copy(List<Argument> words, boolean moves, boolean folders) {
        Optional<Argument> named = found.target();
        int sources = named.isPresent() ? words.size() : words.size() - 1;
        for (int i = 0; i < words.size(); i++) {
            Argument word = words.get(i);
            if (i == sources) {
                found.writes(word);
                continue;
            }
            if (folders) {
                found.readsBelow(word);
            } else {
                found.reads(word);
            }
            if (moves) {
                found.deletes(word);
            }
            into(word, named.orElseGet(words::getLast), folders).ifPresent(found.facts::add);
        }
        if (words.size() == 1 && words.get(0) instanceof Argument.Several && !moves) {
            found.reads(words.get(0));
        }
    }

    /** Whether what is copied arrives as the target itself, or below it with the folders that it lies in. */
    private boolean isMerged() {
        return MERGING.stream().anyMatch(found::has);
    }

    /** Whether a target that is not certain may be a folder: it is one of those that are listed, or ends in no text of its own. */
    private boolean mayBeFolder(Argument target) {
        return found.place(target) instanceof Place.Below
                || !(target.path().pieces().getLast() instanceof Shape.Piece.Fixed end
                        && !end.text().endsWith("/"));
    }

    /** What is copied into a folder arrives there under its own name. */
    private Optional<Fact> into(Argument source, Argument target, boolean folders) {
        if (!(found.place(target) instanceof Place.At)) {
            // What may be a folder gets it under a name that is not known then.
            return mayBeFolder(target)
                    ? Optional.of(new Fact.Writes(new Place.Unknown(), Fact.Role.OPERAND, target.span()))
                    : Optional.empty();
        }
        if (!(found.place(source) instanceof Place.At)) {
            Shape name = lastPart(source.path());
            Shape folder = Shape.of(target.certain().orElseThrow() + "/");
            if (folders
                    && !(name.pieces().getLast() instanceof Shape.Piece.Fixed end
                            && end.text().startsWith("."))) {
                // Folders may be among them, which bring what is in them.
                String start = source.path().start();
                String where = start.substring(0, start.lastIndexOf('/') + 1);
                return Optional.of(new Fact.Writes(
                        new Place.Brought(where + ".", target.certain().orElseThrow(), found.directory()),
                        Fact.Role.OPERAND,
                        target.span()));
            }
            return Optional.of(
                    new Fact.Writes(Place.of(folder.then(name), found.directory()), Fact.Role.OPERAND, target.span()));
        }
        if (isMerged() && found.has("--parents")) {
            String path = source.certain().orElseThrow();
            return Optional.of(new Fact.Writes(
                    new Place.At(target.certain().orElseThrow() + "/" + path, found.directory()),
                    Fact.Role.OPERAND,
                    target.span()));
        }
        if (folders || isMerged()) {
            String path = source.certain().orElseThrow();
            return Optional.of(new Fact.Writes(
                    new Place.Brought(
                            isMerged() ? path + "/." : path, target.certain().orElseThrow(), found.directory()),
                    Fact.Role.OPERAND,
                    target.span()));
        }
        String name = source.certain().orElseThrow().replaceFirst("/+$", "").replaceFirst(".*/", "");
        String folder = target.certain().orElseThrow();
        return Optional.of(new Fact.Writes(
                new Place.At(folder + "/" + name, found.directory()), Fact.Role.OPERAND, target.span()));
    }

    /** What stands behind the last slash of {@code path}. */
    private static Shape lastPart(Shape path) {
        int slash = path.start().lastIndexOf('/');
        return path.from(slash + 1);
    }

    private void filter(List<Argument> words) {
        for (int i = 0; i < words.size(); i++) {
            Argument word = words.get(i);
            if (i == 0) {
                found.reads(word);
            }
            if (i > 0 || word instanceof Argument.Several) {
                found.escalates(word.certain().orElse(""), "writes its second file", word.span());
                found.writes(word);
            }
        }
    }

    /** Notes what a mini-language program does. */
    static void program(Kind kind, Argument program, CommandEffects found) {
        Optional<String> text = program.certain();
        switch (kind) {
            case SED -> SedProgram.note(program, found);
            case AWK -> {
                if (text.isEmpty()) {
                    found.escalates("", "a program that is not known before execution", program.span());
                } else {
                    new AwkProgram(text.get(), program.span(), found).read();
                }
            }
            case JQ -> JqProgram.note(program, found);
            case YQ -> JqProgram.noteOther(program, found);
            default -> {}
        }
    }

    private void files(Kind kind, List<Argument> words) {
        for (Argument word : words) {
            boolean assigns = kind == Kind.AWK
                    && word instanceof Argument.Known known
                    && ASSIGNMENT.matcher(known.text()).matches();
            Matcher network = AWK_NETWORK.matcher(word.start());
            if (kind == Kind.AWK && network.lookingAt()) {
                // gawk opens a connection for a name of this form, wherever it stands.
                found.facts.add(new Fact.Connects(network.group(1), Fact.Role.OPERAND, word.span()));
                found.opaque("awk connects to what such a name says", word.span());
            } else if (!assigns) {
                found.reads(word);
            }
        }
    }

    private void dataDefinition(Argument word) {
        String start = word.start();
        if (start.startsWith("if=")) {
            found.reads(word.shape().from(3), word.span());
        } else if (start.startsWith("of=")) {
            found.writes(word.shape().from(3), word.span());
        } else if (!start.contains("=")) {
            escalates(word);
        }
    }

    private void format(List<Argument> words) {
        if (words.isEmpty()) {
            return;
        }
        String format = words.get(0).certain().orElse("");
        boolean unknown = words.get(0).mayBeOption() || words.get(0) instanceof Argument.Several;
        boolean counts = COUNTING.matcher(format).find();
        if (unknown || counts) {
            found.opaque(
                    "an unknown format, or one with `%n`, may set a variable",
                    words.get(0).span());
        }
    }

    /** `V=1` switches something on; any other assignment may name a program. */
    private void target(Argument word) {
        String text = word.certain().orElse("=");
        if (SWITCH.matcher(text).matches() && !LOOKED_UP.matcher(text).matches()) {
            return;
        }
        if (text.contains("=")) {
            escalates(word);
            sets(word);
        } else {
            found.escalates(text, new EscalationReason.FurtherTarget(), word.span());
        }
    }

    private void sets(Argument word) {
        String start = word.start();
        int equals = start.indexOf('=');
        boolean known = equals > 0 || word instanceof Argument.Known;
        if (!known) {
            found.opaque("which variable is set is not known before execution", word.span());
            return;
        }
        String name = equals > 0 ? start.substring(0, equals) : start;
        Shape value = equals > 0 ? word.shape().from(equals + 1) : Shape.of("");
        found.facts.add(new Fact.Sets(name.replaceFirst("\\+$", ""), value, Fact.Reach.COMMAND, word.span()));
    }

    private void environment(List<Argument> words) {
        int i = 0;
        while (i < words.size() && ASSIGNMENT.matcher(words.get(i).start()).matches()) {
            sets(words.get(i++));
        }
        inner(words.subList(i, words.size()));
    }

    private void inner(List<Argument> words) {
        if (!words.isEmpty()) {
            found.inner.add(new Effects.Inner.Command(words, found.directory()));
        }
    }

    /** Joined by blanks they are the text of a command. */
    private void words(List<Argument> words) {
        var text = new StringBuilder();
        for (Argument word : words) {
            Optional<String> known = word.certain();
            if (known.isEmpty()) {
                found.unread("the text that the shell reads is not known before execution", word.span());
                return;
            }
            text.append(text.isEmpty() ? "" : " ").append(known.get());
        }
        if (!words.isEmpty()) {
            found.inner.add(new Effects.Inner.Text(
                    new Argument.Known(text.toString(), words.get(0).span())));
        }
    }

    private void xargs(List<Argument> words) {
        if (words.isEmpty()) {
            return;
        }
        Optional<Shape> replaced = Stream.of("-I", "-i", "--replace")
                .flatMap(option -> found.value(option).stream())
                .filter(value -> !value.pieces().isEmpty())
                .findFirst();
        String token = replaced.isPresent() ? replaced.get().text().orElse("") : "{}";
        if (token.isEmpty()) {
            found.opaque(
                    "which words are replaced is not known before execution",
                    words.get(0).span());
            return;
        }
        var inner = new ArrayList<>(words);
        inner.replaceAll(word ->
                word.certain().filter(text -> !text.contains(token)).isPresent() ? word : replacedWord(word, token));
        // A line becomes as many words as it has, of which the last may be one that is written.
        boolean several = isSplitElsewhere()
                || lines().text().filter(line -> BLANK.matcher(line).find()).isPresent();
        inner.add(new Argument.Several(
                several ? Shape.ANYTHING : lines(), words.getLast().span()));
        found.inner.add(new Effects.Inner.Command(inner, found.directory()));
    }

    /** What xargs reads: what it is fed, unless an option names a file. */
    private Shape lines() {
        return found.has("-a") || found.has("--arg-file") ? Shape.ANYTHING : found.input();
    }

    /** Whether an option says where words end, and not at the ends of lines. */
    private boolean isSplitElsewhere() {
        return Stream.of("-d", "--delimiter")
                .flatMap(option -> found.value(option).stream())
                .anyMatch(end -> end.text().filter(LINE_ENDS::contains).isEmpty());
    }

    /** A word that is replaced as a whole is a line of the input; one that contains the token may become anything. */
    private Argument replacedWord(Argument word, String token) {
        if (word.certain().isEmpty()) {
            return word;
        }
        boolean whole = word.certain().filter(token::equals).isPresent();
        return new Argument.Unknown(whole ? lines() : Shape.ANYTHING, word.span());
    }

    private void remote(List<Argument> words) {
        for (int i = 0; i < words.size(); i++) {
            if (i == 0) {
                String host = words.get(0).certain().orElse("");
                found.facts.add(new Fact.Connects(
                        host.substring(host.lastIndexOf('@') + 1),
                        Fact.Role.OPERAND,
                        words.get(0).span()));
            } else {
                escalates(words.get(i));
            }
        }
    }

    private void script(List<Argument> words, boolean programGiven) {
        if (words.isEmpty()) {
            boolean inline = programGiven || INLINE.stream().anyMatch(found::has);
            if (!inline) {
                found.runsInput(found.span());
            }
            return;
        }
        if (isInput(words.get(0))) {
            found.runsInput(words.get(0).span());
        }
        // Behind options that do more it may be a word for another program, which may do anything with it.
        boolean program = !programGiven && found.isPlain();
        if (program) {
            found.reads(words.get(0));
        }
        if (!programGiven) {
            found.escalates(
                    words.get(0).certain().orElse(""),
                    program
                            ? new EscalationReason.ProgramFile()
                            : new EscalationReason.Spelled("may run a program in a file"),
                    words.get(0).span());
        }
        words.stream().skip(program ? 1 : 0).forEach(word -> found.guess(word.shape(), word.span()));
    }

    /** `-`, the descriptor of the input, and a pipe that the shell makes. */
    private static boolean isInput(Argument word) {
        return word.certain().filter(INPUTS::contains).isPresent()
                || word.shape().isPipe();
    }

    /** With `-c` the first operand is the text of the program, otherwise a file; without operands it is on the input. */
    private void shell(List<Argument> words) {
        boolean text = found.has("-c");
        boolean input = found.has("-s") || (words.size() == 1 && isInput(words.get(0)));
        if (!text && (words.isEmpty() || input)) {
            found.inner.add(new Effects.Inner.Input(found.span()));
        } else if (words.isEmpty()) {
            found.opaque("the text that the shell reads is missing", found.span());
        } else if (text) {
            found.inner.add(new Effects.Inner.Text(words.get(0)));
        } else {
            Argument first = words.get(0);
            if (first.mayBeOption() && (words.size() > 1 || first instanceof Argument.Several)) {
                found.unread("the text that the shell reads is not known before execution", first.span());
            }
            script(words, false);
        }
    }
}
