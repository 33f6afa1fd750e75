package dev.licet.cli.imports;

import dev.licet.core.command.CommandText;
import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The patterns of other systems, spelled as those of the gate. */
final class Spelled {
    /** Any text without a slash. */
    static final String NAME = "*([^/])";

    /** Any character. */
    private static final String ANY = "{?,/}";

    /** A host, also with stars and a port. */
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9*]([A-Za-z0-9.*-]*[A-Za-z0-9*])?(:[0-9]{1,5})?");

    /** What a host is written with where it should stand alone. */
    private static final Pattern ADDRESS =
            Pattern.compile("(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^/@]*@)?([^/?#]+)(?:[/?#].*)?", Pattern.DOTALL);

    /** What is no word of a command, or only stands before one. */
    private static final Pattern NO_COMMAND = Pattern.compile(
            "[A-Za-z_][A-Za-z0-9_]*\\+?=.*|time|!|if|then|else|for|while|until|do|case|function|select|coproc|[({]|\\[\\[");

    private Spelled() {}

    /** {@code text} to the letter, but for its stars, each of which becomes {@code star}. */
    static String stars(String text, String star) {
        return Stream.of(text.split("\\*", -1)).map(Glob::quote).collect(Collectors.joining(star));
    }

    /** {@code text} to the letter, but for its stars, each of which stands for any text. */
    static String stars(String text) {
        return stars(text, "*");
    }

    /** {@code text} to the letter, but for stars (any text) and question marks (one character). */
    static String wildcards(String text) {
        return Stream.of(text.split("\\?", -1)).map(Spelled::stars).collect(Collectors.joining(ANY));
    }

    /**
     * A command that {@code spelling} spells; a star behind a blank at its end may stand for nothing. Empty where it is no
     * command alone: with a redirection, with variables before it, with quotes that do not close.
     *
     * @param spelling {@link #wildcards}, or the stars alone
     */
    static List<String> command(String written, Action action, UnaryOperator<String> spelling) {
        if (written.equals("*") || written.equals("**")) {
            return List.of("*");
        }
        Optional<String> plain = plain(written);
        if (plain.isEmpty()) {
            return List.of();
        }
        String text = plain.get();
        String pattern = spelling.apply(text);
        if (!text.endsWith("*")) {
            return List.of(pattern);
        }
        if (!text.endsWith(" *")) {
            // In an allow a star ends with its word, unless it is one.
            return action == Action.ALLOW ? List.of(pattern, pattern + " *") : List.of(pattern);
        }
        // An allow of `x *` holds for `x` as well.
        return action == Action.ALLOW
                ? List.of(pattern)
                : List.of(spelling.apply(text.substring(0, text.length() - 2)), pattern);
    }

    /** A command that begins with {@code words}, all of them to the letter; empty as above. */
    static List<String> prefix(String words, Action action) {
        Optional<String> plain = plain(words);
        return plain.isEmpty() ? List.of() : words(Glob.quote(plain.get()), action);
    }

    /** A command that begins with what {@code quoted} says. */
    static List<String> words(String quoted, Action action) {
        return action == Action.ALLOW ? List.of(quoted + " *") : List.of(quoted, quoted + " *");
    }

    /** {@code written} as rules compare commands: words parted by one blank, in quotes only where they have to be. */
    private static Optional<String> plain(String written) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean quoted = false;
        boolean inWord = false;
        char open = '\0';
        for (int i = 0; i < written.length(); i++) {
            char each = written.charAt(i);
            if (open != '\0') {
                // What a shell still expands, or escapes, is not followed.
                if (each == '\\' || (open == '"' && (each == '$' || each == '`'))) {
                    return Optional.empty();
                }
                if (each == open) {
                    open = '\0';
                } else {
                    word.append(each);
                }
            } else if (each == '\'' || each == '"') {
                open = each;
                quoted = true;
                inWord = true;
            } else if (each == ' ') {
                if (inWord) {
                    words.add(quoted ? CommandText.quote(word.toString()) : word.toString());
                }
                word.setLength(0);
                quoted = false;
                inWord = false;
            } else if ("\\<>|&;`$()\n\t".indexOf(each) >= 0) {
                return Optional.empty();
            } else {
                word.append(each);
                inWord = true;
            }
        }
        if (open != '\0') {
            return Optional.empty();
        }
        if (inWord) {
            words.add(quoted ? CommandText.quote(word.toString()) : word.toString());
        }
        boolean command =
                !words.isEmpty() && !NO_COMMAND.matcher(words.getFirst()).matches();
        return command ? Optional.of(String.join(" ", words)) : Optional.empty();
    }

    /** The host in {@code written}, which may be a whole address; empty where there is none. */
    static List<String> host(String written) {
        Matcher address = ADDRESS.matcher(written);
        return address.matches() && HOST.matcher(address.group(1)).matches()
                ? List.of(stars(address.group(1).toLowerCase(Locale.ROOT)))
                : List.of();
    }

    /** All addresses of {@code host}, in whose name a star stands for labels; empty where it is no host alone. */
    static List<String> addresses(String host) {
        return HOST.matcher(host).matches() ? List.of(address("http{,s}", host)) : List.of();
    }

    /** An address with stars; one without a path stands for all below. Empty where it is none. */
    static List<String> address(String address) {
        int name = address.indexOf("://");
        if (name < 0) {
            return addresses(address);
        }
        String rest = address.substring(name + 3);
        String scheme = address.substring(0, name);
        return scheme.matches("https?")
                        && HOST.matcher(rest.replaceFirst("/.*", "")).matches()
                ? List.of(address(scheme, rest))
                : List.of();
    }

    private static String address(String scheme, String rest) {
        int path = rest.indexOf('/');
        String open = rest.endsWith(".*") ? "/*" : "*";
        return scheme + "://" + stars(rest) + (path < 0 ? open : "");
    }

    /** A path in which one star stops at a slash and two do not, as in a {@code .gitignore}; empty where it is more than that. */
    static List<String> path(String path) {
        boolean more = path.chars().anyMatch(each -> "\\[]{}!".indexOf(each) >= 0)
                || List.of(path.split("/", -1)).contains("..");
        return more || path.isBlank() ? List.of() : List.of(spelled(path));
    }

    private static String spelled(String path) {
        var spelled = new StringBuilder();
        int at = 0;
        while (at < path.length()) {
            boolean atStart = at == 0 || path.charAt(at - 1) == '/';
            if (atStart && path.startsWith("**/", at)) {
                spelled.append("{,*/}");
                at += 3;
            } else if (atStart && path.substring(at).equals("**")) {
                spelled.append("**");
                at += 2;
            } else if (path.startsWith("**", at)) {
                spelled.append('*');
                at += 2;
            } else if (path.charAt(at) == '*') {
                spelled.append(NAME);
                at++;
            } else if (path.charAt(at) == '?') {
                spelled.append('?');
                at++;
            } else {
                int end = at;
                while (end < path.length()
                        && path.charAt(end) != '*'
                        && path.charAt(end) != '?'
                        && (end == at || path.charAt(end - 1) != '/')) {
                    end++;
                }
                spelled.append(Glob.quote(path.substring(at, end)));
                at = end;
            }
        }
        return spelled.toString();
    }
}
