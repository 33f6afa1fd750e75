package dev.licet.conformance.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Homes beside the packages: Codex does not patch where its home is in the folder for temporary files. */
final class HomesInCache implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return Files.createTempDirectory(Files.createDirectories(AgentPackages.CACHE), "home");
    }
}
