package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

/** What others depend on: each artifact by itself, and a program that has no more than it needs. */
class ArtifactsTest {
    private static final Pattern MODULE = Pattern.compile("<licet\\.module>(.*?)</licet\\.module>");
    private static final Pattern LISTED = Pattern.compile("<artifactId>(licet-.*?)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");

    /** All that a gate in memory needs besides Licet itself. */
    private static final List<String> LIBRARIES = List.of(
            "automaton-",
            "java-json-canonicalization-",
            "java-diff-utils-",
            "jackson-core-3.",
            "snakeyaml-engine-",
            "slf4j-api-");

    private static final long MOST_BYTES = 6_000_000;

    private static final String PROGRAM = """
            import dev.licet.core.json.JsonValue.JsonObject;
            import dev.licet.gate.agent.ToolGate;
            import java.nio.file.Path;

            public class Program {
                public static void main(String[] arguments) throws Exception {
                    try (ToolGate gate = ToolGate.inMemory("{\\"shell_exec\\": {\\"make *\\": \\"allow\\"}}")) {
                        System.out.println(gate.session("s", Path.of("/srv"))
                                .run("shell_exec", JsonObject.empty().with("command", "make all"), allowed -> "ran"));
                    }
                    try (ToolGate gate = ToolGate.open(Path.of(arguments[0]))) {
                        System.out.println("opened");
                    } catch (RuntimeException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
            """;

    @TempDir
    private Path scratch;

    /** The names on the module path of what is published, by artifact. */
    private static Map<String, String> published() throws IOException {
        var published = new TreeMap<String, String>();
        try (Stream<Path> folders = Files.list(Program.ROOT)) {
            for (Path folder : folders.toList()) {
                String name = String.valueOf(folder.getFileName());
                Path pom = folder.resolve("pom.xml");
                var module = MODULE.matcher(Files.isRegularFile(pom) ? Files.readString(pom) : "");
                if (name.startsWith("licet-") && module.find()) {
                    published.put(name, module.group(1));
                }
            }
        }
        published.remove("licet-cli");
        return published;
    }

    private static Path jar(String artifact) throws IOException {
        try (Stream<Path> built = Files.list(Program.ROOT.resolve(artifact).resolve("target"))) {
            return built.filter(file -> String.valueOf(file.getFileName()).matches(artifact + "[0-9.A-Z-]*\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no jar of " + artifact));
        }
    }

    @Test
    void everyJar_hasTheLicence_andANameOfItsOwn() throws Exception {
        Map<String, String> published = published();
        assertEquals(published.size(), new TreeSet<>(published.values()).size(), published::toString);
        for (var each : published.entrySet()) {
            try (var jar = new JarFile(jar(each.getKey()).toFile())) {
                assertNotNull(jar.getEntry("META-INF/LICENSE"), each.getKey());
                assertEquals(
                        each.getValue(),
                        jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"),
                        each.getKey());
            }
        }
    }

    @Test
    void theBillOfMaterials_hasAllOfThem_inThisVersion() throws Exception {
        String bom = Files.readString(Program.ROOT.resolve("licet-bom/pom.xml"));
        var listed = LISTED.matcher(bom.substring(bom.indexOf("<dependencyManagement>")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(published().keySet(), listed);
        var version = VERSION.matcher(Files.readString(Program.ROOT.resolve("pom.xml")));
        var own = VERSION.matcher(bom);
        assertTrue(version.find() && own.find());
        assertEquals(version.group(1), own.group(1));
    }

    /** What whoever depends on {@code module} gets with it. */
    private static Set<String> handedOn(String module) throws Exception {
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Program.ROOT.resolve(module).resolve("pom.xml").toFile());
        XPath path = XPathFactory.newInstance().newXPath();
        var found = (NodeList) path.evaluate(
                "/project/dependencies/dependency[not(optional='true')][not(scope) or scope='compile' or scope='runtime']"
                        + "/artifactId",
                document,
                XPathConstants.NODESET);
        var names = new TreeSet<String>();
        for (int i = 0; i < found.getLength(); i++) {
            names.add(found.item(i).getTextContent());
        }
        return names;
    }

    @Test
    void aGate_bringsWhatAGateInMemoryNeeds_andNothingElse() throws Exception {
        var all = new TreeSet<String>();
        for (String module : List.of("", "licet-gate", "licet-core", "licet-shell")) {
            all.addAll(handedOn(module));
        }
        assertEquals(
                Set.of(
                        "automaton",
                        "jackson-core",
                        "java-diff-utils",
                        "java-json-canonicalization",
                        "licet-core",
                        "licet-shell",
                        "slf4j-api",
                        "snakeyaml-engine"),
                all);
    }

    @Test
    void aGateInMemory_needsNineSmallJars() throws Exception {
        List<Path> jars = new ArrayList<>(List.of(jar("licet-gate"), jar("licet-core"), jar("licet-shell")));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            String name = String.valueOf(Path.of(entry).getFileName());
            if (LIBRARIES.stream().anyMatch(library -> name.matches(Pattern.quote(library) + "[0-9.-]+\\.jar"))) {
                jars.add(Path.of(entry));
            }
        }
        assertEquals(3 + LIBRARIES.size(), jars.size(), jars::toString);
        long bytes = 0;
        for (Path jar : jars) {
            bytes += Files.size(jar);
        }
        long size = bytes;
        assertTrue(size <= MOST_BYTES, () -> size + " bytes");
        String path = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Path source = Files.writeString(scratch.resolve("Program.java"), PROGRAM);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", path, "-d", scratch.toString(), source.toString());
        assertEquals(0, compiled);
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        path + File.pathSeparator + scratch,
                        "Program",
                        scratch.resolve("data").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, java.waitFor(), said);
        assertEquals("""
                Ran[value=ran, arguments={"command":"make all"}, comment=]
                there is no driver for SQLite on the class path; add `dev.licet:licet-store-sqlite` to the dependencies, or use a gate in memory
                """, said);
    }
}
