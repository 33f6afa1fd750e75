package dev.licet.gate.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.licet.core.json.JsonValue.JsonObject;
import dev.licet.gate.json.InvalidJson;
import dev.licet.gate.json.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entries of the audit, a line each: step and members. A digest is spelled by one letter. */
class CallRecordsTest {
    private static List<String> told(String entries) throws InvalidJson {
        var records = new CallRecords();
        int number = 0;
        for (String line : entries.lines().toList()) {
            String[] parts = line.strip().split(" ", 2);
            JsonObject what = JsonText.parseObject("{" + parts[1] + "}");
            what = what.text("digest").isPresent()
                    ? what.with("digest", what.text("digest").get().repeat(64))
                    : what;
            records.next(JsonObject.empty()
                    .with("number", ++number)
                    .with("at", "2026-01-01T00:00:00Z")
                    .with("step", parts[0])
                    .with("what", what));
        }
        return records.records().stream()
                .map(call -> call.number() + " " + call.made().agent().orElse("-") + " " + call.state()
                        + call.run()
                                .map(run -> run.end()
                                        .map(end -> end.succeeded() ? " ran" : " failed")
                                        .orElse(" runs"))
                                .orElse(""))
                .toList();
    }

    @Test
    void aCallIsOne_fromItsQuestionToItsOutcome_alsoWhenItIsMadeAgainMeanwhile() throws Exception {
        assertEquals(List.of("1 - approved ran"), told("""
                judged "digest":"a","decision":"ask"
                asked "digest":"a","approvalId":"1"
                judged "digest":"a","decision":"ask"
                answered "digest":"a","approvalId":"1","state":"approved"
                released "digest":"a","approvalId":"1"
                ticket "digest":"a","ticket":"t"
                redeemed "digest":"a","ticket":"t"
                outcome "digest":"a","ticket":"t","succeeded":true
                """));
    }

    @Test
    void madeAgainBeforeItsTicketIsUsed_itIsTheSame_andOnceItHasRun_another() throws Exception {
        assertEquals(List.of("1 - approved failed", "11 - ask"), told("""
                judged "digest":"a","decision":"ask"
                asked "digest":"a","approvalId":"1"
                answered "digest":"a","approvalId":"1","state":"approved"
                released "digest":"a","approvalId":"1"
                ticket "digest":"a","ticket":"t"
                judged "digest":"a","decision":"ask"
                released "digest":"a","approvalId":"1"
                ticket "digest":"a","ticket":"u"
                redeemed "digest":"a","ticket":"u"
                outcome "digest":"a","ticket":"u","succeeded":false
                judged "digest":"a","decision":"ask"
                asked "digest":"a","approvalId":"2"
                """));
    }

    @Test
    void whatIsDeniedMeanwhile_staysACall() throws Exception {
        assertEquals(List.of("1 - approved", "3 - deny"), told("""
                judged "digest":"a","decision":"ask"
                asked "digest":"a","approvalId":"1"
                judged "digest":"a","decision":"deny"
                answered "digest":"a","approvalId":"1","state":"approved"
                released "digest":"a","approvalId":"1"
                """));
    }

    @Test
    void twoAgents_makeTwoCalls() throws Exception {
        assertEquals(List.of("1 x rejected", "5 y approved ran"), told("""
                judged "digest":"a","decision":"ask","agent":"x"
                asked "digest":"a","approvalId":"1"
                answered "digest":"a","approvalId":"1","state":"rejected"
                released "digest":"a","approvalId":"1"
                judged "digest":"a","decision":"ask","agent":"y"
                asked "digest":"a","approvalId":"2"
                answered "digest":"a","approvalId":"2","state":"approved"
                released "digest":"a","approvalId":"2"
                ticket "digest":"a","ticket":"t"
                redeemed "digest":"a","ticket":"t"
                outcome "digest":"a","ticket":"t","succeeded":true
                """));
    }

    @Test
    void whatRulesAllowBehindAQuestion_isAnotherCall_andEachTicketIsOfItsOwn() throws Exception {
        assertEquals(List.of("1 - cancelled", "4 - allow ran", "6 - allow failed"), told("""
                judged "digest":"a","decision":"ask"
                asked "digest":"a","approvalId":"1"
                answered "digest":"a","approvalId":"1","state":"cancelled"
                judged "digest":"a","decision":"allow"
                ticket "digest":"a","ticket":"t"
                judged "digest":"a","decision":"allow"
                ticket "digest":"a","ticket":"u"
                redeemed "digest":"a","ticket":"t"
                redeemed "digest":"a","ticket":"u"
                outcome "digest":"a","ticket":"u","succeeded":false
                outcome "digest":"a","ticket":"t","succeeded":true
                """));
    }
}
