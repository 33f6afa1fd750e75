package dev.licet.server.web;

import dev.licet.server.http.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The files of the page, from the jar. */
public final class Inbox {
    private static final List<String> NAMES = List.of(
            "inbox.html",
            "inbox.js",
            "sign-in.html",
            "sign-in.js",
            "signed-in.html",
            "not-signed-in.html",
            "style.css",
            "icon.svg");

    private static final String PROVIDER =
            "<p><a class=\"primary\" href=\"/oidc/sign-in\">Sign in with the account of your organisation</a></p>";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store");

    private final Map<String, HttpReply.Full> files = new LinkedHashMap<>();

    private final HttpReply signIn;

    /** @param provider whether people can also sign in by an identity provider */
    public Inbox(boolean provider) {
        for (String name : NAMES) {
            files.put(name, load(name));
        }
        this.signIn = filled(401, "sign-in.html", "<!-- provider -->", provider ? PROVIDER : "");
    }

    private static HttpReply.Full load(String name) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream in = Objects.requireNonNull(Inbox.class.getResourceAsStream(name))) {
            return new HttpReply.Full(200, Objects.requireNonNull(type), HEADERS, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    /** The page for a browser that is signed in. */
    public HttpReply page() {
        return file("inbox.html").orElseThrow();
    }

    /** The page that signs a browser in, with status 401. */
    public HttpReply signIn() {
        return signIn;
    }

    /** The page that leads who has just signed in to the inbox: a browser keeps its cookie back where another site leads. */
    public HttpReply.Full signedIn() {
        return file("signed-in.html").orElseThrow();
    }

    /** The page that tells somebody why they are not signed in, with status 403. */
    public HttpReply.Full notSignedIn(String message) {
        String safe = message.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return filled(403, "not-signed-in.html", "{message}", safe);
    }

    private HttpReply.Full filled(int status, String name, String place, String text) {
        HttpReply.Full page = file(name).orElseThrow();
        String body = new String(page.body(), StandardCharsets.UTF_8).replace(place, text);
        return new HttpReply.Full(status, page.type(), page.headers(), body.getBytes(StandardCharsets.UTF_8));
    }

    /** A file of the page that holds no data; empty when there is none of that name. */
    public Optional<HttpReply.Full> file(String name) {
        return Optional.ofNullable(files.get(name));
    }
}
