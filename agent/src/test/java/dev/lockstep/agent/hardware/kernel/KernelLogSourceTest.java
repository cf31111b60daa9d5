// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.device.DeviceFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelLogSourceTest {
    private static final Instant NOW = Instant.ofEpochSecond(10);

    @TempDir
    private Path directory;

    private Path file;
    private KernelLogSource source;

    @BeforeEach
    void open() throws IOException {
        file = Files.createFile(directory.resolve("kern.log"));
        source = new KernelLogSource(file, bus -> bus.equals("0000:1b:00.0") ? OptionalInt.of(3) : OptionalInt.empty());
    }

    private void append(String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n", StandardOpenOption.APPEND);
    }

    private List<String> told() {
        return ((Reading.Fresh) source.read(NOW))
                .devices().faults().stream().map(KernelLogSourceTest::words).toList();
    }

    private static String words(DeviceFault fault) {
        String code = fault.code().isPresent() ? " " + fault.code().getAsInt() : "";
        String gpu = fault.gpu().isPresent() ? " gpu" + fault.gpu().getAsInt() : "";
        return fault.kind().label() + code + " " + fault.pciBusId().orElse("?") + gpu
                + (fault.isRoot() ? " began" : " followed") + " x" + fault.count();
    }

    @Test
    void foldsACascadeToItsFirstCause() throws IOException {
        append(
                "[  100.100000] NVRM: Xid (PCI:0000:1b:00): 48, pid=4711, name=python, DBE (double bit error)",
                "[  100.200000] NVRM: Xid (PCI:0000:1b:00): 45, pid=4711, name=python, Ch 00000008");

        assertThat(told()).containsExactly("xid 48 0000:1b:00.0 gpu3 began x1", "xid 45 0000:1b:00.0 gpu3 followed x1");
    }

    @Test
    void followsWhatIsAppended() throws IOException {
        append("[  100.000000] NVRM: Xid (PCI:0000:1b:00): 74, NVLink: fatal error detected on link 5");
        assertThat(told()).hasSize(1);

        append("[  105.000000] NVRM: Xid (PCI:0000:1b:00): 45, pid=1, Ch 00000008");

        assertThat(told()).containsExactly("xid 74 0000:1b:00.0 gpu3 began x1", "xid 45 0000:1b:00.0 gpu3 followed x1");
        assertThat(told()).as("read again, counted once").hasSize(2);
    }

    @Test
    void takesAnXid45AfterAKilledJobForNoCause() throws IOException {
        append("[  100.000000] NVRM: Xid (PCI:0000:1b:00): 45, pid=4711, name=python, Ch 00000008");

        assertThat(told()).containsExactly("xid 45 0000:1b:00.0 gpu3 followed x1");
    }

    @Test
    void seesAGpuFallOffTheBusWithoutAnXid() throws IOException {
        append(
                "[  100.000000] NVRM: GPU at PCI:0000:1b:00: GPU-12345678-1234-1234-1234-123456789012",
                "[  100.000000] NVRM: The NVIDIA GPU 0000:1b:00.0",
                "[  100.000001] NVRM: (PCI ID: 10de:2330) installed in this system has",
                "[  100.000002] NVRM: fallen off the bus and is not responding to commands.");

        assertThat(told()).containsExactly("off_bus 0000:1b:00.0 gpu3 began x1");
    }

    @Test
    void countsAnSxidOfASwitch() throws IOException {
        append("[  100.000000] nvidia-nvswitch0: SXid (PCI:0000:84:00.0): 20034, Fatal, Link 30 LTSSM Fault Up");

        assertThat(told()).containsExactly("sxid 20034 0000:84:00.0 began x1");
    }

    @Test
    void beginsAnewWhereTheFileWasRotated() throws IOException {
        append("[  100.000000] NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.", "x".repeat(200));
        told();
        Files.writeString(file, "[  200.000000] NVRM: Xid (PCI:0000:1c:00): 48, DBE\n");

        assertThat(told()).contains("xid 48 0000:1c:00.0 began x1");
    }

    @Test
    void isAbsentWhereThereIsNone() {
        assertThat(new KernelLogSource(directory.resolve("none"), bus -> OptionalInt.empty()).read(NOW))
                .isInstanceOf(Reading.Absent.class);
    }

    @Test
    void printsARecordOfTheRingAsDmesgDoes() {
        assertThat(RingLog.line("4,339,5140900,-;NVRM: Xid (PCI:0000:1b:00): 79, bus\n SUBSYSTEM=pci"))
                .isEqualTo("[    5.140900] NVRM: Xid (PCI:0000:1b:00): 79, bus");
        assertThat(RingLog.line("no record")).isEqualTo("no record");
    }
}
