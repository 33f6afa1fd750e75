package dev.licet.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.licet");

    private static final List<String> ON_THE_GATE = List.of(
            "client", "terminal", "agent", "mcp", "script", "langchain4j", "springai", "junit", "server", "cli");

    private static final List<String> ON_THE_CORE = and("gate", and("contain", ON_THE_GATE));

    /** For each module those that may stand on it. */
    private static final Map<String, List<String>> ABOVE = Map.ofEntries(
            Map.entry("shell", and("core", ON_THE_CORE)),
            Map.entry("core", ON_THE_CORE),
            Map.entry("gate", ON_THE_GATE),
            Map.entry("contain", List.of("agent", "server", "cli")),
            Map.entry("hook", List.of("server", "cli")),
            Map.entry("server", List.of("cli")),
            Map.entry("client", List.of("springai", "cli")),
            Map.entry("terminal", List.of("cli")),
            Map.entry("mcp", List.of("agent", "cli")),
            Map.entry("agent", List.of("cli")),
            Map.entry("script", List.of("cli")),
            Map.entry("cli", List.of()),
            Map.entry("langchain4j", List.of()),
            Map.entry("springai", List.of()),
            Map.entry("junit", List.of()));

    private static List<String> and(String one, List<String> others) {
        return Stream.concat(Stream.of(one), others.stream()).toList();
    }

    @Test
    void modules_dependInOneDirection() {
        var layers = Architectures.layeredArchitecture().consideringOnlyDependenciesInAnyPackage("dev.licet..");
        for (String layer : ABOVE.keySet()) {
            layers = layers.layer(layer).definedBy("dev.licet." + layer + "..");
        }
        for (Map.Entry<String, List<String>> each : ABOVE.entrySet()) {
            layers = each.getValue().isEmpty()
                    ? layers.whereLayer(each.getKey()).mayNotBeAccessedByAnyLayer()
                    : layers.whereLayer(each.getKey())
                            .mayOnlyBeAccessedByLayers(each.getValue().toArray(String[]::new));
        }
        layers.check(CLASSES);
    }

    /** Packages of more files have none; one class for each command may stand together. */
    private static final int MOST_FILES = 25;

    private static final String COMMANDS = "dev.licet.cli.command";

    /** Classes that all need each other are one idea; of more than three nobody sees any more what it is. */
    private static final int MOST_NEEDING_EACH_OTHER = 3;

    /** A grammar is recursive: its trees are, and so are those who read them. */
    private static final String GRAMMAR = "dev.licet.shell.syntax";

    @Test
    void packages_haveNoCycles() {
        Map<String, Set<String>> needs = new TreeMap<>();
        for (Map.Entry<JavaClass, Set<JavaClass>> each : needs().entrySet()) {
            each.getValue()
                    .forEach(needed -> needs.computeIfAbsent(each.getKey().getPackageName(), name -> new TreeSet<>())
                            .add(needed.getPackageName()));
        }
        assertEquals(List.of(), Cycles.of(needs));
    }

    @Test
    void classesOfAPackage_doNotAllNeedEachOther() {
        Map<String, Set<String>> needs = new TreeMap<>();
        for (Map.Entry<JavaClass, Set<JavaClass>> each : needs().entrySet()) {
            if (!each.getKey().getPackageName().equals(GRAMMAR)) {
                needs.put(
                        each.getKey().getName(),
                        each.getValue().stream()
                                .filter(needed -> needed.getPackageName()
                                        .equals(each.getKey().getPackageName()))
                                .map(JavaClass::getName)
                                .collect(Collectors.toCollection(TreeSet::new)));
            }
        }
        assertEquals(
                List.of(),
                Cycles.of(needs).stream()
                        .filter(group -> group.size() > MOST_NEEDING_EACH_OTHER)
                        .toList());
    }

    /** Which classes of the product each of its classes needs; nested ones count as those around them. */
    private static Map<JavaClass, Set<JavaClass>> needs() {
        Map<JavaClass, Set<JavaClass>> needs = new HashMap<>();
        for (JavaClass each : CLASSES) {
            JavaClass whole = outermost(each);
            Set<JavaClass> needed = needs.computeIfAbsent(whole, name -> new HashSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> outermost(dependency.getTargetClass().getBaseComponentType()))
                    .filter(target -> target.getPackageName().startsWith("dev.licet") && !target.equals(whole))
                    .forEach(needed::add);
        }
        return needs;
    }

    private static JavaClass outermost(JavaClass each) {
        return each.getEnclosingClass().map(ArchitectureTest::outermost).orElse(each);
    }

    @Test
    void packages_haveRooms() {
        Map<String, Long> files = CLASSES.stream()
                .filter(each -> each.getEnclosingClass().isEmpty())
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        files.remove(COMMANDS);
        files.values().removeIf(count -> count <= MOST_FILES);
        assertEquals(Map.of(), files);
    }

    @Test
    void noTwoTypes_haveOneName() {
        Map<String, List<String>> byName = CLASSES.stream()
                .filter(each -> each.getEnclosingClass().isEmpty()
                        && !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        byName.values().removeIf(names -> names.size() == 1);
        assertEquals(Map.of(), byName);
    }

    @Test
    void everyLibrary_isKnownToOnePackage() {
        Map<String, List<String>> homes = Map.ofEntries(
                Map.entry("com.nimbusds..", List.of("dev.licet.server.oidc")),
                Map.entry("io.github.bucket4j..", List.of("dev.licet.server.access")),
                Map.entry("org.bouncycastle..", List.of("dev.licet.core.ticket")),
                Map.entry("io.micrometer..", List.of("dev.licet.server.metrics", "dev.licet.springai")),
                Map.entry("tools.jackson..", List.of("dev.licet.gate.json", "dev.licet.cli.imports")),
                Map.entry("java.sql..", List.of("dev.licet.gate.store")),
                Map.entry("com.zaxxer..", List.of("dev.licet.gate.store")),
                Map.entry("org.postgresql..", List.of("dev.licet.gate.store")),
                Map.entry("org.eclipse.jetty..", List.of("dev.licet.server.http")),
                Map.entry("dk.brics..", List.of("dev.licet.core.glob")),
                Map.entry("org.erdtman..", List.of("dev.licet.core.json")),
                Map.entry("picocli..", List.of("dev.licet.cli.command")),
                Map.entry("dev.langchain4j..", List.of("dev.licet.agent", "dev.licet.langchain4j")),
                Map.entry("com.google.re2j..", List.of("dev.licet.agent.tool")),
                Map.entry("com.pengrad..", List.of("dev.licet.server.telegram")),
                Map.entry("okhttp3..", List.of("dev.licet.server.telegram")),
                Map.entry("jakarta.mail..", List.of("dev.licet.server.email")),
                Map.entry("org.eclipse.angus..", List.of("dev.licet.server.email")),
                Map.entry("com.zerodeplibs..", List.of("dev.licet.server.push")),
                Map.entry("org.jline..", List.of("dev.licet.terminal.tty")));
        homes.forEach((library, home) -> noClasses()
                .that()
                .resideOutsideOfPackages(home.toArray(String[]::new))
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
