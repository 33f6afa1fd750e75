package dev.licet.core.policy;

import dev.licet.shell.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The forms of one path that rules are compared with: as written and as the disk resolves it, absolute and as seen from
 * the workspace.
 *
 * @param written the path as the call spells it
 * @param literal absolute and normalised, links not followed
 * @param canonical absolute, links followed
 * @param every what a deny or ask is compared with
 */
record PathForms(String written, String literal, String canonical, Set<String> every, Surroundings surroundings)
        implements NamedPath {

    static PathForms of(Place.At place, Surroundings surroundings) {
        String expanded = surroundings.expandHome(place.text());
        String directory = surroundings.expandHome(place.directory());
        String absolute = expanded.startsWith("/") ? expanded : directory + "/" + expanded;
        String literal = Paths.normalize(absolute);
        String canonical = Paths.normalize(surroundings.files().canonical(absolute));
        return new PathForms(
                place.text(), literal, canonical, every(place.text(), literal, canonical, surroundings), surroundings);
    }

    @Override
    public boolean isExact() {
        return true;
    }

    @Override
    public boolean isInsideWorkspace() {
        return surroundings.isInside(literal)
                && Paths.isWithin(
                        canonical, Paths.normalize(surroundings.files().canonical(surroundings.workspace())));
    }

    /** Whether this is {@code directory} or below it, by either form. */
    boolean isWithin(String directory) {
        return Paths.isWithin(literal, directory)
                || Paths.isWithin(
                        canonical, Paths.normalize(surroundings.files().canonical(directory)));
    }

    /** Whether this is {@code directory} or above it, by either form. */
    boolean contains(String directory) {
        return Paths.isWithin(directory, literal)
                || Paths.isWithin(Paths.normalize(surroundings.files().canonical(directory)), canonical);
    }

    /** An allow needs the literal and the canonical form to match. */
    @Override
    public boolean isCoveredBy(Glob pattern) {
        return views(literal, surroundings).stream().anyMatch(pattern::matches)
                && views(canonical, surroundings).stream().anyMatch(pattern::matches);
    }

    /** A deny or ask fires if any form matches, the folder as such included. */
    @Override
    public boolean mayMatch(Glob pattern) {
        if (every.stream().anyMatch(pattern::matches)) {
            return true;
        }
        return surroundings.files().ignoresCase()
                && every.stream().map(form -> form.toLowerCase(Locale.ROOT)).anyMatch(pattern.ignoringCase()::matches);
    }

    private static Set<String> every(String written, String literal, String canonical, Surroundings surroundings) {
        var forms = new LinkedHashSet<String>();
        forms.add(written);
        for (String path : List.of(literal, canonical)) {
            for (String view : views(path, surroundings)) {
                forms.add(view);
                forms.add(view + "/");
                forms.add("./" + view);
            }
        }
        return Set.copyOf(forms);
    }

    /** Absolute, and as seen from the workspace by the name that is used or by the one that links lead to. */
    private static List<String> views(String path, Surroundings surroundings) {
        var views = new ArrayList<String>();
        views.add(path);
        String canonical = Paths.normalize(surroundings.files().canonical(surroundings.workspace()));
        for (String workspace : List.of(surroundings.workspace(), canonical)) {
            if (Paths.isWithin(path, workspace)) {
                views.add(Paths.relative(path, workspace));
            }
        }
        return views;
    }
}
