package dev.licet.server.web;

import dev.licet.core.json.JsonValue;
import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import dev.licet.server.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** The pages and their scripts, from the jars. None of them holds data: that comes over the API. */
public final class Pages {
    private static final List<String> NAMES = List.of(
            "index.html",
            "sign-in.html",
            "signed-in.html",
            "not-signed-in.html",
            "api.js",
            "call.js",
            "choices.js",
            "triage.js",
            "dom.js",
            "drafts.js",
            "edit.js",
            "editor.js",
            "grants.js",
            "history.js",
            "inbox.js",
            "list.js",
            "main.js",
            "notify.js",
            "overview.js",
            "plot.js",
            "policy.js",
            "queue.js",
            "rows.js",
            "sessions.js",
            "sign-in.js",
            "sw.js",
            "texts.js",
            "tree.js",
            "manifest.webmanifest",
            "style.css",
            "icon.svg",
            "icon-192.png",
            "icon-512.png");

    private static final String PROVIDER =
            "<p><a class=\"primary\" href=\"/oidc/sign-in\">Sign in with the account of your organisation</a></p>";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "webmanifest", "application/manifest+json");

    /** Where the scripts of libraries are, in the jars of mvnpm and on the server alike. */
    private static final Pattern LIBRARY = Pattern.compile("/_static(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+\\.js");

    /** The jar of these scripts says that they are where they are not. */
    private static final String MODES = "@codemirror/legacy-modes";

    /** One that is weighed may be one that is not wanted. */
    private static final Pattern GZIP = Pattern.compile("(?:^|,)\\s*gzip\\s*(?:,|$)");

    private final Map<String, HttpReply.Full> files = new HashMap<>();
    private final Map<String, HttpReply.Full> pressed = new ConcurrentHashMap<>();
    private final Map<String, String> headers;
    private final HttpReply signIn;

    /** @param provider whether people can also sign in by an identity provider */
    public Pages(boolean provider) {
        String imports = imports();
        this.headers = Map.of(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self' 'sha256-" + sha256(imports) + "'; style-src 'self';"
                        + " img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
                        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                        + " require-trusted-types-for 'script'; trusted-types licet",
                "X-Content-Type-Options",
                "nosniff",
                "Referrer-Policy",
                "no-referrer",
                "Cross-Origin-Opener-Policy",
                "same-origin",
                "Cross-Origin-Resource-Policy",
                "same-origin",
                "Cache-Control",
                "no-store");
        for (String name : NAMES) {
            files.put("/" + name, load(Objects.requireNonNull(Pages.class.getResource(name)), name));
        }
        files.put("/index.html", filled(200, "/index.html", "<!-- imports -->", imports));
        this.signIn = filled(401, "/sign-in.html", "<!-- provider -->", provider ? PROVIDER : "");
    }

    private HttpReply.Full load(URL place, String name) {
        String type = Objects.requireNonNull(TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
        try (InputStream in = place.openStream()) {
            return new HttpReply.Full(200, type, headers, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    /** Where the modules of libraries are, as a browser wants it: what each jar says of itself, in one map. */
    private static String imports() {
        JsonObject all = JsonObject.empty();
        try {
            for (URL each : Collections.list(Pages.class.getClassLoader().getResources("META-INF/importmap.json"))) {
                try (InputStream in = each.openStream()) {
                    JsonObject one = JsonText.parseObject(in.readAllBytes());
                    for (Map.Entry<String, JsonValue> module : one.object("imports")
                            .orElseGet(JsonObject::empty)
                            .members()
                            .entrySet()) {
                        all = all.with(module.getKey(), module.getValue());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the libraries of the page", e);
        } catch (InvalidJson e) {
            throw new IllegalStateException("a library of the page is damaged", e);
        }
        for (String mode : List.of("javascript", "yaml")) {
            String folder = all.text(MODES + "/").orElseThrow().replace("/dist/", "/mode/");
            all = all.with(MODES + "/mode/" + mode, folder + mode + ".js");
        }
        return JsonText.write(JsonObject.empty().with("imports", all));
    }

    private static String sha256(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The page for a browser that is signed in. */
    public HttpReply page() {
        return file("/index.html").orElseThrow();
    }

    /** The page that signs a browser in, with status 401. */
    public HttpReply signIn() {
        return signIn;
    }

    /** The page that leads who has just signed in to the inbox: a browser keeps its cookie back where another site leads. */
    public HttpReply.Full signedIn() {
        return file("/signed-in.html").orElseThrow();
    }

    /** The page that tells somebody why they are not signed in, with status 403. */
    public HttpReply.Full notSignedIn(String message) {
        String safe = message.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return filled(403, "/not-signed-in.html", "{message}", safe);
    }

    private HttpReply.Full filled(int status, String path, String place, String text) {
        HttpReply.Full page = Objects.requireNonNull(files.get(path));
        String body = new String(page.body(), StandardCharsets.UTF_8).replace(place, text);
        return new HttpReply.Full(status, page.type(), page.headers(), body.getBytes(StandardCharsets.UTF_8));
    }

    /** The file at {@code path}, such as {@code /style.css}; empty when there is none. */
    public Optional<HttpReply.Full> file(String path) {
        return Optional.ofNullable(files.get(path)).or(() -> library(path));
    }

    /** The same for who takes {@code encodings}, as the header {@code Accept-Encoding} lists them: pressed where that helps. */
    public Optional<HttpReply.Full> file(String path, Optional<String> encodings) {
        boolean gzip = encodings.filter(GZIP.asPredicate()).isPresent();
        return file(path)
                .map(file -> gzip && !file.type().equals(TYPES.get("png"))
                        ? pressed.computeIfAbsent(path, each -> pressed(file))
                        : file);
    }

    private static HttpReply.Full pressed(HttpReply.Full file) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(file.body());
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return new HttpReply.Full(file.status(), file.type(), file.headers(), bytes.toByteArray())
                .with("Content-Encoding", "gzip")
                .with("Vary", "Accept-Encoding");
    }

    private Optional<HttpReply.Full> library(String path) {
        if (!LIBRARY.matcher(path).matches()) {
            return Optional.empty();
        }
        return Optional.ofNullable(Pages.class.getClassLoader().getResource("META-INF/resources" + path))
                .map(place -> load(place, path));
    }
}
