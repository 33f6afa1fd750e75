package dev.licet.conformance.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes command lines: plain ones, ones of the whole grammar, and broken ones. Every command has a number of its own, so
 * that one cannot be taken for another.
 */
final class LineGenerator {
    private static final int MAX_DEPTH = 3;

    private static final List<String> SOUP = List.of(
            "git",
            "rm",
            " ",
            " ",
            " ",
            "\n",
            ";",
            "&",
            "|",
            "||",
            "&&",
            "<",
            ">",
            ">>",
            "(",
            ")",
            "{",
            "}",
            "$",
            "`",
            "'",
            "\"",
            "\\",
            "#",
            "~",
            "*",
            "?",
            "[",
            "]",
            "=",
            "!",
            "$x",
            "${x}",
            "${x:-y}",
            "$(",
            "$((",
            "((",
            "))",
            "<<E",
            "<<'E'",
            "\nE\n",
            "2>",
            "&>",
            ">&",
            "\t",
            "\\\n",
            "if",
            "then",
            "fi",
            "for",
            "in",
            "do",
            "done",
            "case",
            "esac",
            ";;",
            "while",
            "function",
            "time",
            "coproc",
            "select",
            "[[",
            "]]",
            "-v",
            "a",
            "b",
            "1",
            "x=",
            "a[0]=",
            "{a,b}",
            "$'a'",
            "$\"b\"",
            "-eq",
            "eval",
            "f()",
            "cd",
            "x+=(",
            "@",
            ":",
            "/",
            ".",
            ",",
            "..",
            "%",
            "^",
            "-");

    private final Random random;
    private int number;
    private int depth;

    LineGenerator(long seed) {
        this.random = new Random(seed);
    }

    String next() {
        number = 0;
        depth = 0;
        return switch (random.nextInt(8)) {
            case 6, 7 -> stateful();
            case 0 -> plain();
            case 1, 2, 3 -> list();
            case 4 -> mutated(list());
            default -> soup();
        };
    }

    /** Commands each on lines of their own that change what the shell knows, and a use of what they leave. */
    String stateful() {
        return String.join("\n", statements());
    }

