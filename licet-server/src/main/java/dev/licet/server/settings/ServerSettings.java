package dev.licet.server.settings;

import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.Located;
import dev.licet.gate.yaml.Yaml;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the server is reached and whom it lets in, from {@code server} in {@code licet.yaml}. It is read when the server
 * starts; with a mistake in it none starts.
 *
 * @param names under which the server is reached beside {@code localhost}, each with its port if it is not the standard one
 * @param tls where it listens for others than this machine
 * @param limits how much one client may ask for
 * @param oidc who may sign in to the page by an identity provider
 * @param telemetry where counts are sent
 * @param callbacks what addresses begin with that callers may have called
 * @param notifications who is told about approvals
 * @param previews whether commands of coding agents are tried within bounds before they are answered, where that can be
 */
public record ServerSettings(
        Set<String> names,
        Optional<Tls> tls,
        Limits limits,
        Optional<Oidc> oidc,
        Optional<Telemetry> telemetry,
        List<URI> callbacks,
        Notifications notifications,
        boolean previews) {
    public static final ServerSettings STANDARD = new ServerSettings(
            Set.of(),
            Optional.empty(),
            Limits.STANDARD,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Notifications.NONE,
            true);

    public ServerSettings {
        names = Set.copyOf(names);
        callbacks = List.copyOf(callbacks);
    }

    /**
     * An address other than loopback, always with TLS.
     *
     * @param certificate the chain in PEM, the server's own certificate first
     * @param key its private key in PEM, PKCS #8 without a password
     */
    public record Tls(String address, int port, Path certificate, Path key) {}

    /**
     * How much is answered; the owner is not counted.
     *
     * @param requestsPerSecond of one token
     * @param strangersPerSecond requests from one address that prove nothing
     */
    public record Limits(int requestsPerSecond, int strangersPerSecond) {
        public static final Limits STANDARD = new Limits(1_000, 100);
    }

    /**
     * An identity provider that speaks OpenID Connect.
     *
     * @param secret the client's secret; empty for a public client
     * @param nameClaim the claim that people are known by
     * @param groupsClaim the claim that lists a person's groups
     * @param people what each is entitled to, by that name
     * @param groups what the members of each are entitled to
     * @param session how long somebody stays signed in
     */
    public record Oidc(
            URI issuer,
            String clientId,
            Optional<String> secret,
            List<String> scopes,
            String nameClaim,
            String groupsClaim,
            Map<String, Entitlement> people,
            Map<String, Entitlement> groups,
            Duration session) {
        public Oidc {
            scopes = List.copyOf(scopes);
            people = Map.copyOf(people);
            groups = Map.copyOf(groups);
        }
    }

    /**
     * An OpenTelemetry collector.
     *
     * @param otlp where it takes metrics over HTTP, such as {@code http://localhost:4318/v1/metrics}
     * @param every how often they are sent
     */
    public record Telemetry(URI otlp, Duration every) {}

    /**
     * What {@code licet.yaml} of {@code directory} says; the standard where it says nothing.
     *
     * @throws GateException when something under {@code server} cannot be read, with its line and column
     */
    public static ServerSettings of(DataDirectory directory) {
        Path file = directory.path().resolve("licet.yaml");
        try {
            if (!Files.exists(file)) {
                return STANDARD;
            }
            Located text = Yaml.parse(Files.readString(file));
            if (!(text instanceof Located.Members root)) {
                throw new GateException(file + ":1:1: the file has keys and values, not " + text.kindOf());
            }
            return new Section(file, "the file", root)
                    .once("server")
                    .section("server")
                    .map(SettingsReader::read)
                    .orElse(STANDARD);
        } catch (InvalidJson e) {
            throw new GateException("`" + file + "` cannot be read: " + e.getMessage(), e);
        } catch (CharacterCodingException e) {
            throw new GateException("`" + file + "` is no text in UTF-8", e);
        } catch (IOException e) {
            throw new GateException("cannot read `" + file + "`: " + e.getMessage(), e);
        }
    }
}
