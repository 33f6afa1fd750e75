package dev.licet.core.policy;

import java.util.ArrayDeque;

/** Absolute paths as text with `/` between their parts. */
final class Paths {
    private Paths() {}

    /** {@code path} without empty, {@code .} and {@code ..} parts and without a slash at the end. */
    static String normalize(String path) {
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

    /** Whether every part has a name, and a slash stands before each and nowhere else. */
    private static boolean isNormal(String path) {
        boolean absolute = path.length() > 1 && path.charAt(0) == '/' && !path.endsWith("/");
        return absolute
                && !path.contains("//")
                && !path.contains("/./")
                && !path.contains("/..")
                && !path.endsWith("/.");
    }

    /** Whether {@code path} is {@code directory} or below it; both normalised. */
    static boolean isWithin(String path, String directory) {
        return path.equals(directory) || path.startsWith(directory.equals("/") ? "/" : directory + "/");
    }

    /** {@code path} as seen from {@code directory} it lies in; {@code .} for the directory itself. */
    static String relative(String path, String directory) {
        if (path.equals(directory)) {
            return ".";
        }
        return path.substring(directory.equals("/") ? 1 : directory.length() + 1);
    }
}
