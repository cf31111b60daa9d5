// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.all.Inputs;
import dev.lockstep.agent.reader.all.Mutations;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Signal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From kernel logs to the first cause.
@SuppressWarnings({"StringConcatToTextBlock", "InlineFormatString"}) // Lines stand as files have them.
class KernelTest {
    private static Inputs log(String... lines) {
        return Inputs.of("kern.log", String.join("\n", lines) + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "13, gpu.xid, P1",
        "31, gpu.xid, P2",
        "43, gpu.xid, P2",
        "48, gpu.xid, P0",
        "63, gpu.xid, P2",
        "64, gpu.xid, P1",
        "74, gpu.nvlink, P0",
        "79, gpu.fallen_off_bus, P0",
        "94, gpu.xid, P1",
        "95, gpu.xid, P0",
        "119, gpu.xid, P0",
        "45, gpu.xid, P2",
        "154, gpu.xid, P2",
        "777, gpu.xid, P1"
    })
    void knowsWhatNumbersMean(int xid, String signal, Severity severity) {
        Conclusion conclusion = log("[  12.500000] NVRM: Xid (PCI:0000:3b:00): " + xid
                        + ", pid=77, name=train, Ch 00000001")
                .conclusions()
                .getFirst();

        assertThat(conclusion.signal().text()).isEqualTo(signal);
        assertThat(conclusion.severity()).isEqualTo(severity);
        assertThat(conclusion.facts().get("pci")).startsWith("0000:3b:00");
    }

    @Test
    void foldsACascadeOfOneGpuToItsFirstCause() {
        Inputs inputs = log(
                "Jun  4 01:00:09 gpu-a kernel: NVRM: Xid (PCI:0000:3b:00): 45, pid=77, name=train, Ch 00000001",
                "Jun  4 01:00:03 gpu-a kernel: NVRM: Xid (PCI:0000:3b:00): 48, pid=77, name=train, DBE (double bit"
                        + " error)",
                "Jun  4 01:00:03 gpu-a kernel: NVRM: Xid (PCI:0000:3b:00): 63, pid=77, name=train, Row Remapper",
                "Jun  4 01:00:10 gpu-a kernel: NVRM: Xid (PCI:0000:3b:00): 154, GPU recovery action changed");

        Conclusion fault = inputs.only(Signal.GPU_XID);

        assertThat(fault.facts())
                .containsEntry("xid", "48")
                .containsEntry("host", "gpu-a")
                .containsEntry("pid", "77");
        assertThat(inputs.diagnosis().incidents()).isEqualTo(1);
    }

    @Test
    void findsTheGpuThatTheFabricsFaultsComeFrom() {
        Inputs inputs = log(
                "[Mon Mar  2 10:00:00 2026] NVRM: Xid (PCI:0000:1a:00): 145, RLW_RXPIPE Nonfatal XC0 i0 Link 03"
                        + " (0x00000004)",
                "[Mon Mar  2 10:00:00 2026] NVRM: Xid (PCI:0000:2b:00): 145, RLW_RXPIPE Nonfatal XC0 i0 Link 07"
                        + " (0x00000004)",
                "[Mon Mar  2 10:00:01 2026] NVRM: Xid (PCI:0000:3c:00): 149, NETIR_LINK_EVT Fatal XC0 i0 Link 09"
                        + " (0x025001c6)");

        Conclusion fault = inputs.only(Signal.GPU_NVLINK);

        assertThat(fault.severity()).isEqualTo(Severity.P0);
        assertThat(fault.facts())
                .containsEntry("pci", "0000:3c:00")
                .containsEntry("xid", "149")
                .containsEntry("link", "9");
        assertThat(fault.facts().get("secondary")).contains("0000:1a:00").contains("0000:2b:00");
    }

    @Test
    void saysThatTheCauseOfACleanUpIsNotInTheLog() {
        Conclusion fault = log("NVRM: Xid (PCI:0000:3b:00): 45, pid=77, name=train, Ch 00000001")
                .only(Signal.GPU_XID);

        assertThat(fault.sentence()).contains("not in this log");
    }

    @Test
    void keepsFaultsOfDifferentGpusApart() {
        Inputs inputs = log(
                "[Mon Mar  2 10:00:00 2026] NVRM: Xid (PCI:0000:1a:00): 119, pid=5, name=train, Timeout waiting for"
                        + " RPC from GSP",
                "[Mon Mar  2 10:00:05 2026] NVRM: Xid (PCI:0000:2b:00): 31, pid=6, name=other, MMU Fault");

        assertThat(inputs.signals()).containsExactly("gpu.xid", "gpu.xid");
        assertThat(inputs.diagnosis().incidents()).isEqualTo(2);
    }

    @Test
    void seesAGpuFallOffTheBusWithoutANumber() {
        Conclusion fault = log(
                        "[  99.100000] NVRM: The NVIDIA GPU 0000:d8:00.0",
                        "               NVRM: (PCI ID: 10de:2330) installed in this system has",
                        "               NVRM: fallen off the bus and is not responding to commands.")
                .only(Signal.GPU_FALLEN_OFF_BUS);

        assertThat(fault.facts()).containsEntry("pci", "0000:d8:00.0");
    }

