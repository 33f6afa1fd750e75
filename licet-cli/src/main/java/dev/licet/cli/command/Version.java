package dev.licet.cli.command;

import java.util.Objects;
import picocli.CommandLine;

/** The version in the jar's manifest, and that of Java. */
final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "licet " + Objects.requireNonNullElse(version, "(not packaged)") + ", Java "
                    + Runtime.version().feature()
        };
    }
}
