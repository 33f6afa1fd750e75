package dev.licet.shell.analysis;

import dev.licet.shell.Fact;
import dev.licet.shell.Shape;
import dev.licet.shell.Span;
import java.util.Set;

/** Shell variables whose assignment does more than remember a value (bash manual, section "Shell Variables"). */
final class Variables {
    /** They have the integer attribute, so that bash evaluates what is assigned: {@code RANDOM='a[$(id)]'} runs id. */
    private static final Set<String> EVALUATED =
            Set.of("BASHPID", "EPOCHREALTIME", "EPOCHSECONDS", "HISTCMD", "OPTIND", "RANDOM", "SECONDS", "SRANDOM");

    /** Assigning them writes or cuts the file of the history. */
    private static final Set<String> HISTORY = Set.of("HISTFILE", "HISTFILESIZE", "HISTSIZE");

    /** Shells keep these themselves: what is assigned to them is evaluated, refused, or soon something else. */
    private static final Set<String> KEPT = Set.of(
            "_",
            "BASH",
            "BASHOPTS",
            "BASHPID",
            "BASH_ARGC",
            "BASH_ARGV",
            "BASH_ARGV0",
            "BASH_COMMAND",
            "BASH_LINENO",
            "BASH_REMATCH",
            "BASH_SOURCE",
            "BASH_SUBSHELL",
            "BASH_VERSINFO",
            "BASH_VERSION",
            "COLUMNS",
            "COMP_WORDBREAKS",
            "COPROC",
            "DIRSTACK",
            "EPOCHREALTIME",
            "EPOCHSECONDS",
            "EUID",
            "FUNCNAME",
            "GROUPS",
            "HISTCMD",
            "HOSTNAME",
            "HOSTTYPE",
            "LINENO",
            "LINES",
            "MACHTYPE",
            "MAPFILE",
            "OLDPWD",
            "OPTARG",
            "OPTERR",
            "OPTIND",
            "OSTYPE",
            "PIPESTATUS",
            "PPID",
            "PWD",
            "RANDOM",
            "READLINE_LINE",
            "READLINE_POINT",
            "REPLY",
            "SECONDS",
            "SHELLOPTS",
            "SHLVL",
            "SRANDOM",
            "UID",
            "?",
            "#",
            "@",
            "*",
            "!",
            "$",
            "-",
            "0",
            // zsh
            "ARGC",
            "EGID",
            "ERRNO",
            "GID",
            "MATCH",
            "MBEGIN",
            "MEND",
            "TTY",
            "TTYIDLE",
            "USERNAME",
            "argv",
            "match",
            "mbegin",
            "mend",
            "pipestatus",
            "signals",
            "status",
            "funcstack");

    /**
     * In zsh these are tied to what is searched, run or shown, or have the integer attribute, so that what is assigned is
     * evaluated (zshparam(1), zshmodules(1)).
     */
    private static final Set<String> OF_ZSH = Set.of(
            "path",
            "cdpath",
            "fpath",
            "manpath",
            "mailpath",
            "module_path",
            "fignore",
            "psvar",
            "watch",
            "argv",
            "options",
            "aliases",
            "galiases",
            "saliases",
            "dis_aliases",
            "dis_galiases",
            "dis_saliases",
            "functions",
            "dis_functions",
            "commands",
            "builtins",
            "parameters",
            "modules",
            "dirstack",
            "nameddirs",
            "userdirs",
            "usergroups",
            "jobdirs",
            "jobstates",
            "jobtexts",
            "history",
            "historywords",
            "keymaps",
            "widgets",
            "reswords",
            "patchars",
            "errnos",
            "sysparams",
            "mapfile",
            "chpwd_functions",
            "periodic_functions",
            "precmd_functions",
            "preexec_functions",
            "zshaddhistory_functions",
            "zshexit_functions",
            "zsh_directory_name_functions",
            "prompt",
            "PROMPT",
            "PROMPT2",
            "PROMPT3",
            "PROMPT4",
            "RPROMPT",
            "RPS1",
            "RPROMPT2",
            "RPS2",
            "SPROMPT",
            "PS1",
            "PS2",
            "PS3",
            "POSTEDIT",
            "NULLCMD",
            "READNULLCMD",
            "FCEDIT",
            "MODULE_PATH",
            "MANPATH",
            "MAILPATH",
            "FIGNORE",
            "PSVAR",
            "WATCH",
            "WATCHFMT",
            "TMPPREFIX",
            "TMPSUFFIX",
            "ZDOTDIR",
            "ZSH_ARGZERO",
            "ZLS_COLORS",
            "TIMEFMT",
            "STTY",
            "ZBEEP",
            "KEYBOARD_HACK",
            "histchars",
            "HISTCHARS",
            "WORDCHARS",
            "ZLE_LINE_ABORTED",
            "ZLE_REMOVE_SUFFIX_CHARS",
            "COLUMNS",
            "LINES",
            "SECONDS",
            "RANDOM",
            "HISTSIZE",
            "SAVEHIST",
            "HISTFILE",
            "LISTMAX",
            "LOGCHECK",
            "MAILCHECK",
            "KEYTIMEOUT",
            "FUNCNEST",
            "ERRNO",
            "UID",
            "EUID",
            "GID",
            "EGID",
            "USERNAME",
            "TTYIDLE",
            "DIRSTACKSIZE",
            "BAUD",
            "LINENO",
            "OPTIND",
            "SHLVL",
            "TRY_BLOCK_ERROR",
            "TRY_BLOCK_INTERRUPT",
            "TMOUT",
            "PERIOD",
            "REPORTTIME",
            "REPORTMEMORY",
            "ZSH_EVAL_CONTEXT",
            "status",
            "pipestatus",
            "ARGC",
            "IFS");

    /** Functions of these names are called by zsh itself. */
    private static final Set<String> CALLED_BY_ZSH = Set.of(
            "chpwd",
            "periodic",
            "precmd",
            "preexec",
            "zshaddhistory",
            "zshexit",
            "command_not_found_handler",
            "zsh_directory_name");

    private Variables() {}

    /** Whether what is assigned to {@code name} need not be what it holds. */
    static boolean isKept(String name) {
        return KEPT.contains(name) || name.startsWith("BASH_") || name.startsWith("ZSH_") || name.startsWith("zsh_");
    }

    /** Whether an assignment to {@code name} does more in zsh than to remember a value. */
    static boolean isOfZsh(String name) {
        return OF_ZSH.contains(name) || name.startsWith("ZLE_") || name.startsWith("ZFTP_");
    }

    /** Whether zsh calls a function of that name by itself. */
    static boolean isCalledByZsh(String function) {
        return CALLED_BY_ZSH.contains(function) || function.startsWith("TRAP");
    }

    /** What an assignment of an unknown value to a variable of the shell is. */
    static Fact assigned(String name, Span span) {
        return assigned(new Fact.Sets(name, Shape.ANYTHING, Fact.Reach.SHELL, span));
    }

    /** What {@code sets} is when bash treats that variable in its own way. */
    static Fact assigned(Fact.Sets sets) {
        String name = sets.variable();
        boolean ofShell = sets.reach() == Fact.Reach.SHELL || sets.reach() == Fact.Reach.EXPORTED;
        if (ofShell && EVALUATED.contains(name)) {
            return new Fact.Opaque(
                    "bash evaluates what is assigned to " + name + ", which can run commands", sets.span());
        }
        if (ofShell && HISTORY.contains(name)) {
            return new Fact.Opaque("assigning " + name + " may write a file", sets.span());
        }
        return sets;
    }
}
