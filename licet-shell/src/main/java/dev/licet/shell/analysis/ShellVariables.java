package dev.licet.shell.analysis;

import dev.licet.shell.Shape;
import dev.licet.shell.Shape.Piece;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What is known of a variable by its name alone: what the shell keeps in it, and whether it may hold a secret. */
final class ShellVariables {
    /** Variables that bash itself keeps, as long as the line does not assign them. */
    private static final Map<String, Shape> KEPT = Map.ofEntries(
            Map.entry("HOME", Shape.of("~")),
            Map.entry("RANDOM", Shape.of(new Piece.Digits())),
            Map.entry("SECONDS", Shape.of(new Piece.Digits())),
            Map.entry("LINENO", Shape.of(new Piece.Digits())),
            Map.entry("UID", Shape.of(new Piece.Digits())),
            Map.entry("EUID", Shape.of(new Piece.Digits())),
            Map.entry("PPID", Shape.of(new Piece.Digits())),
            Map.entry("BASHPID", Shape.of(new Piece.Digits())),
            Map.entry("EPOCHSECONDS", Shape.of(new Piece.Digits())),
            Map.entry("?", Shape.of(new Piece.Digits())),
            Map.entry("#", Shape.of(new Piece.Digits())),
            Map.entry("!", Shape.of(new Piece.Count())),
            Map.entry("$", Shape.of(new Piece.Digits())));

    /** How variables are called that hold a secret more often than not. */
    private static final Pattern SECRET = Pattern.compile(
            ".*(TOKEN|SECRET|PASSW|PASSPHRASE|PWD_|_PWD|PASS$|CREDENTIAL|APIKEY|API_KEY|ACCESS_KEY|PRIVATE|_KEY$|^KEY$|AUTH|COOKIE|DSN|CONNECTION_?STRING|DATABASE_URL|REDIS_URL|MONGO(DB)?_UR[IL]|WEBHOOK).*",
            Pattern.CASE_INSENSITIVE);

    /** Variables of the environment that are no secret. */
    private static final Set<String> PUBLIC = Set.of(
            "PATH",
            "PWD",
            "OLDPWD",
            "USER",
            "LOGNAME",
            "SHELL",
            "SHLVL",
            "TERM",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "TZ",
            "TMPDIR",
            "TMP",
            "TEMP",
            "HOSTNAME",
            "HOSTTYPE",
            "OSTYPE",
            "MACHTYPE",
            "EDITOR",
            "VISUAL",
            "PAGER",
            "COLUMNS",
            "LINES",
            "CI",
            "IFS",
            "BASH",
            "BASH_VERSION",
            "BASH_SOURCE",
            "BASH_REMATCH",
            "BASH_SUBSHELL",
            "BASH_LINENO",
            "ZSH_VERSION",
            "ZSH_NAME",
            "PIPESTATUS",
            "FUNCNAME",
            "REPLY",
            "OPTARG",
            "OPTIND",
            "HISTFILE",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
            "XDG_RUNTIME_DIR",
            "GOPATH",
            "GOROOT",
            "GOBIN",
            "GOCACHE",
            "GOMODCACHE",
            "GOOS",
            "GOARCH",
            "JAVA_HOME",
            "MAVEN_HOME",
            "GRADLE_HOME",
            "CARGO_HOME",
            "RUSTUP_HOME",
            "NODE_ENV",
            "NVM_DIR",
            "PNPM_HOME",
            "BUN_INSTALL",
            "VIRTUAL_ENV",
            "CONDA_PREFIX",
            "CONDA_DEFAULT_ENV",
            "PYENV_ROOT",
            "RBENV_ROOT",
            "CLAUDE_PROJECT_DIR",
            "EPOCHREALTIME",
            "SRANDOM",
            "pipestatus",
            "status");

    /** What is neither positional nor a parameter of the shell's own. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    private ShellVariables() {}

    /** Whether something is known of the variable {@code name} as long as nobody assigns it. */
    static boolean isKnownUnassigned(String name) {
        return KEPT.containsKey(name)
                || name.equals("PWD")
                || !NAME.matcher(name).matches();
    }

    /** What bash keeps in the variable {@code name}, as long as nobody assigns it. */
    static Shape unassigned(String name) {
        return KEPT.getOrDefault(name, Shape.ANYTHING);
    }

    /** Whether the variable {@code name} is called like a secret. */
    static boolean isNamedSecret(String name) {
        return SECRET.matcher(name).matches();
    }

    /** Whether the variable {@code name}, as long as nobody assigns it, holds what the environment put there. */
    static boolean mayBeSecret(String name) {
        return NAME.matcher(name).matches() && !KEPT.containsKey(name) && !PUBLIC.contains(name);
    }
}
