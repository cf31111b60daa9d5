// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.Severity;
import java.util.HashMap;
import java.util.Map;

/// What an Xid number stands for.
///
/// @param name in a few words
/// @param severity where the message itself says nothing
record Xid(int number, String name, Family family, Severity severity) {
    /// Where the cause is to be looked for.
    enum Family {
        /// The program on the GPU, rarely the GPU.
        APPLICATION,
        /// The GPU's memory.
        MEMORY,
        /// The GPU, its firmware or its PCIe link.
        DEVICE,
        /// NVLink: this GPU or its peer.
        NVLINK,
        /// It follows from another one.
        FOLLOW_UP,
        /// Worth a look, stops nothing.
        NOTICE
    }

    private static final Map<Integer, Xid> KNOWN = new HashMap<>();

    static {
        application(Severity.P1, 13, "graphics engine exception");
        application(Severity.P2, 31, "memory page fault of the application");
        application(Severity.P2, 43, "the application's channel was stopped");
        application(Severity.P2, 68, "video processor exception");
        application(Severity.P2, 69, "graphics engine class error");
        follow(45, "clean-up after an earlier error");
        follow(154, "recovery action changed");
        notice(32, "invalid or corrupted push buffer");
        notice(59, "internal micro-controller error");
        notice(63, "a memory row will be remapped");
        notice(92, "many single-bit ECC errors");
        notice(93, "non-fatal violation of provisioned InfoROM wear limit");
        notice(121, "corrected error of the C2C link");
        notice(136, "link training changed");
        notice(160, "a memory channel was repaired");
        memory(Severity.P0, 48, "double-bit ECC error");
        memory(Severity.P1, 64, "remapping a memory row failed");
        memory(Severity.P1, 94, "contained memory error");
        memory(Severity.P0, 95, "uncontained memory error");
        memory(Severity.P0, 140, "unrecovered ECC error");
        memory(Severity.P1, 156, "resource retirement");
        memory(Severity.P0, 157, "resource retirement failed");
        device(Severity.P1, 8, "GPU stopped processing");
        device(Severity.P1, 38, "driver firmware error");
        device(Severity.P0, 46, "GPU stopped processing");
        device(Severity.P0, 56, "display engine error");
        device(Severity.P0, 61, "micro-controller breakpoint");
        device(Severity.P0, 62, "micro-controller halted");
        device(Severity.P0, 79, "GPU has fallen off the bus");
        device(Severity.P1, 80, "corrupted data sent to the GPU");
        device(Severity.P0, 109, "context switch timeout");
        device(Severity.P0, 110, "security fault");
        device(Severity.P0, 119, "GSP did not answer");
        device(Severity.P0, 120, "GSP error");
        device(Severity.P1, 122, "SPI of the PMU failed");
        device(Severity.P1, 123, "PMU did not answer");
        device(Severity.P0, 143, "GPU could not be started");
        device(Severity.P0, 151, "key rotation error");
        device(Severity.P0, 155, "NVLink software error");
        device(Severity.P0, 158, "fatal timeout of the GPU");
        nvlink(Severity.P0, 74, "NVLink error");
        nvlink(Severity.P1, 137, "NVLink privilege error: a peer's illegal access arrived here");
        for (int number = 144; number <= 150; number++) {
            nvlink(Severity.P1, number, "NVLink fault");
        }
    }

    private static void application(Severity severity, int number, String name) {
        put(number, name, Family.APPLICATION, severity);
    }

    private static void memory(Severity severity, int number, String name) {
        put(number, name, Family.MEMORY, severity);
    }

    private static void device(Severity severity, int number, String name) {
        put(number, name, Family.DEVICE, severity);
    }

    private static void nvlink(Severity severity, int number, String name) {
        put(number, name, Family.NVLINK, severity);
    }

    private static void follow(int number, String name) {
        put(number, name, Family.FOLLOW_UP, Severity.P2);
    }

    private static void notice(int number, String name) {
        put(number, name, Family.NOTICE, Severity.P2);
    }

    private static void put(int number, String name, Family family, Severity severity) {
        KNOWN.put(number, new Xid(number, name, family, severity));
    }

    /// The number's meaning; an unknown one is taken for a fault of the device.
    static Xid of(int number) {
        Xid known = KNOWN.get(number);
        return known == null ? new Xid(number, "Xid " + number, Family.DEVICE, Severity.P1) : known;
    }
}
