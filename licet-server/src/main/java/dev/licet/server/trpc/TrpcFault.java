package dev.licet.server.trpc;

import dev.licet.core.json.JsonValue.JsonObject;

/** An error that a client is told, with the code that tRPC has for it. */
final class TrpcFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final Code code;

    /** tRPC's names, with their numbers and the HTTP status they go with. */
    enum Code {
        PARSE_ERROR(-32700, 400),
        BAD_REQUEST(-32600, 400),
        UNAUTHORIZED(-32001, 401),
        FORBIDDEN(-32003, 403),
        NOT_FOUND(-32004, 404),
        METHOD_NOT_SUPPORTED(-32005, 405),
        PAYLOAD_TOO_LARGE(-32013, 413),
        TOO_MANY_REQUESTS(-32029, 429),
        INTERNAL_SERVER_ERROR(-32603, 500),
        SERVICE_UNAVAILABLE(-32603, 503);

        private final int number;
        private final int status;

        Code(int number, int status) {
            this.number = number;
            this.status = status;
        }
    }

    TrpcFault(Code code, String message) {
        super(message);
        this.code = code;
    }

    int status() {
        return code.status;
    }

    /** The member {@code error} of an answer to a call of {@code path}. */
    JsonObject form(String path) {
        return JsonObject.empty()
                .with("message", String.valueOf(getMessage()))
                .with("code", code.number)
                .with(
                        "data",
                        JsonObject.empty()
                                .with("code", code.name())
                                .with("httpStatus", code.status)
                                .with("path", path));
    }
}
