package dev.licet.server.web;

import dev.licet.server.http.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The files of the page, from the jar. */
public final class Inbox {
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

    public Inbox() {
        for (String name :
                new String[] {"inbox.html", "inbox.js", "sign-in.html", "sign-in.js", "style.css", "icon.svg"}) {
            files.put(name, load(name));
        }
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
        HttpReply.Full page = file("sign-in.html").orElseThrow();
        return new HttpReply.Full(401, page.type(), page.headers(), page.body());
    }

    /** A file of the page that holds no data; empty when there is none of that name. */
    public Optional<HttpReply.Full> file(String name) {
        return Optional.ofNullable(files.get(name));
    }
}
