package dev.licet.shell;

/** Why a word makes a command do more than its name says. */
public sealed interface EscalationReason {
    /** A lower-case phrase for people. */
    String text();

    /** A second goal of a build is more than the first: who allows {@code make test *} does not mean deploy. */
    record FurtherTarget() implements EscalationReason {
        @Override
        public String text() {
            return "asks for another target";
        }
    }

    /** An option of a program of which nothing is known. */
    record UnknownOption() implements EscalationReason {
        @Override
        public String text() {
            return "an option of a command without a specification";
        }
    }

    /** The file of a program is more than the interpreter that runs it. */
    record ProgramFile() implements EscalationReason {
        @Override
        public String text() {
            return "runs a program in a file";
        }
    }

    /**
     * Files are written, each of which is a fact of its own.
     *
     * @param named whether it is the one file that an option names, and not what else the command works on
     */
    record Written(boolean named) implements EscalationReason {
        @Override
        public String text() {
            return "writes a file";
        }
    }

    /**
     * It works in another directory than the one it is started in.
     *
     * @param path absolute
     */
    record OtherFolder(String path) implements EscalationReason {
        @Override
        public String text() {
            return "works in another directory";
        }
    }

    /** Its value names what is worked on, such as a repository, and no file: that one is granted and no other. */
    record Named() implements EscalationReason {
        @Override
        public String text() {
            return "works on what it names";
        }
    }

    /** Its value is sent on: who grants the option grants any value, as far as it is no secret. */
    record Sent() implements EscalationReason {
        @Override
        public String text() {
            return "sends its value";
        }
    }

    /** A value of the environment, which may be a secret, is handed to what may send it on. */
    record Environment() implements EscalationReason {
        @Override
        public String text() {
            return "may show or send what the environment holds";
        }
    }

    /** A name that a listing of the folder tells becomes an option, if it begins like one, or what stands behind a blank in it. */
    record ListedName() implements EscalationReason {
        @Override
        public String text() {
            return "a name that is listed may become an option";
        }
    }

    /** The program itself does more, and runs no other code for it. */
    record Own(String text) implements EscalationReason {}

    /** It does more in a way that only a rule that spells it grants. */
    record Spelled(String text) implements EscalationReason {}
}
