package dev.licet.core.contain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.licet.core.contain.Hosts.Reach;
import dev.licet.core.contain.Hosts.Said;
import dev.licet.core.rule.Action;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsTest {
    private static Hosts hosts(Said... first) {
        return new Hosts(List.of(List.of(first)));
    }

    private static Said allow(String pattern) {
        return new Said(pattern, Action.ALLOW);
    }

    private static Said contain(String pattern) {
        return new Said(pattern, Action.CONTAIN);
    }

    private static Said deny(String pattern) {
        return new Said(pattern, Action.DENY);
    }

    private static String told(Hosts hosts, String host, int port) {
        return switch (hosts.reach(host, port)) {
            case Reach.Open open -> (open.byName() ? "spelled " : "open ") + open.host();
            case Reach.Closed closed -> closed.why();
            case Reach.Unnamed unnamed -> "unnamed";
            case Reach.NoHost none -> "no host";
        };
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, 443, spelled example.com",
        "EXAMPLE.com., 80, spelled example.com",
        "example.com, 22, unnamed",
        "a.b.example.com, 443, open a.b.example.com",
        "a.example.com, 8080, unnamed",
        "db.test, 5432, spelled db.test",
        "db.test, 443, unnamed",
        "x.test, 22, spelled x.test",
        "x.test, 443, spelled x.test",
        "s.test, 443, spelled s.test",
        "s.test, 80, unnamed",
        "example.com.evil.test, 443, unnamed",
        "notexample.com, 443, unnamed",
        "10.1.2.3, 80, open 10.1.2.3",
        "10.1.2.3, 22, unnamed",
        "[2001:db8::2], 443, spelled [2001:db8::2]",
        "[2001:db8:0:0:0:0:0:2], 443, spelled [2001:db8::2]",
        "[2001:DB8::0:2], 8099, unnamed",
        "[::1], 8099, spelled [::1]",
        "[::1], 443, unnamed",
    })
    void aRule_letsTheUsualPorts_andThoseThatItNames(String host, int port, String told) {
        Hosts hosts = hosts(
                allow("example.com"),
                contain("*.example.com"),
                allow("db.test:5432"),
                allow("x.test:*"),
                allow("s.test:443"),
                allow("10.*"),
                contain("[2001:db8::2]"),
                contain("\\[::1\\]:8099"));
        assertEquals(told, told(hosts, host, port));
    }

    @ParameterizedTest
    @CsvSource({
        "other.test, 443, open other.test",
        "other.test, 8443, open other.test",
        "evil.test, 8443, the rule `network: evil.test` says `deny`",
        "ask.test, 443, the rule `network: ask.test` says `ask`",
        "ask.test, 8080, spelled ask.test",
        "p.test, 443, the rule `network: p.test:443` says `deny`",
        "p.test, 80, open p.test",
        "[2606:4700:0::1111], 443, the rule `network: [2606:4700::1111]` says `deny`",
        "[2606:4700:0:0:0:0:0:1111], 80, the rule `network: [2606:4700::1111]` says `deny`",
        "[2606:4700::1112], 80, open [2606:4700::1112]",
        "203.0.113.9, 443, the rule `network: 203.0.113.9` says `deny`",
        "[::ffff:203.0.113.9], 443, the rule `network: 203.0.113.9` says `deny`",
        "0313.0.113.9, 443, the rule `network: 203.0.113.9` says `deny`",
    })
    void theLastRule_decides_andALimitSpeaksOfEveryPort_unlessItNamesOne(String host, int port, String told) {
        Hosts hosts = hosts(
                allow("*"),
                deny("evil.test"),
                new Said("ask.test", Action.ASK),
                allow("ask.test:8080"),
                deny("p.test:443"),
                deny("[2606:4700::1111]"),
                deny("203.0.113.9"));
        assertEquals(told, told(hosts, host, port));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[ab].example.com ; a.example.com ; 443",
                "[a-c]*.example.com ; b1.example.com ; 443",
                "{c.example.com:8443,d.example.com:8443} ; d.example.com ; 8443",
                "{a,b}.example.com:443 ; b.example.com ; 443",
                "@(a.example.com:8080|b.example.com:443) ; b.example.com ; 443",
                "a.example.com:[0-9]* ; a.example.com ; 8080",
                "a.example.com. ; a.example.com ; 443",
                "a.example.com:080 ; a.example.com ; 80",
                "::1 ; [::1] ; 80",
                "[::*] ; [::1] ; 80",
                "[fd00:*] ; [fd00::7] ; 443",
                "[fd00::*] ; [fd00:0:0:0:0:0:0:7] ; 443",
                "\\[fd00:*\\] ; [fd00::7] ; 443",
                "[*] ; [fd00::7] ; 443",
            })
    void whateverALimitIsWrittenAs_itHolds(String pattern, String host, int port) {
        assertTrue(told(hosts(allow("*"), deny(pattern)), host, port).contains("says `deny`"), pattern);
    }

    @Test
    void everyFurtherLayer_mayObject_andNoneLetsByItself() {
        List<Said> open = List.of(allow("*.test"));
        List<Said> limits = List.of(new Said("*", Action.ASK), allow("a.test"), allow("else.org"));
        Hosts hosts = new Hosts(List.of(open, limits));
        assertEquals("open a.test", told(hosts, "a.test", 443));
        assertEquals("the rule `network: *` says `ask`", told(hosts, "b.test", 443));
        assertEquals("unnamed", told(hosts, "else.org", 443));
        assertEquals("open b.test", told(new Hosts(List.of(open, List.of())), "b.test", 443));
    }

    @Test
    void whatIsNoHost_isNotReached() {
        Hosts all = hosts(allow("*"));
        for (String written : List.of(
                "",
                " ",
                "a b",
                "a/b",
                "a@b",
                "-x",
                "x\n.test",
                "a%2eb",
                "[",
                "[x]",
                "é.test",
                "..",
                "256.1.1.1",
                "1.2.3.4.5",
                "99999999999",
                "a".repeat(254))) {
            assertEquals("no host", told(all, written, 443), written);
        }
        assertEquals("unnamed", told(Hosts.NONE, "example.com", 443));
    }

    @Test
    void anAddress_isLookedUpAsItWasJudged() {
        Hosts all = hosts(allow("*"));
        for (String written : List.of("127.0.0.1", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "[::ffff:7f00:1]")) {
            assertEquals("open 127.0.0.1", told(all, written, 80), written);
        }
        assertEquals("spelled 87.0.0.1", told(hosts(allow("87.0.0.1")), "0127.0.0.1", 80));
        assertEquals("unnamed", told(hosts(allow("0127.0.0.1")), "0127.0.0.1", 80));
    }

    @Test
    void rulesAboutAddresses_holdForWhatANameStandsFor() throws Exception {
        Hosts hosts = new Hosts(List.of(
                List.of(new Said("*", Action.ASK), contain("*.test"), deny("203.0.113.9"), deny("10.*")),
                List.of(deny("[2606:4700::1111]"))));
        assertTrue(hosts.areAgainst(InetAddress.getByName("203.0.113.9"), 80));
        assertTrue(hosts.areAgainst(InetAddress.getByName("10.9.9.9"), 80));
        assertTrue(hosts.areAgainst(InetAddress.getByName("2606:4700::1111"), 443));
        assertFalse(hosts.areAgainst(InetAddress.getByName("203.0.113.10"), 80), "`*` speaks of names");
        for (String pattern :
                List.of("{203.0.113.9,10.9.9.9}", "203.0.113.?", "203.0.113.[0-9]", "2[0]3.*", "@(203|1).*")) {
            assertTrue(hosts(allow("*"), deny(pattern)).areAgainst(InetAddress.getByName("203.0.113.9"), 80), pattern);
        }
    }

    @Test
    void theyAreAny_whereTheFirstLayerLetsOne() {
        assertFalse(Hosts.NONE.areAny());
        assertFalse(hosts(new Said("*", Action.ASK)).areAny());
        assertFalse(new Hosts(List.of(List.of(), List.of(allow("*")))).areAny());
        assertTrue(hosts(contain("x.test")).areAny());
    }

    @Test
    void bounds_tellOfThem_andReadWhatTheyTold() {
        var hosts = new Hosts(List.of(List.of(allow("*.test"), deny("x.test")), List.of()));
        var bounds = new Bounds(List.of("/w"), List.of(), hosts);
        assertEquals(bounds, Bounds.of(bounds.form()));
        assertEquals(Hosts.NONE, Bounds.of(bounds.offline().form()).hosts());
        var use = new HostUse("x.test", 443, 2, 10, 20);
        assertEquals(use, HostUse.of(use.form()));
        var refused = new HostUse("x.test", 443, 1, "no rule lets it", true);
        assertEquals(refused, HostUse.of(refused.form()));
    }
}
