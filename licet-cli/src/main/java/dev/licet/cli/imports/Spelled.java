package dev.licet.cli.imports;

import dev.licet.core.glob.Glob;
import dev.licet.core.rule.Action;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The patterns of other systems, spelled as those of the gate. */
final class Spelled {
    /** Any text without a slash. */
    static final String NAME = "*([^/])";

    private Spelled() {}

    /** {@code text} to the letter, but for its stars, each of which becomes {@code star}. */
    static String stars(String text, String star) {
        return Stream.of(text.split("\\*", -1)).map(Glob::quote).collect(Collectors.joining(star));
    }

    /** {@code text} to the letter, but for stars (any text) and question marks (one character). */
    static String wildcards(String text) {
        return Stream.of(text.split("\\?", -1)).map(part -> stars(part, "*")).collect(Collectors.joining("?"));
    }

    /**
     * A command that {@code spelling} spells; a star behind a blank at its end may stand for nothing.
     *
     * @param spelling {@link #wildcards}, or the stars alone
     */
    static List<String> command(String text, Action action, UnaryOperator<String> spelling) {
        String pattern = spelling.apply(text);
        if (!text.endsWith("*") || text.equals("*")) {
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

    /** A command that begins with {@code words}, all of them to the letter. */
    static List<String> prefix(String words, Action action) {
        String quoted = Glob.quote(words);
        return action == Action.ALLOW ? List.of(quoted + " *") : List.of(quoted, quoted + " *");
    }

    /** All addresses of {@code host}, in whose name a star stands for labels. */
    static String host(String host) {
        return address("http{,s}", host);
    }

    /** An address with stars; one without a path stands for all below. */
    static String address(String address) {
        int name = address.indexOf("://");
        return name < 0 ? host(address) : address(Glob.quote(address.substring(0, name)), address.substring(name + 3));
    }

    private static String address(String scheme, String rest) {
        int path = rest.indexOf('/');
        String open = rest.endsWith(".*") ? "/*" : "*";
        return scheme + "://" + stars(rest, "*") + (path < 0 ? open : "");
    }

    /** A path in which one star stops at a slash and two do not, as in a {@code .gitignore}. */
    static String path(String path) {
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
