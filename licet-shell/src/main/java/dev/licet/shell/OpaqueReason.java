package dev.licet.shell;

/** Why something cannot be determined before execution. */
public sealed interface OpaqueReason {
    /** A lower-case phrase for people. */
    String text();

    /** It was read, but what it does cannot be determined. */
    record Uncertain(String text) implements OpaqueReason {}

    /** This stretch of the line was not read at all, so that any command may be in it. */
    record Unread(String text) implements OpaqueReason {}

    /**
     * A tool of files is given an address.
     *
     * @param scheme how the address begins, in lower case
     */
    record Address(String scheme, String text) implements OpaqueReason {}

    /** A shell or an interpreter is given its program as input. */
    record ProgramOnInput() implements OpaqueReason {
        @Override
        public String text() {
            return "it runs what it reads from its input";
        }
    }

    /** Functions call each other, as those of a fork bomb do. */
    record TooDeep() implements OpaqueReason {
        @Override
        public String text() {
            return "commands that call each other too deeply";
        }
    }

    /** More than enough of the line has been followed; the rest was not. */
    record TooMuch() implements OpaqueReason {
        @Override
        public String text() {
            return "it does more than can be looked at";
        }
    }

    /** Whether any command may be in what this is said of. */
    default boolean isUnread() {
        return switch (this) {
            case Uncertain uncertain -> false;
            case Address address -> false;
            case ProgramOnInput program -> false;
            case Unread unread -> true;
            case TooDeep deep -> true;
            case TooMuch much -> true;
        };
    }
}
