package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What programs that embed the gate may use, as text in {@code api}, so that no change of it goes unnoticed. Where one is
 * meant, {@code -Dlicet.api.accept=true} writes the files anew, and {@code CHANGELOG.md} says so.
 */
class PublicApiTest {
    private static final Path FOLDER = Path.of("..", "api");

    private static final Map<String, List<String>> MODULES = Map.of(
            "licet-core",
                    List.of(
                            "dev.licet.core.approval",
                            "dev.licet.core.audit",
                            "dev.licet.core.call",
                            "dev.licet.core.contain",
                            "dev.licet.core.json"),
            "licet-gate", List.of("dev.licet.gate.agent", "dev.licet.gate.json"),
            "licet-contain", List.of("dev.licet.contain"),
            "licet-client", List.of("dev.licet.client"),
            "licet-langchain4j", List.of("dev.licet.langchain4j"),
            "licet-spring-ai", List.of("dev.licet.springai"),
            "licet-mcp", List.of("dev.licet.mcp"),
            "licet-junit", List.of("dev.licet.junit"));

    static Stream<String> modules() {
        return MODULES.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void publicApi_isWhatItWas(String module) throws Exception {
        Path file = FOLDER.resolve(module + ".txt");
        String now = text(MODULES.getOrDefault(module, List.of()));
        if (Boolean.getBoolean("licet.api.accept")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, now);
        }
        assertEquals(Files.readString(file), now, "run this test with -Dlicet.api.accept=true if that is meant");
    }

    private static String text(List<String> packages) throws ClassNotFoundException {
        var types = new TreeMap<String, List<String>>();
        for (JavaClass each : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(packages)) {
            if (!isOpen(each)) {
                // Not even loaded: what it extends may be left out.
                continue;
            }
            Class<?> type = Class.forName(each.getName(), false, PublicApiTest.class.getClassLoader());
            if (packages.contains(type.getPackageName()) && isOpen(type)) {
                types.put(type.getName(), lines(type));
            }
        }
        var text = new StringBuilder();
        types.values().forEach(lines -> lines.forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }

    private static boolean isOpen(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static boolean isOpen(Class<?> type) {
        boolean open = (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        return open && (type.getEnclosingClass() == null || isOpen(type.getEnclosingClass()));
    }

    private static List<String> lines(Class<?> type) {
        var members = new ArrayList<String>();
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            add(each, each, each.toGenericString(), members);
        }
        for (Method each : type.getDeclaredMethods()) {
            if (!each.isBridge()) {
                add(each, each, each.toGenericString(), members);
            }
        }
        for (Field each : type.getDeclaredFields()) {
            add(each, each, each.toGenericString(), members);
        }
        members.sort(null);
        var lines = new ArrayList<String>();
        String parents = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .filter(name -> !name.startsWith("java.lang.Object") && !name.startsWith("java.lang.Record"))
                .sorted()
                .reduce("", (all, next) -> all.isEmpty() ? " : " + next : all + ", " + next);
        lines.add(type.toGenericString() + parents + deprecated(type));
        members.forEach(member -> lines.add("    " + member));
        return lines;
    }

    private static void add(Member member, AnnotatedElement element, String text, List<String> members) {
        boolean open = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        if (open && !member.isSynthetic()) {
            members.add(text + deprecated(element));
        }
    }

    private static String deprecated(AnnotatedElement element) {
        return element.isAnnotationPresent(Deprecated.class) ? " (deprecated)" : "";
    }
}
