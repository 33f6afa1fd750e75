package dev.licet.shell.command;

import java.util.Set;

/** Options behind {@code --} of {@code npm run} and its relatives that the usual test runners and linters take for harmless. */
final class PassedOptions {
    private static final Set<String> HARMLESS = Set.of(
            "-t",
            "-u",
            "-v",
            "-q",
            "-s",
            "-w",
            "-b",
            "-x",
            "-g",
            "-i",
            "--ci",
            "--coverage",
            "--watch",
            "--watchAll",
            "--watch-all",
            "--no-watch",
            "--no-coverage",
            "--bail",
            "--verbose",
            "--silent",
            "--quiet",
            "--run",
            "--runInBand",
            "--testNamePattern",
            "--testPathPattern",
            "--grep",
            "--headed",
            "--headless",
            "--debug",
            "--shard",
            "--workers",
            "--retries",
            "--timeout",
            "--update",
            "--updateSnapshot",
            "--passWithNoTests",
            "--color",
            "--no-color",
            "--maxWorkers",
            "--max-workers",
            "--max-warnings",
            "--fix",
            "--check",
            "--dry-run",
            "--version",
            "--help",
            "--list",
            "--only",
            "--filter",
            "--port",
            "--strict",
            "--noEmit",
            "--production",
            "--mode",
            "--dev",
            "--changed",
            "--onlyChanged",
            "--related",
            "--last-failed",
            "--lf",
            "--no-cache",
            "--release",
            "--nocapture",
            "--test-threads",
            "--exact",
            "--ignored",
            "--include-ignored",
            "--skip",
            "--show-output",
            "--no-capture");

    private PassedOptions() {}

    /** Whether {@code word} is such an option, and has no path for its value. */
    static boolean isHarmless(String word) {
        int equals = word.indexOf('=');
        String name = equals > 0 ? word.substring(0, equals) : word;
        return HARMLESS.contains(name) && word.indexOf('/', name.length()) < 0;
    }
}