    /** The commands of such a line. */
    List<String> statements() {
        number = 0;
        depth = MAX_DEPTH - 1;
        var lines = new ArrayList<String>();
        lines.add(pick("c", "d") + "=" + value());
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            lines.add(change());
            if (random.nextInt(3) == 0) {
                lines.add(use());
            }
        }
        lines.add(use());
        return lines;
    }

    private String value() {
        return switch (random.nextInt(9)) {
            case 0 -> "'c" + ++number + " a'";
            case 1 -> "$d";
            case 2 -> "\"$c\"";
            case 3 -> "$(echo c" + ++number + ")";
            case 4 -> "$(c" + ++number + ")";
            case 5 -> pick("1", "''", "~", "-n", "src", "/work/sub", "'*'", "\"a b\"");
            case 6 -> pick("${c#c}", "${d%1}", "${c:-x}", "${d:+y}", "$1", "$#", "$((1 + 1))");
            default -> "c" + ++number;
        };
    }

    private String use() {
        return pick(
                "$c a",
                "$d b",
                "\"$c\" a",
                "c0 $c $d",
                "c0 \"$d\" \"$1\"",
                "$c",
                "c0 \"$@\"",
                "$1 x",
                "c0 $c/$d",
                "cd $c; c0");
    }

    /** A command that may or may not change a variable, the directory, the positional parameters or a function. */
    private String change() {
        String change = switch (random.nextInt(33)) {
            case 0 -> "{ " + assign() + "; }";
            case 1 -> "for c in " + value() + " " + value() + "; do " + assign() + "; done";
            case 2 ->
                pick(
                                "declare",
                                "export",
                                "local",
                                "typeset",
                                "readonly",
                                "declare -p",
                                "declare -g",
                                "export -p",
                                "declare -x",
                                "typeset -i",
                                "declare --",
                                "command export",
                                "builtin declare",
                                "local -x")
                        + " " + assign();
            case 3 -> "eval '" + assign().replace("'", "") + "'";
            case 4 -> "set -- " + value() + " " + value();
            case 5 ->
                "f() { " + pick("local ", "", "declare ", "export ", "local d; ") + assign()
                        + pick("", "; return", "; local c", "; shift", "; cd src") + "; }"
                        + pick("; f", "; f a", " && f b c", "; (f)", "; f | c9", "; f &");
            case 6 ->
                "if " + pick("true", "false", "c9", "[ -f f ]") + "; then " + assign() + "; "
                        + pick("", "else " + assign() + "; ") + "fi";
            case 7 -> "(" + assign() + ")";
            case 8 -> assign() + " | " + pick(assign(), "read c", "c9", "while read d; do " + assign() + "; done");
            case 9 ->
                "echo " + pick("c5", "'c5 x'", "-n c5", "'c\\5'", "' c5'") + " | "
                        + pick("read c", "{ read -r d; c9 $d; }", "(read c; $c z)", "while read c; do $c q; done");
            case 10 -> "while " + pick("read c", "false", "c9") + "; do " + assign() + "; break; done";
            case 11 ->
                "case " + value() + " in " + pick("c*", "*", "x") + ") " + assign() + ";" + pick(";", "&", ";&")
                        + " *) " + assign() + ";; esac";
            case 12 ->
                "cd " + pick("src", "sub", "..", "nowhere", "-", "$c", "/work", "src/..", "./sub")
                        + pick("", " && " + assign(), " || " + assign(), "; " + assign());
            case 13 ->
                pick(
                        "unset c",
                        "unset d",
                        "unset -v c",
                        "unset f",
                        "shift",
                        "shift 2",
                        "set -e",
                        "set -u",
                        "set -f",
                        "set -C",
                        "set +x",
                        "set -o pipefail",
                        "true",
                        ":",
                        "false || true");
            case 14 -> "trap '" + assign().replace("'", "") + "' " + pick("EXIT", "0");
            case 15 ->
                pick("c9", "true", "false", "cd src", "cd nowhere")
                        + pick(" && ", " || ")
                        + assign()
                        + pick("", " && " + assign());
            case 16 -> pick("!", "time", "time -p") + " " + pick(assign(), "{ " + assign() + "; }", "cd src");
            case 17 -> assign() + " &";
            case 18 ->
                pick("c=x", "d=" + value(), "PWD=/x", "_=c7") + " "
                        + pick(":", "c9", "eval 'c0 $c'", "f", "export d", "true", "exec 3>&1");
            case 19 ->
                "c9 "
                        + pick(
                                "${c:=c8}",
                                "${d=" + value() + "}",
                                "$((v++))",
                                "${c:?}",
                                "$(" + assign() + ")",
                                "\"${d:=q}\"",
                                "${x=c3}$x");
            case 20 -> "(( " + pick("c = 1", "v++", "d += 2", "c = v ? 1 : 2") + " ))";
            case 21 ->
                "for i in 1 2; do " + assign() + "; " + pick("break", "continue", "c9 && break", ":") + "; " + assign()
                        + "; done";
            case 22 -> pick("exec 3>&1", "exec 8<&9", "exec < f", "exec > out1", "exec 2>&-") + "; " + assign();
            case 23 -> failingExpansion() + pick("; ", "\n", " && ", " || ") + assign();
            case 24 ->
                pick("eval '", "command eval '") + failingExpansion().replace("'", "") + "; "
                        + assign().replace("'", "") + "'";
            case 25 -> "f() { " + failingExpansion() + "; " + assign() + "; }; f";
            case 26, 27 ->
                pick("", "v=1; ", "v=1; ", "x=7; ")
                        + pick(
                                "(( v++ ))",
                                "(( --x ))",
                                "(( v = x += 2 ))",
                                ": $((v++)) $((x = 5))",
                                "let v+=2 x++",
                                "let x=3",
                                "c9 $((v--))",
                                "for ((x=0; x<2; x++)); do " + assign() + "; done",
                                "while (( v++ < 3 )); do " + assign() + "; done",
                                "c=(a b); : ${c[v=1]}",
                                "x=$(( v <<= 1 ))",
                                "v=$((v + 1)) x=$v",
                                "(( v == 1 && (x = 4) ))",
                                "(( i = 1 )); i=" + value() + "; c=$i",
                                ": $((d = 1)); unset c; d=" + value())
                        + pick("", "; " + assign(), "; v=$x", "; c=c$v", "; d=$((v))");
            case 28 ->
                pick(
                        "read c <<< c5",
                        "read -r c d <<< 'c5 a'",
                        "read c",
                        "IFS=x read c d <<< c5xa",
                        "read -r c < f",
                        "read -n 1 c <<< c5",
                        "printf -v c c5",
                        "printf -v c %s c6",
                        "printf -vc c7",
                        "mapfile -t c < f",
                        "readarray c <<< c5",
                        "getopts ab c",
                        "c=(c5 c6)",
                        "c[0]=c5",
                        "c+=(x)",
                        "exec {v}> out1",
                        ": {v}>&1",
                        "{ " + assign() + "; } {v}< f");
            case 29 ->
                pick(
                                "pushd src",
                                "popd",
                                "cd -P src",
                                "cd -- sub",
                                "builtin cd src",
                                "command cd sub",
                                "CDPATH=/work cd sub",
                                "cd ''",
                                "cd",
                                "cd ~",
                                "cd src/../sub",
                                "OLDPWD=/tmp; cd -",
                                "HOME=/work/sub; cd",
                                "cd src sub",
                                "ln -s src l; cd l; cd ..",
                                "(cd src && " + assign() + ")",
                                "cd src | c9",
                                "pushd sub; popd",
                                "dirs src",
                                "chdir src")
                        + pick("", "; " + assign());
            case 30 ->
                pick(
                        "declare -u c; c=Ab",
                        "declare -l d; d=AB",
                        "declare -n c=d; c=c5",
                        "declare -a c; c=c5",
                        "declare -A c",
                        "declare -i v; v=1+1",
                        "typeset -L2 c; c=abc",
                        "typeset -Z 5 v; v=1",
                        "typeset -U c",
                        "typeset -T c d",
                        "declare -r c; c=c5",
                        "integer v; v=1+1",
                        "float v; v=1",
                        "f() { local -i v; v=1+1; c=$v; }; f",
                        "f() { local c; c=c5; g; }; g() { c=c6; d=$c; }; f",
                        "f() { c=c5; unset c; }; f",
                        "f() { local c=c5; unset c; d=$c; }; f",
                        "f() { g() { c=c6; }; }; f; g",
                        "f() { set -- c7; }; f; c=$1",
                        "f() { shift; c=$1; }; f c5 c6",
                        "set -- c5 c6; f() { c=$1; }; f; d=$1",
                        "setopt noglob",
                        "noglob c=c5",
                        "repeat 2 c=c5");
            case 31 -> "for c in $(c1) " + value() + "; do " + pick("", "c9 && continue; ", "c=c5; ") + "d=$c; done";
            default -> assign();
        };
        return change + (random.nextInt(3) == 0 ? failing() : "");
    }

    /** What some shell cannot expand, and gives the line up for. */
    private String failingExpansion() {
        return pick(
                ": $((1/0))",
                ": $((08))",
                ": *.zzz",
                ": [a",
                ": ~nouser",
                ": ${c?}",
                ": ${x:?}",
                ": ${c^^}",
                ": ${!c}",
                ": ${c/a/b}",
                ": ${c:0:1}",
                "UID=7",
                "PPID=7",
                ": $((v % 0))",
                "[[ a == [ ]]",
                "c9 $(( 2 ** -1 ))",
                ": <<< $((1/0))");
    }

    private String assign() {
        return pick("c", "c", "d", "v") + pick("=", "=", "=", "=", "+=") + value();
    }

    /** Redirections of which many fail. */
    private String failing() {
        return pick(
                " <&9",
                " < nofile",
                " > nodir/f",
                " 3>&7",
                " > src",
                " 2>&1",
                " > /dev/null",
                " 2> /dev/null",
                " < f",
                " >> out2",
                " {fd}< nofile",
                " <&-",
                " > out3",
                " &> out4",
                " 8<&9",
                " <<< x");
    }

    private String plain() {
        var line = new StringBuilder(simple());
        for (int i = random.nextInt(3); i > 0; i--) {
            line.append(pick(" && ", " | ", "; ", " || ", "\n", " 2>&1 | ")).append(simple());
        }
        return line.toString();
    }

    private String mutated(String line) {
        var text = new StringBuilder(line);
        for (int i = 1 + random.nextInt(3); i > 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, SOUP.get(random.nextInt(SOUP.size())));
                case 2 -> text.insert(at, text.substring(at, Math.min(text.length(), at + 1 + random.nextInt(6))));
                default -> text.setCharAt(at, " \n;'\"$`\\|&(){}<>#=".charAt(random.nextInt(18)));
            }
        }
        return text.toString();
    }

    private String soup() {
        var text = new StringBuilder();
        for (int i = 2 + random.nextInt(10); i > 0; i--) {
            text.append(SOUP.get(random.nextInt(SOUP.size())));
            text.append(random.nextInt(3) == 0 ? " " : "");
        }
        return text.toString();
    }

    private String list() {
        var line = new StringBuilder(command());
        for (int i = random.nextInt(3); i > 0; i--) {
            line.append(pick(" && ", " || ", " | ", " |& ", "; ", " ;", "\n", " & ", "&& ", "|", " &&\n", " # note\n"))
                    .append(command());
        }
        return line.toString();
    }

    /** A list that a closing word can follow. */
    private String body() {
        return list() + pick(";", "\n", " ;", "; ");
    }

    private String command() {
        if (depth >= MAX_DEPTH || random.nextInt(3) > 0) {
            return prefix() + simple();
        }
        depth++;
        String command = compound();
        depth--;
        return prefix() + command + (random.nextInt(4) == 0 ? redirection() : "");
    }

    private String prefix() {
        return random.nextInt(15) == 0 ? pick("! ", "time ", "time -p ", "! ! ") : "";
    }

    private String compound() {
        return switch (random.nextInt(17)) {
            case 0 -> "(" + list() + ")";
            case 1 -> "{ " + body() + pick(" }", " }", "}", " }{ ", " a}");
            case 2 -> "if " + body() + " then " + body() + " fi";
            case 3 -> "if " + body() + "then " + body() + "elif " + body() + "then " + body() + "else " + body() + "fi";
            case 4 -> "while " + body() + " do " + body() + " break; done";
            case 5 -> "until " + body() + " do " + body() + " break\ndone";
            case 6 -> "for i in " + words() + "; do " + body() + " done";
            case 7 -> "for i; do " + body() + " done";
            case 8 -> "for ((i=0; i<2; i++)); do " + body() + " done";
            case 9 ->
                "case " + word() + " in " + pick("", "(") + pick("a", "*", word()) + ") " + list() + ";; *) " + list()
                        + pick(";;", ";&", ";;&", "") + pick(" esac", "\nesac");
            case 10 -> "[[ " + test() + " ]]";
            case 11 -> "(( " + arithmetic() + " ))";
            case 12 ->
                pick("f() ", "f () ", "function f ", "function f() ") + pick("{ " + body() + " }", "(" + list() + ")")
                        + "; f " + words();
            case 13 -> "cd " + pick("src", "sub", "..", "/work", "nowhere") + pick(" && ", "; ", " || ") + command();
            case 14 -> "eval " + pick("'" + simple().replace("'", "") + "'", words());
            case 15 -> "trap '" + simple().replace("'", "") + "' EXIT";
            default -> "coproc " + pick("", "N ") + "{ " + body() + " }";
        };
    }

    private String simple() {
        var line = new StringBuilder();
        while (random.nextInt(6) == 0) {
            line.append(assignment()).append(' ');
        }
        if (!line.isEmpty() && random.nextInt(3) == 0) {
            return line.toString().strip();
        }
        line.append(name());
        for (int i = random.nextInt(4); i > 0; i--) {
            line.append(pick(" ", "  ", "\t", " \\\n ")).append(word());
        }
        for (int i = random.nextInt(5) == 0 ? 1 + random.nextInt(2) : 0; i > 0; i--) {
            line.append(redirection());
        }
        return line.toString();
    }

    private String name() {
        number++;
        return switch (random.nextInt(12)) {
            case 0 ->
                pick(
                                "git",
                                "echo",
                                "ls",
                                "cat",
                                "rm",
                                "sort",
                                "xargs",
                                "env",
                                "command",
                                "timeout 5",
                                "nice",
                                "true",
                                "false",
                                ":")
                        + " a" + number;
            case 1 ->
                pick(
                                "read",
                                "export",
                                "declare",
                                "local",
                                "printf",
                                "test",
                                "[",
                                "set --",
                                "unset",
                                "exec",
                                "builtin echo",
                                "shift",
                                "readonly",
                                "let",
                                "type",
                                "bash -c")
                        + " v" + number;
            case 2 -> "'c" + number + "'";
            case 3 -> "\\c" + number;
            case 4 -> "c\"" + number + "\"";
            default -> "c" + number;
        };
    }

    private String assignment() {
        return pick("x", "y", "v", "A", "_", "a", "é", "xé")
                + pick("=", "=", "=", "+=")
                + pick("", word(), word(), "(" + words() + ")", "$((" + arithmetic() + "))");
    }

    private String words() {
        var line = new StringBuilder(word());
        for (int i = random.nextInt(3); i > 0; i--) {
            line.append(' ').append(word());
        }
        return line.toString();
    }

    private String word() {
        var word = new StringBuilder();
        for (int i = 1 + (random.nextInt(3) == 0 ? random.nextInt(3) : 0); i > 0; i--) {
            word.append(piece());
        }
        return word.toString();
    }

    private String piece() {
        boolean deep = depth >= MAX_DEPTH;
        return switch (random.nextInt(deep ? 16 : 22)) {
            case 0, 1, 2, 3, 4 ->
                pick("a", "b1", "-n", "--opt=1", "src/a.c", "x.y", "@", "%", "a:b", "-", "--", "é", "1", "2")
                        + random.nextInt(9);
            case 5 -> "'" + pick("s q", "a;b", "$x", "", "#", "\"", "\\", "a\nb") + "'";
            case 6 ->
                "\"" + pick("d q", "$x", "${y}", "a'b", "\\$x", "\\\"", "*", "", "$", "a\\\nb", "$1", "`c99`", "\\\\")
                        + "\"";
            case 7 -> "$'" + pick("a", "\\n", "\\'", "\\x41", "\\\\", "\\101", "a b") + "'";
            case 8 ->
                pick(
                        "$x", "$y", "${x}", "$1", "$@", "\"$@\"", "$#", "$?", "$*", "$$", "\"$*\"", "$HOME", "$PWD",
                        "$v", "$xé", "$#é", "${x}é");
            case 9 ->
                pick(
                        "${x:-" + simplePiece() + "}",
                        "${x:+b}",
                        "${x#a}",
                        "${x%%b*}",
                        "${x/a/b}",
                        "${#x}",
                        "${x:0:1}",
                        "${x^^}",
                        "${!x}",
                        "${x=q}",
                        "${x:?}",
                        "${a[0]}",
                        "${a[@]}",
                        "\"${a[@]}\"",
                        "${x@Q}",
                        "${x//b}");
            case 10 -> pick("*", "*.txt", "src/*.c", "?", "[ab].txt", "a[1", "**", "[a-c]*");
            case 11 -> pick("~", "~/a", "~u", "a~", "x=~/b");
            case 12 -> pick("{a,b}", "{1..3}", "{a}", "{,x}", "a{b,c}d", "{}", "{a,b}{1,2}", "{a..c}", "{a,{b,c}}");
            case 13 -> pick("\\ ", "\\$", "\\;", "\\a", "\\\\", "\\\n");
            case 14 -> "$((" + arithmetic() + "))";
            case 15 -> pick("=", "+", ",", ":", ".", "/", "!", "^", "]", "}", "a}", "{b}}", "}{", "'}'");
            case 16, 17 -> nested(() -> "$(" + list() + ")");
            case 18 -> nested(() -> "\"$(" + list() + ")\"");
            case 19 -> nested(() -> "`" + simple().replace("`", "").replace("\\", "") + "`");
            case 20 -> nested(() -> pick("<(", ">(") + list() + ")");
            default -> nested(() -> "${x:-$(" + list() + ")}");
        };
    }

    private String simplePiece() {
        return pick("a", "b c", "$y", "*");
    }

    private String nested(Supplier<String> inner) {
        depth++;
        String text = inner.get();
        depth--;
        return text;
    }

    private String arithmetic() {
        return pick(
                        "1+1", "x", "v+1", "i=2", "v++", "1<2", "(1+2)*3", "$v", "a[0]", "x=y", "0x1f", "2#101",
                        "v>0?1:2", "$(c98)", "-1", "i")
                + pick("", "", " + 1");
    }

    private String test() {
        return pick(
                "-f a.txt",
                "-n " + word(),
                "$x == a*",
                "$x != " + word(),
                "$v -eq 1",
                "a < b",
                "! -d src",
                "( -e a )",
                "-z $x && -f f",
                "$x =~ ^a",
                "$x =~ (a|b)$",
                "-v x",
                "1 -lt 2 || $x",
                word());
    }

    private String redirection() {
        String target = pick("out" + random.nextInt(5), "/tmp/o", "\"o p\"", "$x", "src/o.c", "/dev/null", "~/o");
        return switch (random.nextInt(12)) {
            case 0, 1 -> " > " + target;
            case 2 -> " >>" + target;
            case 3 -> pick(" 2>", " 2>", " 22>", " 10>") + target;
            case 4 -> pick(" &>", " &>", " 2&>", "&>", "2&>>") + target;
            case 5 -> " < " + pick("a.txt", "/dev/null", "$x");
            case 6 -> " 2>&1";
            case 7 -> " <<< " + word();
            case 8 ->
                " <<E\n" + pick("text\n", "$x\n", "$(c97)\n", "`c96`\n", "\\$x\n", "", "a\\\nb\n", " E\n") + "E\n";
            case 9 -> " <<-'E F'\n\ttext $(c95)\n\tE F\n";
            case 10 -> pick(" >|", " <>", " 3>&-", " >&2", " {fd}>") + pick("", " f");
            default -> " 3<a.txt";
        };
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
