package dev.licet.core.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.contain.Hosts.Reach;
import dev.licet.core.contain.Hosts.Said;
import dev.licet.core.rule.Action;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostsTest {
    private static final Reach NO_RULE = new Reach.Unnamed();

    private static Hosts hosts(Said... first) {
        return new Hosts(List.of(List.of(first)));
    }

    private static Said allow(String pattern) {
        return new Said(pattern, Action.ALLOW);
    }

    private static Said said(String pattern, Action action) {
        return new Said(pattern, action);
    }

    @Test
    void aRule_letsTheUsualPorts_andThoseThatItNames() {
        Hosts hosts = hosts(
                allow("example.com"), said("*.example.com", Action.CONTAIN), allow("db.test:5432"), allow("x.test:*"));
        assertEquals(new Reach.Open(true), hosts.reach("example.com", 443));
        assertEquals(new Reach.Open(true), hosts.reach("EXAMPLE.com.", 80));
        assertEquals(new Reach.Open(false), hosts.reach("a.b.example.com", 443));
        assertEquals(new Reach.Open(true), hosts.reach("db.test", 5432));
        assertEquals(new Reach.Open(true), hosts.reach("x.test", 22));
        assertEquals(NO_RULE, hosts.reach("example.com", 22));
        assertEquals(NO_RULE, hosts.reach("db.test", 443));
        assertEquals(NO_RULE, hosts.reach("example.com.evil.test", 443));
        assertEquals(NO_RULE, hosts.reach("notexample.com", 443));
    }

    @Test
    void theLastRule_decides_andALimitSpeaksOfEveryPort() {
        Hosts hosts =
                hosts(allow("*"), said("evil.test", Action.DENY), said("ask.test", Action.ASK), allow("ask.test:8080"));
        assertEquals(new Reach.Closed("the rule `network: evil.test` says `deny`"), hosts.reach("evil.test", 8443));
        assertEquals(new Reach.Closed("the rule `network: ask.test` says `ask`"), hosts.reach("ask.test", 443));
        assertEquals(new Reach.Open(true), hosts.reach("ask.test", 8080));
        assertEquals(new Reach.Open(false), hosts.reach("other.test", 443));
    }

    @Test
    void everyFurtherLayer_mayObject_andNoneLetsByItself() {
        List<Said> open = List.of(allow("*.test"));
        List<Said> limits = List.of(said("*", Action.ASK), allow("a.test"), allow("else.org"));
        Hosts hosts = new Hosts(List.of(open, limits));
        assertEquals(new Reach.Open(false), hosts.reach("a.test", 443));
        assertInstanceOf(Reach.Closed.class, hosts.reach("b.test", 443));
        assertEquals(NO_RULE, hosts.reach("else.org", 443));
        assertEquals(new Reach.Open(false), new Hosts(List.of(open, List.of())).reach("b.test", 443));
    }

    @Test
    void whatIsNoHost_isNotReached() {
        Hosts all = hosts(allow("*"));
        for (String written :
                List.of("", " ", "a b", "a/b", "a@b", "-x", "x\n.test", "a%2eb", "[", "[x]", "é.test", "..")) {
            assertInstanceOf(Reach.Closed.class, all.reach(written, 443), written);
        }
        assertEquals(NO_RULE, Hosts.NONE.reach("example.com", 443));
    }

    @Test
    void anAddress_isOne_howeverItIsWritten() {
        Hosts hosts = hosts(allow("*"), said("127.0.0.1", Action.DENY));
        for (String written : List.of("127.0.0.1", "127.1", "0x7f.1", "2130706433", "0177.0.0.1")) {
            assertInstanceOf(Reach.Closed.class, hosts.reach(written, 80), written);
        }
    }

    @Test
    void theyAreAny_whereTheFirstLayerLetsOne() {
        assertFalse(Hosts.NONE.areAny());
        assertFalse(hosts(said("*", Action.ASK)).areAny());
        assertFalse(new Hosts(List.of(List.of(), List.of(allow("*")))).areAny());
        assertTrue(hosts(said("x.test", Action.CONTAIN)).areAny());
    }

    @Test
    void bounds_tellOfThem_andReadWhatTheyTold() {
        var hosts = new Hosts(List.of(List.of(allow("*.test"), said("x.test", Action.DENY)), List.of()));
        var bounds = new Bounds(List.of("/w"), List.of(), hosts);
        assertEquals(bounds, Bounds.of(bounds.form()));
        assertEquals(Hosts.NONE, Bounds.of(bounds.offline().form()).hosts());
        var use = new HostUse("x.test", 443, 2, 10, 20);
        assertEquals(use, HostUse.of(use.form()));
        var refused = new HostUse("x.test", 443, 1, "no rule lets it", true);
        assertEquals(refused, HostUse.of(refused.form()));
    }
}
