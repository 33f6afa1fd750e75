package dev.licet.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.licet");

    @Test
    void modules_dependInOneDirection() {
        Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("dev.licet..")
                .layer("shell")
                .definedBy("dev.licet.shell..")
                .layer("core")
                .definedBy("dev.licet.core..")
                .layer("gate")
                .definedBy("dev.licet.gate..")
                .layer("server")
                .definedBy("dev.licet.server..")
                .layer("hook")
                .definedBy("dev.licet.hook..")
                .layer("cli")
                .definedBy("dev.licet.cli..")
                .layer("client")
                .definedBy("dev.licet.client..")
                .layer("terminal")
                .definedBy("dev.licet.terminal..")
                .layer("agent")
                .definedBy("dev.licet.agent..")
                .layer("script")
                .definedBy("dev.licet.script..")
                .layer("mcp")
                .definedBy("dev.licet.mcp..")
                .whereLayer("agent")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("script")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("mcp")
                .mayOnlyBeAccessedByLayers("agent", "cli")
                .whereLayer("terminal")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("client")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("hook")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("gate")
                .mayOnlyBeAccessedByLayers("client", "terminal", "agent", "mcp", "script", "server", "cli")
                .whereLayer("core")
                .mayOnlyBeAccessedByLayers("gate", "client", "terminal", "agent", "mcp", "script", "server", "cli")
                .check(CLASSES);
    }

    @Test
    void packages_haveNoCycles() {
        slices().matching("dev.licet.core.(*)").should().beFreeOfCycles().check(CLASSES);
        slices().matching("dev.licet.server.(*)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void everyLibrary_isKnownToOnePackage() {
        Map<String, String> homes = Map.ofEntries(
                Map.entry("com.nimbusds..", "dev.licet.server.oidc"),
                Map.entry("io.github.bucket4j..", "dev.licet.server.access"),
                Map.entry("org.bouncycastle..", "dev.licet.core.ticket"),
                Map.entry("io.micrometer..", "dev.licet.server.metrics"),
                Map.entry("tools.jackson..", "dev.licet.gate.json"),
                Map.entry("java.sql..", "dev.licet.gate.store"),
                Map.entry("com.zaxxer..", "dev.licet.gate.store"),
                Map.entry("org.postgresql..", "dev.licet.gate.store"),
                Map.entry("org.eclipse.jetty..", "dev.licet.server.http"),
                Map.entry("dk.brics..", "dev.licet.core.policy"),
                Map.entry("org.erdtman..", "dev.licet.core.json"),
                Map.entry("picocli..", "dev.licet.cli.command"),
                Map.entry("dev.langchain4j..", "dev.licet.agent"),
                Map.entry("com.google.re2j..", "dev.licet.agent.tool"),
                Map.entry("com.pengrad..", "dev.licet.server.telegram"),
                Map.entry("okhttp3..", "dev.licet.server.telegram"),
                Map.entry("com.zerodeplibs..", "dev.licet.server.push"),
                Map.entry("org.jline..", "dev.licet.terminal.tty"));
        homes.forEach((library, home) -> noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES));
    }

    @Test
    void judging_isPure() {
        for (String impure : List.of(
                "java.io.File",
                "java.nio.file.Files",
                "java.lang.Thread",
                "java.util.Random",
                "java.time.Clock",
                "java.time.InstantSource",
                "java.lang.ProcessBuilder",
                "java.net.Socket")) {
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.licet.shell..", "dev.licet.core..")
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName(impure)
                    .check(CLASSES);
        }
        noClasses()
                .that()
                .resideInAnyPackage("dev.licet.shell..", "dev.licet.core..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void hook_loadsNoLibrary() {
        noClasses()
                .that()
                .resideInAPackage("dev.licet.hook")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "picocli..", "tools.jackson..", "org.slf4j..", "org.jline..", "dev.licet.cli.command")
                .check(CLASSES);
    }
}
