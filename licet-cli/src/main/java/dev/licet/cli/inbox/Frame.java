package dev.licet.cli.inbox;

import dev.licet.terminal.tty.Key;
import java.util.List;
import java.util.Optional;

/**
 * What was drawn.
 *
 * @param lines the whole screen
 * @param subject what the details are about
 * @param listRows how many rows of the list there is room for; 0 when it is hidden
 * @param details how the details are shown
 * @param areas where something can be clicked
 */
record Frame(List<String> lines, String subject, int listRows, Details details, List<Area> areas) {
    /** Nothing was drawn yet. */
    static final Frame NONE = new Frame(List.of(), "", 0, new Details(0, 0, 0, 0, 0), List.of());

    /**
     * How a text is shown that may be longer than its place.
     *
     * @param total how many lines it has
     * @param needed how many of them, from the first on, have to be seen before it can be allowed
     * @param first the first of them that is shown
     * @param shown how many are
     * @param width how wide they are
     */
    record Details(int total, int needed, int first, int shown, int width) {}

    /** Part of a line, from the column {@code left} to before {@code right}. */
    record Area(int row, int left, int right, Target target) {}

    /** What is clicked. */
    sealed interface Target {
        record OnTab(Tab tab) implements Target {}

        record OnRow(int index) implements Target {}

        record OnOption(int option) implements Target {}
    }

    /** What is at {@code click}. */
    Optional<Target> at(Key.Clicked click) {
        return areas.stream()
                .filter(area ->
                        area.row() == click.row() && area.left() <= click.column() && click.column() < area.right())
                .map(Area::target)
                .findFirst();
    }
}
