package dev.licet.server;

import dev.licet.core.approval.Approval;
import dev.licet.core.approval.ApprovalId;
import dev.licet.core.approval.ApprovalState;
import dev.licet.core.call.SessionId;
import dev.licet.core.call.WorkerId;
import dev.licet.core.contain.FileChange;
import dev.licet.core.contain.Preview;
import dev.licet.core.contain.PreviewedFile;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.data.DataDirectory;
import dev.licet.gate.json.JsonText;
import dev.licet.server.access.Principal;
import dev.licet.server.access.Right;
import dev.licet.server.access.Role;
import dev.licet.server.access.TokenFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A server on a port of its own, and clients of it. */
public final class OpenServer implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final DataDirectory directory;
    private final LicetServer server;

    public OpenServer(Path folder) {
        directory = DataDirectory.at(folder);
        server = LicetServer.start(directory, "127.0.0.1", 0);
    }

    public record Reply(int status, JsonObject body) {
        public String text(String name) {
            return body.text(name).orElse("");
        }
    }

    public DataDirectory directory() {
        return directory;
    }

    public LicetServer server() {
        return server;
    }

    public String ownerToken() {
        return directory.token();
    }

    /** A token of a principal that is called like its role. */
    public String token(Role role) {
        return token(role.text(), role, Set.of(), Set.of());
    }

    public String token(String name, Role role, Set<Right> more, Set<String> sessions) {
        var rights = new HashSet<>(role.rights());
        rights.addAll(more);
        var principal = new Principal(
                name,
                role,
                rights,
                Set.<WorkerId>of(),
                Set.copyOf(sessions.stream().map(SessionId::new).toList()));
        return new TokenFile(directory)
                .make(principal, Instant.now(), Optional.empty())
                .text();
    }

    /** Sends a request with {@code token}; the body of an answer that is no JSON object is in the member {@code text}. */
    public Reply send(String token, String method, String path, String body) throws Exception {
        HttpResponse<String> response = HTTP.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .header("Authorization", "Bearer " + token)
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        boolean json = response.headers().firstValue("content-type").orElse("").contains("json");
        return new Reply(
                response.statusCode(),
                json
                        ? JsonText.parseObject(response.body())
                        : JsonObject.empty().with("text", response.body()));
    }

    public Reply post(String path, String body) throws Exception {
        return send(ownerToken(), "POST", path, body);
    }

    public Reply get(String path) throws Exception {
        return send(ownerToken(), "GET", path, "");
    }

    /** The JSON of a shell call of {@code session}. */
    public static String shell(String session, String command) {
        return "{\"tool\":\"shell_exec\",\"sessionId\":\"" + session + "\",\"cwd\":\"/srv\",\"arguments\":"
                + JsonText.write(JsonObject.empty().with("command", command)) + "}";
    }

    /** Submits a call that is asked; gives the id of its approval. */
    public String ask(String session, String command) throws Exception {
        return post("/v1/calls", shell(session, command))
                .body()
                .object("approval")
                .orElseThrow()
                .text("id")
                .orElseThrow();
    }

    /** The same of a call in a project below {@code folder}, of which it is told once it is asked that it would change a file. */
    public String askTried(Path folder, String command) throws Exception {
        return askTried(folder, command, "");
    }

    /** The same where there is {@code objection} against the file, which a person may allow all the same. */
    public String askTried(Path folder, String command, String objection) throws Exception {
        Path project = Files.createDirectories(folder.resolve("project")).toRealPath();
        JsonObject call = JsonObject.empty()
                .with("tool", "bash")
                .with("sessionId", "s")
                .with("cwd", project.toString())
                .with("containable", true)
                .with("arguments", JsonObject.empty().with("command", command));
        String id = post("/v1/calls", JsonText.write(call))
                .body()
                .object("approval")
                .flatMap(approval -> approval.text("id"))
                .orElseThrow();
        var file = new PreviewedFile(
                new FileChange(FileChange.Kind.CHANGED, project.resolve("a.txt").toString()),
                "+1 -1",
                "",
                objection,
                false);
        var preview = new Preview(0, "", List.of(file), 0, List.of(), "ef".repeat(32));
        Reply told = post("/v1/approvals/" + id + "/changes", JsonText.write(preview.form()));
        if (told.status() != 200) {
            throw new IllegalStateException(told.toString());
        }
        return id;
    }

    /** Where the approval {@code id} stands. */
    public ApprovalState state(String id) {
        return server().gate().approval(new ApprovalId(id)).map(Approval::state).orElseThrow();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
