package dev.licet.core.path;

import java.util.ArrayDeque;
import java.util.stream.Stream;

/** Absolute paths as text with `/` between their parts. */
public final class Paths {
    private Paths() {}

    /** {@code path} without empty, {@code .} and {@code ..} parts and without a slash at the end. */
    public static String normalize(String path) {
        if (isNormal(path)) {
            return path;
        }
        var parts = new ArrayDeque<String>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    /** Whether a slash stands before each part and nowhere else, and no part is `.` or begins with two dots. */
    private static boolean isNormal(String path) {
        boolean absolute = path.length() > 1 && path.charAt(0) == '/' && path.charAt(path.length() - 1) != '/';
        for (int slash = 0; absolute && slash >= 0; slash = path.indexOf('/', slash + 1)) {
            absolute = beginsName(path, slash + 1);
        }
        return absolute;
    }

    private static boolean beginsName(String path, int index) {
        if (path.charAt(index) != '.') {
            return path.charAt(index) != '/';
        }
        return index + 1 < path.length() && path.charAt(index + 1) != '/' && path.charAt(index + 1) != '.';
    }

    /** Whether {@code path} is {@code directory} or below it; both normalised. */
    public static boolean isWithin(String path, String directory) {
        return path.startsWith(directory)
                && (path.length() == directory.length()
                        || path.charAt(directory.length()) == '/'
                        || directory.equals("/"));
    }

    /** {@code path}, absolute and normalised, and the folders that it lies in, from itself up to the root. */
    static Stream<String> upwards(String path) {
        return Stream.iterate(
                path,
                folder -> !folder.isEmpty(),
                folder -> folder.length() == 1 ? "" : folder.substring(0, Math.max(folder.lastIndexOf('/'), 1)));
    }

    /** {@code path} as seen from {@code directory} it lies in; {@code .} for the directory itself. */
    public static String relative(String path, String directory) {
        if (path.equals(directory)) {
            return ".";
        }
        return path.substring(directory.equals("/") ? 1 : directory.length() + 1);
    }
}
