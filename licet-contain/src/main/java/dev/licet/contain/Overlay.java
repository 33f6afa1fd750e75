package dev.licet.contain;

import dev.licet.core.command.CommandText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A layer over a folder: what is changed in it lies in {@code upper}, the folder itself stays as it is (Linux, {@code
 * Documentation/filesystems/overlayfs.rst}).
 *
 * @param folder what it lies over, links followed
 * @param place where its parts are
 * @param kept whether what is changed is to be put in place
 */
record Overlay(Path folder, Path place, boolean kept) {
    /** A layer over {@code folder}, with parts made in {@code place}. */
    static Overlay over(Path folder, Path place, boolean kept) throws IOException {
        Files.createDirectory(place);
        // By a link its name cannot be mistaken for options of the mount.
        Files.createSymbolicLink(place.resolve("lower"), folder);
        for (String part : new String[] {"upper", "work", "merged"}) {
            Files.createDirectory(place.resolve(part));
        }
        // The top of what is seen looks as the folder does.
        Files.setPosixFilePermissions(place.resolve("upper"), Files.getPosixFilePermissions(folder));
        return new Overlay(folder, place, kept);
    }

    Path upper() {
        return place.resolve("upper");
    }

    Path merged() {
        return place.resolve("merged");
    }

    /** The line of a shell that mounts it. */
    String mounting() {
        return "cd " + CommandText.inQuotes(place.toString())
                + " && mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr merged";
    }

    /** A file and a folder that nobody may read, in {@code place}. */
    static Path masks(Path place) throws IOException {
        Path masks = Files.createDirectory(place.resolve("masks"));
        Path file = Files.createFile(masks.resolve("file"));
        Path folder = Files.createDirectory(masks.resolve("folder"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
        return masks;
    }
}
