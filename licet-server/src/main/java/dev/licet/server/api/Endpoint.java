package dev.licet.server.api;

import dev.licet.server.access.Caller;
import dev.licet.server.access.Right;
import dev.licet.server.http.HttpReply;
import dev.licet.server.http.HttpRequest;
import java.util.Set;

/**
 * One thing that the API can be asked to do.
 *
 * @param method {@code GET}, {@code POST}, {@code PUT} or {@code DELETE}
 * @param path such as {@code /v1/approvals/{id}}; at most one part of it is {@code {id}}
 * @param rights any of which its caller needs
 * @param cost what answering it takes
 * @param handler answers it
 */
record Endpoint(String method, String path, Set<Right> rights, Cost cost, Handler handler) {
    Endpoint {
        rights = Set.copyOf(rights);
    }

    /** What answering takes. */
    enum Cost {
        /** Little. */
        LIGHT,
        /** It reads much of the past, or compares every rule with every other: one at a time, apart from calls. */
        HEAVY
    }

    /** Answers a request whose path has {@code id} in the place of {@code {id}}; empty where it has none. */
    interface Handler {
        HttpReply answer(String id, HttpRequest request, Caller caller) throws InterruptedException;
    }

    /** One that takes little. */
    static Endpoint of(String method, String path, Set<Right> rights, Handler handler) {
        return new Endpoint(method, path, rights, Cost.LIGHT, handler);
    }

    /** One that takes much. */
    static Endpoint heavy(String method, String path, Set<Right> rights, Handler handler) {
        return new Endpoint(method, path, rights, Cost.HEAVY, handler);
    }

    /** Method and path. */
    String name() {
        return method + " " + path;
    }

    /** Whether it concerns all workers and sessions, so that a token bound to some of them may not ask for it. */
    boolean concernsAll() {
        return rights.equals(Set.of(Right.MANAGE));
    }
}
