// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import dev.lockstep.simulator.dcgm.SimulatedGpu;
import dev.lockstep.simulator.scenario.Symptom;
import dev.lockstep.simulator.scenario.Symptom.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The NICs of one node and its kernel log, as they are so many seconds after each symptom began. Not for several
/// threads.
final class FakeNode {
    /// A port that flaps is down for the first second of so many.
    private static final int FLAP_SECONDS = 4;

    private static final long WORDS_PER_SECOND = 500_000_000;
    private static final String NARROW = "4";
    static final String OLD_FIRMWARE = "28.38.1002";
    private static final long BEFORE = 1_000;

    /// A symptom of this node that has begun.
    ///
    /// @param seconds since then
    record Begun(Symptom symptom, long seconds) {}

    private final SysTree sys;
    private final Path kernelLog;
    private final Set<Symptom> reported = new HashSet<>();

    private FakeNode(SysTree sys, Path kernelLog) {
        this.sys = sys;
        this.kernelLog = kernelLog;
    }

    static FakeNode make(Path folder, int gpus) throws IOException {
        Files.createDirectories(folder);
        Path kernelLog = Files.writeString(folder.resolve("kernel.log"), "");
        FakeNode node = new FakeNode(SysTree.make(folder.resolve("sys"), gpus), kernelLog);
        node.tell(0, List.of());
        return node;
    }

    Path sysfs() {
        return sys.root();
    }

    Path kernelLog() {
        return kernelLog;
    }

    /// Writes all that has changed.
    ///
    /// @param seconds that the job has run
    void tell(long seconds, List<Begun> begun) throws IOException {
        for (int index = 0; index < sys.gpus(); index++) {
            int own = index;
            tellNic(
                    index,
                    seconds,
                    begun.stream()
                            .filter(each -> each.symptom().rank() % sys.gpus() == own)
                            .toList());
        }
        for (Begun each : begun) {
            if (each.symptom().kind() == Kind.XID && reported.add(each.symptom())) {
                report(each.symptom(), seconds);
            }
        }
    }

    private void tellNic(int index, long seconds, List<Begun> begun) throws IOException {
        long flapping = since(begun, Kind.FLAPPING_NIC);
        boolean isDown = flapping > 0 && flapping % FLAP_SECONDS == 1;
        String port = SysTree.port(index);
        sys.write(port + "/state", isDown ? "1: DOWN" : "4: ACTIVE");
        sys.write(port + "/phys_state", isDown ? "2: Polling" : "5: LinkUp");
        boolean isReset = since(begun, Kind.COUNTER_RESET) > 0;
        long before = isReset ? 0 : BEFORE;
        long moved = (isReset ? since(begun, Kind.COUNTER_RESET) : seconds) * WORDS_PER_SECOND;
        counter(port, "counters/port_xmit_data", moved);
        counter(port, "counters/port_rcv_data", moved);
        counter(port, "counters/port_xmit_wait", before + 1_000_000 * since(begun, Kind.XMIT_WAIT));
        counter(port, "counters/link_downed", before + (flapping + FLAP_SECONDS - 1) / FLAP_SECONDS);
        counter(port, "counters/symbol_error", before + 40 * since(begun, Kind.DAMAGED_SYMBOLS));
        counter(port, "hw_counters/local_ack_timeout_err", before + 3 * since(begun, Kind.LOSSY_LINK));
        counter(port, "hw_counters/out_of_sequence", before + 17 * since(begun, Kind.LOSSY_LINK));
        if (since(begun, Kind.PCIE_DOWNGRADE) > 0) {
            sys.write(SysTree.nic(index) + "/current_link_width", NARROW);
        }
        if (since(begun, Kind.NARROW_GPU) > 0) {
            sys.write(SysTree.gpu(index) + "/current_link_width", NARROW);
        }
        if (begun.stream().anyMatch(each -> each.symptom().kind() == Kind.ODD_FIRMWARE)) {
            sys.write(SysTree.infiniband(index) + "/fw_ver", OLD_FIRMWARE);
        }
    }

    private void counter(String port, String name, long value) throws IOException {
        sys.write(port + "/" + name, Long.toString(value));
    }

    /// Seconds since a symptom began, counted from 1; 0 where there is none.
    private static long since(List<Begun> begun, Kind kind) {
        return begun.stream()
                .filter(each -> each.symptom().kind() == kind)
                .mapToLong(each -> each.seconds() + 1)
                .max()
                .orElse(0);
    }

    private void report(Symptom symptom, long seconds) throws IOException {
        String busId = SimulatedGpu.of(0, symptom.rank() % sys.gpus())
                .pciBusId()
                .substring(4, 12)
                .toLowerCase(Locale.ROOT);
        String line = String.format(
                Locale.ROOT,
                "[%5d.000000] NVRM: Xid (PCI:%s00): %d, pid='<unknown>', name=<unknown>%n",
                10_000 + seconds,
                busId,
                symptom.xid());
        Files.writeString(kernelLog, line, StandardOpenOption.APPEND);
    }
}
