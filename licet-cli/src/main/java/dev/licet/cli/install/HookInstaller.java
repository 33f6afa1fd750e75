package dev.licet.cli.install;

import dev.licet.cli.run.BashWords;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.hook.Places;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Role;
import dev.licet.server.access.TokenFile;
import dev.licet.server.hook.Host;
import dev.licet.server.hook.HostVersion;
import dev.licet.server.hook.OwnHooks;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * How hooks find the gate: what they start or call.
 *
 * @param worker whose rules apply; empty for the standard worker
 * @param http whether the host is to call the server itself; empty for where its version blocks when that fails
 * @param trusts whether a host that runs only hooks that its person trusts is told so
 */
public record HookInstaller(Path dataDirectory, Optional<String> worker, Optional<Boolean> http, boolean trusts) {

    /**
     * How the configuration of a host would look with the hooks.
     *
     * @param dry whether nothing may be made for that, such as a token
     * @throws GateException when the host has no such hooks
     */
    public Setup.Plan plan(Setup setup, boolean dry) throws InterruptedException {
        String host = setup.host().name();
        if (setup.startsProgram()) {
            Path program = dataDirectory.toAbsolutePath().resolve(OwnHooks.PROGRAMS + host);
            return setup.install(program, command(host));
        }
        if (!isDirect(setup)) {
            return setup.install(command(host));
        }
        var directory = new DataDirectory(dataDirectory);
        String url = directory.announcedServer().orElse(Places.DEFAULT_SERVER) + "/hooks/" + host;
        return setup.installHttp(url, dry ? "(a token for this host)" : token(host));
    }

    /** What is left once the hooks of {@code setup} are there, or was done about it: a line for its person, or nothing. */
    public Optional<String> finish(Setup setup) throws InterruptedException {
        if (trusts && setup.host().trust().isPresent()) {
            Optional<String> why = CodexTrust.give(setup);
            return Optional.of(why.map(reason -> setup.next() + " Licet could not do it: " + reason + ".")
                    .orElse("Codex trusts these hooks now, as if you had said so in its /hooks."));
        }
        return Optional.of(setup.next()).filter(next -> !next.isEmpty());
    }

    /** A token that can call and nothing else: it stands where the agent can read it. */
    private String token(String host) {
        var principal = new Principal(host + "-hook", Role.AGENT, Role.AGENT.rights(), Set.of(), Set.of());
        var file = new TokenFile(DataDirectory.at(dataDirectory));
        file.all().stream()
                .filter(token -> token.principal().name().equals(principal.name()))
                .forEach(token -> file.revoke(token.id()));
        return file.make(principal, Instant.now(), Optional.empty()).text();
    }

    /** Whether the host calls the server itself: only where a server that is down blocks the call. */
    private boolean isDirect(Setup setup) throws InterruptedException {
        Optional<Host.HttpHooks> hooks = setup.host().http();
        if (hooks.isEmpty()) {
            if (http.equals(Optional.of(true))) {
                throw new GateException("only Claude Code has hooks over HTTP");
            }
            return false;
        }
        if (http.isPresent()) {
            return http.get();
        }
        return worker.isEmpty()
                && HostVersion.of(hooks.get().program())
                        .filter(hooks.get()::blockInCaseOfFailure)
                        .isPresent();
    }

    /** The program that hooks start, as the launcher says. */
    public static String program() {
        return Optional.ofNullable(System.getenv("LICET_PROGRAM")).orElse("licet");
    }

    private String command(String host) {
        var command = new StringBuilder(BashWords.quote(program()));
        command.append(" hook ").append(host);
        // Always named: the variables of an agent may come from a project.
        command.append(" --data-dir ")
                .append(BashWords.quote(dataDirectory.toAbsolutePath().toString()));
        worker.ifPresent(id -> command.append(" --worker ").append(BashWords.quote(id)));
        return command.toString();
    }
}
