package dev.licet.cli.command;

import dev.licet.cli.console.ExitCode;
import dev.licet.cli.console.Streams;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.json.JsonValue.JsonArray;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.core.json.JsonValue.JsonString;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Right;
import dev.licet.server.access.Role;
import dev.licet.server.access.Token;
import dev.licet.server.access.TokenFile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code licet token}: tokens for others than the owner. */
@Command(
        name = "token",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Make, list and revoke tokens for the server: who may call, look, answer and edit rules.",
            "Only a hash of each token is kept. A running server notices at the next request."
        })
final class TokenCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private TokenCommand() {}

    static CommandLine with(Streams streams) {
        return new CommandLine(new TokenCommand())
                .addSubcommand(new Create(streams))
                .addSubcommand(new ListAll(streams))
                .addSubcommand(new Revoke(streams))
                .addSubcommand(new HelpCommand());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.OK;
    }

    private static String line(Token token, Instant now) {
        Principal principal = token.principal();
        String good = token.expires()
                .map(end -> token.isGood(now) ? "until " + end : "expired " + end)
                .orElse("without end");
        return "%s  %-20s %-9s %s  %s%s%s"
                .formatted(
                        token.id(),
                        principal.name(),
                        principal.role().text(),
                        principal.rights().stream().sorted().map(Right::text).collect(Collectors.joining(",")),
                        good,
                        principal.workers().stream()
                                .map(worker -> "  worker " + worker.text())
                                .sorted()
                                .collect(Collectors.joining()),
                        principal.sessions().stream()
                                .map(session -> "  session " + session.text())
                                .sorted()
                                .collect(Collectors.joining()));
    }

    private static JsonObject form(Token token) {
        Principal principal = token.principal();
        JsonObject form = JsonObject.empty()
                .with("id", token.id())
                .with("name", principal.name())
                .with("role", principal.role().text())
                .with("rights", texts(principal.rights().stream().sorted().map(Right::text)))
                .with(
                        "workers",
                        texts(principal.workers().stream().map(WorkerId::text).sorted()))
                .with(
                        "sessions",
                        texts(principal.sessions().stream().map(SessionId::text).sorted()))
                .with("created", token.created().toString());
        return token.expires().isEmpty()
                ? form
                : form.with("expires", token.expires().get().toString());
    }

    private static JsonArray texts(Stream<String> texts) {
        return JsonArray.of(texts.map(JsonString::new).toList());
    }

    /** {@code licet token create NAME --role ROLE}. */
    @Command(
            name = "create",
            description = {
                "Make a token and print it, once.",
                "Roles: owner (everything), approver (read, answer; --rules lets it edit rules, too), viewer (read),",
                "worker and agent (call; they can never answer)."
            })
    static final class Create extends JsonCommand {
        private static final Pattern PERIOD = Pattern.compile("([1-9][0-9]{0,4})([mhd])");

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private final CommonOptions common = new CommonOptions();

        @Parameters(index = "0", paramLabel = "NAME", description = "Who it is for, as rules (`approvers`) name them.")
        private String name = "";

        @Option(names = "--role", paramLabel = "ROLE", required = true, description = "What they are; see above.")
        private String role = "";

        @Option(names = "--rules", description = "An approver may also save rules, choose modes and revoke grants.")
        private boolean rules;

        @Option(names = "--worker", paramLabel = "ID", description = "Only for this worker; may be repeated.")
        private List<String> workers = new ArrayList<>();

        @Option(names = "--session", paramLabel = "ID", description = "Only for this session; may be repeated.")
        private List<String> sessions = new ArrayList<>();

        @Option(names = "--expires", paramLabel = "PERIOD", description = "Good for so long: 30m, 12h, 90d.")
        private @Nullable String expires;

        Create(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() {
            Instant now = Instant.now();
            TokenFile.Made made = new TokenFile(common.dataDirectory()).make(principal(), now, end(now));
            if (json) {
                print(form(made.token()).with("token", made.text()));
            } else {
                streams.out().println(made.text());
                streams.err().println("This is shown once. " + line(made.token(), now));
            }
            return ExitCode.OK;
        }

        private Principal principal() {
            Role known = Role.of(role.toLowerCase(Locale.ROOT))
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "there is no role `" + role + "`: use owner, approver, viewer, worker or agent"));
            var rights = new HashSet<>(known.rights());
            if (rules) {
                rights.add(Right.RULES);
            }
            try {
                return new Principal(
                        name,
                        known,
                        rights,
                        workers.stream().map(WorkerId::new).collect(Collectors.toSet()),
                        sessions.stream().map(SessionId::new).collect(Collectors.toSet()));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }

        private Optional<Instant> end(Instant now) {
            if (expires == null) {
                return Optional.empty();
            }
            Matcher period = PERIOD.matcher(expires);
            if (!period.matches()) {
                throw new ParameterException(
                        spec.commandLine(), "a period is a number and m, h or d, as in 90d, not `" + expires + "`");
            }
            long number = Long.parseLong(period.group(1));
            return Optional.of(now.plus(
                    switch (period.group(2)) {
                        case "m" -> Duration.ofMinutes(number);
                        case "h" -> Duration.ofHours(number);
                        default -> Duration.ofDays(number);
                    }));
        }
    }

    /** {@code licet token list}. */
    @Command(name = "list", description = "List the tokens, without their secrets.")
    static final class ListAll extends JsonCommand {
        @Mixin
        private final CommonOptions common = new CommonOptions();

        ListAll(Streams streams) {
            super(streams);
        }

        @Override
        public Integer call() {
            List<Token> tokens = new TokenFile(common.dataDirectory()).all();
            if (json) {
                streams.out()
                        .println(JsonText.write(JsonObject.empty()
                                .with(
                                        "tokens",
                                        JsonArray.of(tokens.stream()
                                                .map(TokenCommand::form)
                                                .toList()))));
                return ExitCode.OK;
            }
            if (tokens.isEmpty()) {
                streams.out().println("There is no token but the owner's, in the file `token` of the data directory.");
            }
            Instant now = Instant.now();
            tokens.forEach(token -> streams.out().println(line(token, now)));
            return ExitCode.OK;
        }
    }

    /** {@code licet token revoke ID}. */
    @Command(name = "revoke", description = "Make a token useless, at once.")
    static final class Revoke implements Callable<Integer> {
        @Mixin
        private final CommonOptions common = new CommonOptions();

        @Parameters(index = "0", paramLabel = "ID", description = "As `licet token list` shows it.")
        private String id = "";

        private final Streams streams;

        Revoke(Streams streams) {
            this.streams = streams;
        }

        @Override
        public Integer call() {
            if (!new TokenFile(common.dataDirectory()).revoke(id)) {
                throw new GateException("there is no token `" + id + "`; `licet token list` lists them");
            }
            streams.out().println("Revoked: " + id);
            return ExitCode.OK;
        }
    }
}
