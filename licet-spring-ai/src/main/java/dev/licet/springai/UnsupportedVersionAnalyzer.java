package dev.licet.springai;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when the application has a Spring AI that this was not built for. */
final class UnsupportedVersionAnalyzer extends AbstractFailureAnalyzer<Versions.UnsupportedVersion> {
    @Override
    protected FailureAnalysis analyze(Throwable root, Versions.UnsupportedVersion cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Import spring-ai-bom 2.0.1 or newer, or leave licet-spring-ai out and gate the tools by hand.",
                cause);
    }
}
