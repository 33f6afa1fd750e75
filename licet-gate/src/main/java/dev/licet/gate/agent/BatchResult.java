package dev.licet.gate.agent;

import java.util.List;

/**
 * What became of the calls of one reply of a model, in their order.
 *
 * @param stops whether the agent is to end its turn: somebody said so at one of the calls
 */
public record BatchResult<T>(List<Result<T>> results, boolean stops) {
    public BatchResult {
        results = List.copyOf(results);
    }

    static <T> BatchResult<T> of(List<Result<T>> results) {
        boolean stops =
                results.stream().anyMatch(result -> result instanceof Result.Refused<T> refused && refused.stops());
        return new BatchResult<>(results, stops);
    }
}