    @Test
    void foldsTheLinesOfASwitchAndTheGpusBehindIt() {
        Inputs inputs = log(
                "[ 500.100000] nvidia-nvswitch2: SXid (PCI:0000:c3:00.0): 20034, Fatal, Link 30 LTSSM Fault Up",
                "[ 500.100100] nvidia-nvswitch2: SXid (PCI:0000:c3:00.0): 20034, Severity 1 Engine instance 30"
                        + " Sub-engine instance 00",
                "[ 500.100200] nvidia-nvswitch2: SXid (PCI:0000:c3:00.0): 20034, Data {0x00000040, 0x00000040}",
                "[ 500.200000] NVRM: Xid (PCI:0000:1a:00): 74, pid=5, name=train, NVLink: fatal error detected on link"
                        + " 4",
                "[ 500.300000] NVRM: Xid (PCI:0000:1a:00): 45, pid=5, name=train, Ch 00000008");

        Conclusion fault = inputs.only(Signal.NVSWITCH_SXID);

        assertThat(fault.severity()).isEqualTo(Severity.P0);
        assertThat(fault.facts()).containsEntry("sxid", "20034");
        assertThat(inputs.diagnosis().incidents()).isEqualTo(1);
    }

    @Test
    void wakesNobodyForASwitchThatSaysItIsNotFatal() {
        assertThat(log("[ 38.17] nvidia-nvswitch3: SXid (PCI:0000:04:00.0): 22013, Non-fatal, Link 44 Minion Link"
                                + " DLREQ interrupt")
                        .only(Signal.NVSWITCH_SXID)
                        .severity())
                .isEqualTo(Severity.P2);
    }

    @Test
    void joinsIdentityLinesOfVirtualMachines() {
        Conclusion fault = log(
                        "[Tue Jan  6 23:14:18 2026] NVRM: GPU at PCI:0000:00:05:"
                                + " GPU-12345678-0000-0000-0000-000000000005",
                        "[Tue Jan  6 23:14:18 2026] NVRM: GPU Board Serial Number: 1650000000000",
                        "[Tue Jan  6 23:14:18 2026] NVRM: Xid (PCI:0000:00:05): 94, pid='<unknown>', name=<unknown>,"
                                + " Contained. RST: Yes")
                .only(Signal.GPU_XID);

        assertThat(fault.facts())
                .containsEntry("uuid", "GPU-12345678-0000-0000-0000-000000000005")
                .containsEntry("pid", "unknown")
                .containsEntry("reset_needed", "true");
    }

    @Test
    void seesProcessesKilledForMemory() {
        Conclusion killed =
                log("Jun  4 01:00:09 gpu-a kernel: Memory cgroup out of memory: Killed process 4242 (python3)"
                                + " total-vm:1kB")
                        .only(Signal.RESOURCE_OOM);

        assertThat(killed.severity()).isEqualTo(Severity.P0);
        assertThat(killed.facts()).containsEntry("pid", "4242").containsEntry("process", "python3");
    }

    @Test
    void tellsAFlapFromALinkThatStaysDown() {
        String down = "[ 900.000000] mlx5_core 0000:5e:00.0 ens1f0: Link down";
        String up = "[ 905.000000] mlx5_core 0000:5e:00.0 ens1f0: Link up";

        assertThat(log(down, up).only(Signal.NET_PORT_EVENT).severity()).isEqualTo(Severity.P2);
        assertThat(log(down).only(Signal.NET_PORT_EVENT).severity()).isEqualTo(Severity.P1);
        assertThat(log("[ 12.000000] mlx5_core 0000:5e:00.0 ens1f0: Link down", up)
                        .signals())
                .containsExactly("info.parsed");
    }

    @Test
    void leavesOtherLinesAlone() {
        assertThat(log("[ 1.0] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  570.1", "usb 1-1: new device")
                        .signals())
                .containsExactly("info.parsed");
        assertThat(log("usb 1-1: new device").signals()).isEmpty();
    }

    @Test
    void bearsTenThousandDamagedLogs() {
        byte[] bytes = """
            [ 500.100000] nvidia-nvswitch2: SXid (PCI:0000:c3:00.0): 20034, Fatal, Link 30 LTSSM Fault Up
            [Tue Jan  6 23:14:18 2026] NVRM: Xid (PCI:0000:00:05): 94, pid='<unknown>', name=<unknown>, Contained
            Jun  4 01:00:09 gpu-a kernel: NVRM: Xid (PCI:0000:3b:00): 45, pid=77, name=x, caused by previous Xid 149
            [  99.100000] NVRM: The NVIDIA GPU 0000:d8:00.0
            NVRM: fallen off the bus and is not responding to commands.
            2026-01-25T10:34:54,859532+00:00 gpu-b kernel: Out of memory: Killed process 4242 (python3)
            """.getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < 10_000; seed++) {
            assertThat(new Inputs().and("kern.log", Mutations.of(bytes, seed)).conclusions())
                    .as("seed %d", seed)
                    .isNotNull();
        }
    }

    @Test
    void putsLinesOfAllWritersWithoutAYearIntoOne() {
        assertThat(Stamp.of(Line.of(1, "Feb 29 09:00:00 node07 kernel: usb 1-1"))
                        .moment()
                        .map(Moment::millis))
                .isEqualTo(Stamps.glog("E0229 09:00:00.000000 1 a.cc:1] b").map(Moment::millis))
                .isPresent();
    }
}
