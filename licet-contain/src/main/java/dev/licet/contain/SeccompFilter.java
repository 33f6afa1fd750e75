package dev.licet.contain;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A filter of the kernel's calls, as a program of the Berkeley Packet Filter (Linux, {@code linux/filter.h} and {@code
 * seccomp(2)}): what would change the machine, or type into the terminal of somebody else, fails.
 */
final class SeccompFilter {
    private static final int LOAD = 0x20;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_NOT_LESS = 0x35;
    private static final int JUMP_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    private static final int ALLOW = 0x7fff0000;
    private static final int ERROR = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int EAFNOSUPPORT = 97;

    /** Where the number, the machine and the arguments of a call stand. */
    private static final int NUMBER = 0;

    private static final int MACHINE = 4;
    private static final int FIRST = 16;
    private static final int SECOND = 24;

    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541c;

    /** New namespaces of any kind. */
    private static final int CLONE_NEW = 0x7e020000;

    /** Of local programs, of the internet and of the kernel's own answers about it. */
    private static final List<Integer> FAMILIES = List.of(1, 2, 10, 16);

    private static final int BYTES = 8;

    /** A kind of processor, with the numbers that its calls have. */
    private enum Machine {
        X86_64(0xc000003e, 16, 56, 41, 435),
        AARCH64(0xc00000b7, 29, 220, 198, 435);

        private final int audit;
        private final int ioctl;
        private final int clone;
        private final int socket;
        private final int clone3;

        Machine(int audit, int ioctl, int clone, int socket, int clone3) {
            this.audit = audit;
            this.ioctl = ioctl;
            this.clone = clone;
            this.socket = socket;
            this.clone3 = clone3;
        }

        static Optional<Machine> of(String name) {
            return switch (name) {
                case "amd64", "x86_64" -> Optional.of(X86_64);
                case "aarch64", "arm64" -> Optional.of(AARCH64);
                default -> Optional.empty();
            };
        }
    }

    private final List<int[]> program = new ArrayList<>();

    private SeccompFilter() {}

    /** The filter for this machine, as the kernel reads it; empty where its kind is not known. */
    static Optional<byte[]> here() {
        return Machine.of(System.getProperty("os.arch", "")).map(known -> new SeccompFilter().write(known));
    }

    private byte[] write(Machine machine) {
        step(LOAD, 0, 0, MACHINE);
        step(JUMP_EQUAL, 1, 0, machine.audit);
        step(RETURN, 0, 0, ERROR | ENOSYS);
        step(LOAD, 0, 0, NUMBER);
        if (machine == Machine.X86_64) {
            // Numbers of another way to call the same kernel.
            step(JUMP_NOT_LESS, 0, 1, 0x40000000);
            step(RETURN, 0, 0, ERROR | ENOSYS);
        }
        for (int number : forbidden(machine)) {
            step(JUMP_EQUAL, 0, 1, number);
            step(RETURN, 0, 0, ERROR | EPERM);
        }
        // A library that is told so makes a process in the older way, whose arguments can be looked at.
        step(JUMP_EQUAL, 0, 1, machine.clone3);
        step(RETURN, 0, 0, ERROR | ENOSYS);
        step(JUMP_EQUAL, 0, 4, machine.clone);
        step(LOAD, 0, 0, FIRST);
        step(JUMP_ANY_BIT, 0, 1, CLONE_NEW);
        step(RETURN, 0, 0, ERROR | EPERM);
        step(RETURN, 0, 0, ALLOW);
        step(JUMP_EQUAL, 0, 5, machine.ioctl);
        step(LOAD, 0, 0, SECOND);
        step(JUMP_EQUAL, 1, 0, TIOCSTI);
        step(JUMP_EQUAL, 0, 1, TIOCLINUX);
        step(RETURN, 0, 0, ERROR | EPERM);
        step(RETURN, 0, 0, ALLOW);
        step(JUMP_EQUAL, 0, FAMILIES.size() + 2, machine.socket);
        step(LOAD, 0, 0, FIRST);
        for (int i = 0; i < FAMILIES.size(); i++) {
            step(JUMP_EQUAL, FAMILIES.size() - i, 0, FAMILIES.get(i));
        }
        step(RETURN, 0, 0, ERROR | EAFNOSUPPORT);
        step(RETURN, 0, 0, ALLOW);
        ByteBuffer bytes = ByteBuffer.allocate(program.size() * BYTES).order(ByteOrder.nativeOrder());
        for (int[] step : program) {
            bytes.putShort((short) step[0])
                    .put((byte) step[1])
                    .put((byte) step[2])
                    .putInt(step[3]);
        }
        return bytes.array();
    }

    private void step(int code, int ifSo, int ifNot, int value) {
        program.add(new int[] {code, ifSo, ifNot, value});
    }

    private static List<Integer> forbidden(Machine machine) {
        int column = machine == Machine.X86_64 ? 1 : 2;
        return DataFile.of("syscalls.txt").stream()
                .map(line -> Arrays.asList(line.split(" +")))
                .map(fields -> Integer.valueOf(fields.get(column)))
                .toList();
    }
}
