package dev.licet.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.data.GateException;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.gate.json.Jsonc;
import dev.licet.gate.json.Located;
import dev.licet.gate.permissions.PermissionFile;
import dev.licet.gate.permissions.RuleFile;
import dev.licet.gate.yaml.Yaml;
import dev.licet.server.settings.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schemas for editors say of a file what its reader says. */
class SchemaTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Schema schema(String name) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Program.ROOT.resolve("docs/schema/" + name)), InputFormat.JSON);
    }

    private static boolean isValid(String schema, Located value) throws IOException {
        return schema(schema)
                .validate(JsonText.write(Located.json(value)), InputFormat.JSON)
                .isEmpty();
    }

    private static void permissions(String text) throws IOException, InvalidJson {
        boolean clean =
                RuleFile.parse(text, "p.jsonc", "/home/dev", "").problems().isEmpty();
        assertEquals(clean, isValid("permissions.schema.json", Jsonc.parse(text)), text);
    }

    private static void configuration(String text) throws IOException, InvalidJson {
        boolean clean =
                RuleFile.parse(text, "licet.yaml", "/home/dev", "").problems().isEmpty();
        assertEquals(clean, isValid("licet.schema.json", Yaml.parse(text)), text);
    }

    @Test
    void permissions_areJudgedAsByTheirReader() throws Exception {
        for (String text : List.of(
                "{}",
                "[]",
                "{\"$schema\": \"x\", \"glob\": \"allow\"}",
                "{\"$extends\": \"nothing\", \"glob\": \"allow\"}",
                "{\"$extends\": \"molf\"}",
                "{\"$extends\": {\"a\": \"allow\"}}",
                "{\"glob\": \"alow\"}",
                "{\"glob\": true}",
                "{\"glob\": {\"a\": \"deny\", \"b\": {\"action\": \"ask\", \"reason\": \"r\"}}}",
                "{\"glob\": {\"a\": {\"reason\": \"r\"}}}",
                "{\"glob\": {\"a\": {\"action\": \"ask\", \"when\": {\"x\": \"y*\"}, \"expires\": \"2027-01-31\"}}}",
                "{\"glob\": {\"a\": {\"action\": \"ask\", \"expires\": \"tomorrow\"}}}",
                "{\"glob\": {\"a\": {\"action\": \"ask\", \"until\": \"2027-01-31\"}}}",
                "{\"glob\": {\"a\": {\"action\": \"ask\", \"when\": {\"x\": 3}}}}",
                "[{\"permission\": \"glob\", \"pattern\": \"a\", \"action\": \"allow\"}]",
                "[{\"permission\": \"glob\", \"action\": \"allow\"}]",
                "[{\"pattern\": \"a\", \"action\": \"allow\"}]",
                "[{\"permission\": \"glob\", \"patern\": \"a\", \"action\": \"allow\"}]",
                "[\"glob\"]")) {
            permissions(text);
        }
    }

    @Test
    void configurations_areJudgedAsByTheirReader() throws Exception {
        for (String text : List.of(
                "preset: molf\n",
                "preset: mold\n",
                "presets: molf\n",
                "tools: {approvalMode: write, approval: {bash: deny}}\n",
                "tools: {approvalMode: sometimes}\n",
                "tools: {approval: {bash: yes please}}\n",
                "tools: {approvalRules: [{tool: bash, match: \"git *\", approval: allow}]}\n",
                "tools: {approvalRules: [{tool: bash, match: \"git *\"}]}\n",
                "tools: {declarations: {x: {tier: read, override: true, reason: r, policyKey: k}}}\n",
                "tools: {declarations: {x: {tier: reed}}}\n",
                "bash: {patterns: [{match: a, approval: prompt}]}\n",
                "organisation: [a.jsonc]\ninclude: [b.yaml]\n",
                "organisation: a.jsonc\n")) {
            configuration(text);
        }
    }

    @Test
    void settingsOfTheServer_areJudgedAsByTheirReader() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("a.pem"), "");
        Files.writeString(data.resolve("address"), "https://a/secret\n");
        Files.writeString(data.resolve("secret"), "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\n");
        Files.writeString(data.resolve("bot"), "123456789:AAabcdefghijklmnopqrstuvwxyz0123456\n");
        String tls = "{listen: \"0.0.0.0:1\", certificate: a.pem, key: a.pem}";
        for (String server : List.of(
                "{}",
                "3",
                "{name: [a]}",
                "{names: [a.example.com]}",
                "{names: a}",
                "{names: [a], tls: " + tls + "}",
                "{names: [a], tls: {listen: x, certificate: a.pem, key: a.pem}}",
                "{names: [a], tls: {certificate: a.pem, key: a.pem}}",
                "{limits: {requestsPerSecond: 5, strangersPerSecond: 1}}",
                "{limits: {requestsPerSecond: 0}}",
                "{limits: {requestsPerSecond: \"5\"}}",
                "{limits: {perSecond: 5}}",
                "{oidc: {issuer: \"https://a\", clientId: b, people: {c: owner}}}",
                "{oidc: {issuer: \"https://a\", clientId: b, groups: {c: approver+rules}, session: 1h, scopes: [openid]}}",
                "{oidc: {issuer: \"https://a\", clientId: b}}",
                "{oidc: {issuer: \"https://a\", people: {c: owner}}}",
                "{oidc: {issuer: \"https://a\", clientId: b, people: {c: agent}}}",
                "{oidc: {issuer: \"https://a\", clientId: b, people: {c: owner}, session: long}}",
                "{telemetry: {otlp: \"http://localhost:4318/v1/metrics\", every: 30s}}",
                "{telemetry: {every: 30s}}",
                "{callbacks: [\"https://a/\"]}",
                "{callbacks: \"https://a/\"}",
                "{notify: {zone: Europe/Zurich, routes: [{to: [telegram], quiet: \"22:00-07:00\", after: 30s}]}}",
                "{notify: {routes: [{to: []}, {to: [push], tools: [a], rules: [b], digest: 15m}]}}",
                "{notify: {routes: [{tools: [a]}]}}",
                "{notify: {routes: [{to: [push], quiet: night}]}}",
                "{notify: {routes: {to: [push]}}}",
                "{notify: {webhooks: [{name: a, url: \"https://a/b\", format: text}]}}",
                "{notify: {webhooks: [{name: a, urlFile: address, secretFile: secret}]}}",
                "{notify: {webhooks: [{name: a, url: \"https://a/b\", urlFile: address}]}}",
                "{notify: {webhooks: [{name: a}]}}",
                "{notify: {webhooks: [{name: A, url: \"https://a/b\"}]}}",
                "{notify: {webhooks: [{name: a, url: \"https://a/b\", format: xml}]}}",
                "{notify: {telegram: {tokenFile: bot, people: {\"12\": alice approver+rules}}}}",
                "{notify: {telegram: {tokenFile: bot, people: {\"12\": alice agent}}}}",
                "{notify: {telegram: {tokenFile: bot, people: {alice: alice approver}}}}",
                "{notify: {telegram: {tokenFile: bot, people: {}}}}",
                "{notify: {telegram: {people: {\"12\": alice approver}}}}",
                "{notify: {pushServices: [\"http://localhost:1/push\"]}}",
                "{notify: {push: true}}")) {
            String text = "server: " + server + "\n";
            Files.writeString(data.resolve("licet.yaml"), text);
            assertEquals(isGood(DataDirectory.at(data)), isValid("licet.schema.json", Yaml.parse(text)), text);
        }
    }

    private static boolean isGood(DataDirectory directory) {
        try {
            ServerSettings.of(directory);
            return true;
        } catch (GateException e) {
            return false;
        }
    }

    @Test
    void whatTheServersDocumentShows_isValid() throws Exception {
        Matcher shown = Pattern.compile("(?s)```yaml\n(.*?)```")
                .matcher(Files.readString(Program.ROOT.resolve("docs/server.md")));
        assertTrue(shown.find());
        assertTrue(isValid("licet.schema.json", Yaml.parse(shown.group(1))));
        assertEquals(
                List.of(),
                RuleFile.parse(shown.group(1), "licet.yaml", "/home/dev", "/w").problems());
        Path data = Files.createDirectories(folder.resolve("shown"));
        Files.writeString(data.resolve("oidc-secret"), "s");
        Files.writeString(data.resolve("a.pem"), "");
        Files.writeString(data.resolve("licet.yaml"), shown.group(1).replaceAll("/etc/licet/[a-z]*", "a"));
        assertTrue(isGood(DataDirectory.at(data)));
    }

    @Test
    void firstFile_andWhatTheDocumentsShow_isValid() throws Exception {
        Path file = folder.resolve("permissions.jsonc");
        PermissionFile.at(file, "/home/dev").seed();
        permissions(Files.readString(file));
        assertTrue(isValid("permissions.schema.json", Jsonc.parse(Files.readString(file))));
        Matcher shown = Pattern.compile("(?s)```(jsonc|yaml)\n(.*?)```")
                .matcher(Files.readString(Program.ROOT.resolve("docs/rules.md")));
        int examples = 0;
        while (shown.find()) {
            examples++;
            boolean yaml = shown.group(1).equals("yaml");
            Located value = yaml ? Yaml.parse(shown.group(2)) : Jsonc.parse(shown.group(2));
            assertTrue(isValid(yaml ? "licet.schema.json" : "permissions.schema.json", value), shown.group(2));
            String name = yaml ? "licet.yaml" : "permissions.jsonc";
            assertEquals(
                    List.of(),
                    RuleFile.parse(shown.group(2), name, "/home/dev", "/w").problems());
        }
        assertEquals(2, examples);
    }
}
