package dev.licet.gate.json;

/** Text that is not the JSON it should be. The message is a lower-case phrase with line and column. */
public final class InvalidJson extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String problem;

    /** A problem at a place; line and column are counted from 1. */
    public static InvalidJson at(String problem, int line, int column) {
        return new InvalidJson(problem, line, column);
    }

    InvalidJson(String problem, int line, int column) {
        super(line == 0 ? problem : problem + " (line " + line + ", column " + column + ")");
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /** What is wrong, without the place. */
    public String problem() {
        return problem;
    }

    /** Counted from 1; 0 when there is no place. */
    public int line() {
        return line;
    }

    /** Counted from 1; 0 when there is no place. */
    public int column() {
        return column;
    }
}
