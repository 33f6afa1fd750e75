package dev.licet.conformance.watched;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Something that a program did, or was kept from doing by its file system. */
sealed interface Deed {
    /** A file that was made, changed, renamed or removed. */
    record Changed(String path, String how) implements Deed {}

    /** A program that was started. */
    record Started(String program) implements Deed {}

    /** A connection, a signal, a mount. */
    record Reached(String what) implements Deed {}

    Pattern CALL = Pattern.compile("(\\d+)\\s+(\\w+)\\((.*)\\)\\s+= (-?\\d+)(.*)");
    Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    Pattern WRITING = Pattern.compile("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC");
    Set<String> TWO_NAMES = Set.of("rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat");

    /** What {@code log} of strace tells of a line that was started in {@code workspace}. */
    static List<Deed> in(String log, Path workspace) {
        var deeds = new ArrayList<Deed>();
        var directories = new HashMap<String, String>();
        for (String line : log.lines().toList()) {
            Matcher call = CALL.matcher(line);
            // What failed for another reason than that it must not be done there did not happen.
            boolean happened = call.matches()
                    && (!call.group(4).startsWith("-")
                            || call.group(5).matches(" (EROFS|EACCES|EPERM|ENETUNREACH|EINPROGRESS) .*"));
            if (happened) {
                add(call, directories, workspace.toString(), deeds);
            }
        }
        return deeds;
    }

    private static void add(Matcher call, Map<String, String> directories, String start, List<Deed> deeds) {
        String name = call.group(2);
        String arguments = call.group(3);
        String directory = directories.getOrDefault(call.group(1), start);
        var texts = new ArrayList<String>();
        Matcher text = TEXT.matcher(arguments);
        while (text.find()) {
            texts.add(text.group(1));
        }
        switch (name) {
            case "connect" -> {
                if (arguments.contains("AF_INET")) {
                    deeds.add(new Reached(arguments));
                }
            }
            case "kill", "mount", "umount2" -> deeds.add(new Reached(name + " " + arguments));
            case "execve" -> deeds.add(new Started(texts.getFirst()));
            case "chdir" -> directories.put(call.group(1), path(directory, texts.getFirst()));
            case "open", "openat", "openat2" -> {
                if (WRITING.matcher(arguments).find()) {
                    deeds.add(new Changed(path(directory, texts.getFirst()), name));
                }
            }
            default ->
                texts.stream()
                        .limit(TWO_NAMES.contains(name) ? 2 : 1)
                        .forEach(file -> deeds.add(new Changed(path(directory, file), name)));
        }
    }

    private static String path(String directory, String file) {
        return Path.of(directory).resolve(file).normalize().toString();
    }
}
