package dev.licet.core.decide;

import dev.licet.core.call.ToolCall;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.Policy;
import dev.licet.core.rule.Rule;
import dev.licet.core.rule.Tier;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the specification as plainly as they can be written, for calls that do one thing: no index, no automata,
 * no facts. Patterns consist of texts and stars.
 */
final class ReferencePolicy {
    private final Policy policy;
    private final ToolCall call;

    ReferencePolicy(Policy policy, ToolCall call) {
        this.policy = policy;
        this.call = call;
    }

    Action decide() {
        boolean vetoed = policy.vetoes().stream().anyMatch(layer -> last(layer.rules()) == Action.DENY);
        if (vetoed || tier().compareTo(policy.settings().ceiling()) > 0) {
            return Action.DENY;
        }
        Action said = last(policy.layers().stream()
                .sorted((left, right) -> left.owner().compareTo(right.owner()))
                .flatMap(layer -> layer.rules().stream())
                .toList());
        if (said != null) {
            // Nobody holds these calls in bounds.
            return said == Action.CONTAIN ? Action.ASK : said;
        }
        return switch (policy.settings().mode()) {
            case NONE -> Action.ASK;
            case ALWAYS_ASK -> tier() == Tier.READ ? Action.ALLOW : Action.ASK;
            case WRITE, CONTAINED -> tier() == Tier.EXEC ? Action.ASK : Action.ALLOW;
            case YOLO -> Action.ALLOW;
        };
    }

    private Tier tier() {
        return switch (call.tool()) {
            case "read_file" -> Tier.READ;
            case "write_file" -> Tier.WRITE;
            default -> Tier.EXEC;
        };
    }

    private @Nullable Action last(List<Rule> rules) {
        Action said = null;
        for (Rule rule : rules) {
            boolean tool =
                    rule.tool().pattern().equals("*") || rule.tool().pattern().equals(call.tool());
            if (tool && matches(rule)) {
                said = rule.action();
            } else if (tool && rule.action() != Action.ALLOW && matchesSpelledOtherwise(rule)) {
                // An ask that only means the same lifts no deny.
                said = said == Action.DENY ? said : rule.action();
            }
        }
        return said;
    }

    private boolean matches(Rule rule) {
        String pattern = rule.value().pattern();
        boolean allow = rule.action() == Action.ALLOW;
        return switch (call.tool()) {
            case "read_file", "write_file" -> {
                String path = call.arguments().text("path").orElseThrow();
                String absolute = call.directory() + "/" + path;
                Stream<String> forms = allow
                        ? Stream.of(path, absolute)
                        : Stream.of(path, absolute, path + "/", absolute + "/", "./" + path);
                yield forms.anyMatch(form -> form.matches(regex(pattern, ".*", ".*")));
            }
            case "shell_exec" -> {
                String command = call.arguments().text("command").orElseThrow();
                yield allow
                        ? command.matches(regex(pattern, ".*", "[^ ]*"))
                                || (pattern.endsWith(" *") && (command + " ").matches(regex(pattern, ".*", "[^ ]*")))
                        : (command.matches(regex(pattern, ".*", ".*"))
                                || (command + " ").matches(regex(pattern, ".*", ".*")));
            }
            default -> pattern.equals("*") || !allow;
        };
    }

    /** The words behind the command's name in any order. */
    private boolean matchesSpelledOtherwise(Rule rule) {
        if (!call.tool().equals("shell_exec")) {
            return false;
        }
        List<String> words = List.of(rule.value().pattern().split(" ", -1));
        List<String> given =
                List.of(call.arguments().text("command").orElseThrow().split(" ", -1));
        int named = words.size() > 1 && words.get(1).equals("get") ? 2 : 1;
        boolean sameCommand = words.size() > 1
                && given.size() >= named
                && given.subList(0, named).equals(words.subList(0, named));
        List<String> wanted =
                words.stream().skip(named).filter(word -> !word.equals("*")).toList();
        boolean open = words.getLast().endsWith("*");
        List<String> behind = given.subList(Math.min(named, given.size()), given.size());
        if (!open) {
            return sameCommand
                    && behind.size() == wanted.size()
                    && IntStream.range(0, wanted.size())
                            .allMatch(i -> behind.get(i).matches(regex(wanted.get(i), ".*", ".*")));
        }
        return sameCommand
                && wanted.stream()
                        .allMatch(word ->
                                given.stream().skip(named).anyMatch(one -> one.matches(regex(word, ".*", ".*"))));
    }

    /** A star that is a word of its own is {@code word}, any other {@code part}. */
    private static String regex(String pattern, String word, String part) {
        return Stream.of(pattern.split(" ", -1))
                .map(each -> each.equals("*")
                        ? word
                        : Stream.of(each.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(part)))
                .collect(Collectors.joining(" "));
    }
}
