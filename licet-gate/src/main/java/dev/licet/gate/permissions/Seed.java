package dev.licet.gate.permissions;

/** What a worker's file says before anybody has changed it. */
final class Seed {
    static final String TEXT = """
            // Licet: what agents on this worker may do.
            //
            // "tool": "action"                    one answer for the whole tool
            // "tool": { "pattern": "action" }     one answer per path, command or name
            //
            // Actions: "allow" runs silently, "ask" waits for a person, "deny" refuses and tells the model why.
            // The last matching rule wins, inside a tool and over the whole file. What no rule names is decided by the
            // rules of the preset, then by the mode; `licet check --explain` shows which. "$extends": "nothing" does
            // without the preset's rules.
            // In a pattern, * stands for anything, also across / and blanks; ~/, $HOME/ and ${workspace}/ are directories.
            // A shell line is allowed only if every command, file and variable in it is; patterns see one command at a
            // time, and options that do more than a command's name says have to be spelled ("git log --output=*").
            // "cat:src/" is the command cat on files below src, and nothing else.
            // Answering "always" adds a rule here. Edits count from the next call on; comments stay where they are.
            {
              "$extends": "preset"
            }
            """;

    private Seed() {}
}
