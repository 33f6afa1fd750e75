package dev.licet.cli.approval;

import dev.licet.client.LicetClient;
import dev.licet.core.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Why an approval is asked for, as a tree over the command. */
public final class Why {
    private Why() {}

    /** The tree of {@code approval}, with the rules that almost speak of it where the server tells them. */
    public static List<String> lines(ShownApproval approval, LicetClient client) throws InterruptedException {
        LicetClient.Reply explained = client.post("/v1/explain", approval.call());
        return explained.status() == 200
                ? lines(approval.arguments(), explained.document())
                : lines(approval.arguments(), approval.form());
    }

    /** The tree of the findings of {@code document} about a call with {@code arguments}. */
    static List<String> lines(JsonObject arguments, JsonObject document) {
        String text = arguments.text("command").or(() -> arguments.text("path")).orElse("");
        var lines = new ArrayList<>(ExplainTree.lines(
                text,
                ShownApproval.objects(document, "findings").stream()
                        .map(ExplainTree.Entry::of)
                        .toList()));
        String enough = ShownApproval.rules(document, "enough");
        if (!enough.isEmpty()) {
            lines.add("would be enough: allow " + enough);
        }
        return lines;
    }
}
