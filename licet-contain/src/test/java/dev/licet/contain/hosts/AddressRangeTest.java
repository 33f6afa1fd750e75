package dev.licet.contain.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "93.184.216.34, PUBLIC",
        "2606:2800:220:1::1, PUBLIC",
        "10.1.2.3, PRIVATE",
        "172.31.0.1, PRIVATE",
        "172.32.0.1, PUBLIC",
        "192.168.1.1, PRIVATE",
        "100.64.0.1, PRIVATE",
        "100.128.0.1, PUBLIC",
        "198.19.255.255, PRIVATE",
        "fd00::1, PRIVATE",
        "fec0::1, PRIVATE",
        "127.0.0.1, OWN",
        "127.255.0.1, OWN",
        "0.0.0.0, OWN",
        "0.1.2.3, OWN",
        "169.254.169.254, OWN",
        "224.0.0.1, OWN",
        "255.255.255.255, OWN",
        "::1, OWN",
        "::, OWN",
        "fe80::1, OWN",
        "ff02::1, OWN",
        "::ffff:127.0.0.1, OWN",
        "::ffff:10.0.0.1, PRIVATE",
        "64:ff9b::7f00:1, OWN",
        "64:ff9b::a00:1, PRIVATE",
        "64:ff9b::5db8:d822, PUBLIC",
        "2002:7f00:1::1, OWN",
        "::10.0.0.1, PRIVATE",
        "::93.184.216.34, PUBLIC",
        "64:ff9b:1::a00:1, PRIVATE",
        "2001:0:7f00:1::1, PRIVATE",
        "2001:db8::1, PRIVATE",
        "2001:4860:4860::8888, PUBLIC",
        "4000::1, PRIVATE",
        "100::1, PRIVATE",
        "168.63.129.16, OWN",
    })
    void anAddress_leadsWhereItsRangeIs(String address, AddressRange range) throws Exception {
        assertEquals(range, AddressRange.of(InetAddress.getByName(address)));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, OWN", "169.254.169.254, OWN", "10.0.0.1, PRIVATE", "93.184.216.34, PUBLIC"})
    void anAddressThatIsMapped_asNameServersMayGiveIt_leadsWhereItsOwnDoes(String address, AddressRange range)
            throws Exception {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        System.arraycopy(InetAddress.getByName(address).getAddress(), 0, bytes, 12, 4);
        assertEquals(range, AddressRange.of(Inet6Address.getByAddress("x.test", bytes, -1)));
    }

    @Test
    void whatThisMachineIsCalled_isItsOwn() throws Exception {
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .forEach(address -> assertEquals(AddressRange.OWN, AddressRange.of(address), address::toString));
    }

    @Test
    void aName_leadsIntoANetworkOfItsOwn_onlyWhereARuleSpellsIt() {
        assertTrue(HostProxy.mayLead("example.com", false, AddressRange.PUBLIC));
        assertFalse(HostProxy.mayLead("npm.corp", false, AddressRange.PRIVATE));
        assertTrue(HostProxy.mayLead("npm.corp", true, AddressRange.PRIVATE));
        assertFalse(
                HostProxy.mayLead("example.com", true, AddressRange.OWN), "whoever owns the name chooses its address");
        assertTrue(HostProxy.mayLead("localhost", true, AddressRange.OWN));
        assertTrue(HostProxy.mayLead("169.254.169.254", true, AddressRange.OWN));
        assertFalse(HostProxy.mayLead("127.0.0.1", false, AddressRange.OWN));
    }
}
