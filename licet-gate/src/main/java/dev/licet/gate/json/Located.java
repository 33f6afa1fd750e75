package dev.licet.gate.json;

import java.util.List;

/** A value of a JSONC text (JSON with comments and trailing commas) that knows where it stands. */
public sealed interface Located {

    /** Where it stands. */
    Place place();

    /**
     * A stretch of the text.
     *
     * @param start index of the first UTF-16 unit
     * @param end index after the last
     * @param line of the start, counted from 1
     * @param column of the start, counted from 1
     */
    record Place(int start, int end, int line, int column) {}

    /** An object; a name may stand in it more than once. */
    record Members(List<Member> members, Place place) implements Located {
        public Members {
            members = List.copyOf(members);
        }
    }

    record Text(String value, Place place) implements Located {}

    /** A number, a literal or an array: nothing a permission file has a use for. */
    record Other(String kind, Place place) implements Located {}

    /** One name and its value. */
    record Member(String name, Place namePlace, Located value) {}
}
