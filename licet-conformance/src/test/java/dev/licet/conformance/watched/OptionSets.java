package dev.licet.conformance.watched;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Command lines with the options that programs themselves name in their help, and with every letter as one. For one thread. */
final class OptionSets {
    private static final Pattern OPTION =
            Pattern.compile("(?<![\\w-])(-{1,2}[A-Za-z0-9][\\w-]*)(\\[=|=|\\s<|\\s[A-Z]{2,})?");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./~-]+");
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123";

    /** An option, and whether the help says that a value follows. */
    private record Option(String name, boolean hasValue) {}

    private final Random random;
    private final Map<String, List<String>> words = new HashMap<>();
    private final Map<String, List<Option>> options = new HashMap<>();

    OptionSets(long seed) throws IOException {
        random = new Random(seed);
        try (InputStream in = Objects.requireNonNull(OptionSets.class.getResourceAsStream("words.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                int colon = line.indexOf(": ");
                if (!line.startsWith("#") && colon > 0) {
                    Matcher each = WORD.matcher(line.substring(colon + 2));
                    while (each.find()) {
                        words.computeIfAbsent(line.substring(0, colon), kind -> new ArrayList<>())
                                .add(each.group(1) == null ? each.group(2) : each.group(1));
                    }
                }
            }
        }
    }

    private String one(String kind) {
        List<String> all = Objects.requireNonNull(words.get(kind), kind);
        return all.get(random.nextInt(all.size()));
    }

    /** The next line. */
    String next() throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        List<Option> known;
        if (random.nextInt(5) < 3) {
            String program = one("program");
            command.add(program);
            known = options(program, List.of(program, "--help"));
        } else {
            String subcommand = one("git");
            command.addAll(List.of("git", subcommand));
            known = options("git " + subcommand, List.of("git", subcommand, "-h"));
            if (random.nextInt(4) == 0) {
                command.add(one("sub"));
            }
        }
        var rest = new ArrayList<List<String>>();
        for (int i = random.nextInt(4); i > 0; i--) {
            rest.add(option(known.get(random.nextInt(known.size()))));
        }
        for (int i = random.nextInt(4); i > 1; i--) {
            rest.add(List.of(one("operand")));
        }
        if (random.nextInt(3) == 0) {
            Collections.shuffle(rest, random);
        }
        rest.forEach(command::addAll);
        return String.join(" ", command.stream().map(OptionSets::quoted).toList());
    }

    private List<String> option(Option option) {
        boolean hasValue = option.hasValue() || random.nextInt(8) == 0;
        boolean joined = random.nextBoolean();
        if (!hasValue) {
            return List.of(option.name());
        }
        String value = one("value");
        return joined
                ? List.of(option.name() + (option.name().startsWith("--") ? "=" : "") + value)
                : List.of(option.name(), value);
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private List<Option> options(String command, List<String> help) throws IOException, InterruptedException {
        List<Option> known = options.get(command);
        if (known == null) {
            var found = new LinkedHashSet<Option>();
            for (String line : output(help).lines().toList()) {
                if (line.matches("\\s+-.*|\\s{0,4}\\[?-.*")) {
                    Matcher each = OPTION.matcher(line.strip().split("\\s{2,}", 2)[0]);
                    while (each.find()) {
                        found.add(new Option(each.group(1), each.group(2) != null));
                    }
                }
            }
            LETTERS.chars().forEach(letter -> found.add(new Option("-" + (char) letter, false)));
            List.of("--output", "--ext-diff", "--textconv", "--no-index")
                    .forEach(name -> found.add(new Option(name, name.equals("--output"))));
            known = List.copyOf(found);
            options.put(command, known);
        }
        return known;
    }

    /** What a program says of itself; nothing if it is not there. */
    private static String output(List<String> command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return text;
        } catch (IOException e) {
            return "";
        }
    }
}
