package dev.licet.gate.agent;

/** What the model is told of a call. */
final class Told {
    private Told() {}

    static String by(Result<String> result) {
        return switch (result) {
            case Result.Ran<String> done -> done.value();
            case Result.Refused<String> refused -> refused.message();
            case Result.Failed<String> failed -> String.valueOf(failed.cause().getMessage());
        };
    }
}
