package dev.licet.cli.imports;

import dev.licet.core.glob.Glob;
import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.core.rule.Action;
import dev.licet.core.rule.RuleText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What becomes of one entry that somebody wrote for an agent. */
public sealed interface Imported {
    /** The entry as it was written. */
    String written();

    /**
     * It becomes rules.
     *
     * @param reason what its author wrote for those who meet it; empty when nothing
     * @param note where these mean something else; empty where they do not
     */
    record Taken(String written, Action action, List<RuleText> rules, String reason, String note) implements Imported {
        public Taken {
            rules = List.copyOf(rules);
        }

        /** Rules about one tool. */
        static Imported of(String written, Action action, String tool, List<String> patterns) {
            return of(written, action, List.of(tool), patterns);
        }

        /** The same rules about several tools; left where there is no pattern, or none that can be matched. */
        static Imported of(String written, Action action, List<String> tools, List<String> patterns) {
            if (patterns.isEmpty()) {
                return Left.of(written, action, "no rule says the same: write it by hand");
            }
            Optional<String> whyNot = patterns.stream()
                    .flatMap(pattern -> Glob.whyNot(pattern).stream())
                    .findFirst();
            if (whyNot.isPresent()) {
                return Left.of(written, action, whyNot.get());
            }
            return new Taken(
                    written,
                    action,
                    tools.stream()
                            .flatMap(tool -> patterns.stream().map(pattern -> new RuleText(tool, pattern)))
                            .toList(),
                    "",
                    "");
        }

        /** All addresses of {@code host} where it is allowed, else whatever contacts it. */
        static Imported ofHost(String written, Action action, String host) {
            return action == Action.ALLOW
                    ? of(written, action, "web_fetch", Spelled.addresses(host))
                    : of(written, action, "network", Spelled.host(host)).noting("under whatever contacts that host");
        }

        @Override
        public Imported noting(String said) {
            return new Taken(written, action, rules, reason, said);
        }

        @Override
        public Imported because(String said) {
            return new Taken(written, action, rules, said, note);
        }
    }

    /**
     * It becomes none.
     *
     * @param restricts whether it forbids or asks: without it other entries allow more than they did
     */
    record Left(String written, String why, boolean restricts) implements Imported {
        /** One that says {@code action}. */
        static Left of(String written, Action action, String why) {
            return new Left(written, why, action != Action.ALLOW);
        }

        /** One without which nothing is allowed that was not. */
        static Left harmless(String written, String why) {
            return new Left(written, why, false);
        }
    }

    /** What becomes of the texts in the list called {@code name}, which say {@code action}; what is no list or no text is left. */
    static List<Imported> list(JsonObject from, String name, Action action, Function<String, Imported> reader) {
        Optional<JsonValue> list = from.get(name);
        if (list.isPresent() && !(list.get() instanceof JsonArray)) {
            return List.of(Left.of(name + ": " + list.get(), action, "it is no list"));
        }
        return from.elements(name).stream()
                .map(entry -> entry instanceof JsonString text
                        ? reader.apply(text.value().strip())
                        : Left.of(entry.toString(), action, "it is no text"))
                .toList();
    }

    /** The same where it is taken, meaning something else in what {@code said} says. */
    default Imported noting(String said) {
        return this;
    }

    /** The same where it is taken, with what its author said about it. */
    default Imported because(String said) {
        return this;
    }
}
