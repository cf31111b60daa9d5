// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleHardware;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import dev.lockstep.core.model.device.LinkTotals;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DeviceFamiliesTest {
    private static SourceSnapshot telling(String source, DeviceReport report) {
        SourceSnapshot empty = Scrape.source(source, new SourceState.Fresh());
        return new SourceSnapshot(
                source,
                empty.state(),
                List.of(),
                List.of(),
                report,
                Map.of(),
                0,
                Map.of(),
                empty.readAt(),
                empty.lastGoodAt(),
                empty.readDuration(),
                List.of());
    }

    private static DeviceReport link(LinkError error, long count) {
        return DeviceReport.ofLinks(List.of(SampleHardware.nvlink(error, count)));
    }

    @Test
    void tellsWhatALinkSuffered() {
        Scrape scrape = Scrape.of(telling("nvml", link(LinkError.RETRANSMIT, 7)));

        assertThat(scrape.value(
                        "lockstep_device_link_errors_total",
                        "kind",
                        "nvlink",
                        "device",
                        "gpu3/nvlink5",
                        "gpu",
                        "3",
                        "error",
                        "retransmit"))
                .isEqualTo(7);
        assertThat(scrape.value("lockstep_device_link_bytes_total", "direction", "recv"))
                .isEqualTo(20);
    }

    @Test
    void believesTheFirstSourceThatNamesALink() {
        Scrape scrape =
                Scrape.of(telling("nvml", link(LinkError.SYMBOL, 1)), telling("dcgm", link(LinkError.SYMBOL, 2)));

        assertThat(scrape.values("lockstep_device_link_errors_total")).containsExactly(1.0);
    }

    @Test
    void leavesOutWhatALinkDoesNotSay() {
        DeviceLink bare = new DeviceLink(
                LinkKind.IB,
                "mlx5_0:1",
                OptionalInt.empty(),
                DeviceLink.Identity.UNKNOWN,
                LinkRate.ofState(false),
                LinkTotals.NONE);

        Scrape scrape = Scrape.of(telling("nic", DeviceReport.ofLinks(List.of(bare))));

        assertThat(scrape.families().keySet().stream().filter(name -> name.startsWith("lockstep_device")))
                .containsExactly("lockstep_device_link_up");
        assertThat(scrape.value("lockstep_device_link_up")).isZero();
    }

    @Test
    void tellsAnXidApartFromWhatFollowed() {
        Scrape scrape = Scrape.of(telling(
                "kernel_log",
                DeviceReport.ofFaults(List.of(SampleHardware.xid(79, true), SampleHardware.xid(45, false)))));

        assertThat(scrape.value("lockstep_device_gpu_faults_total", "code", "79", "cause", "itself"))
                .isEqualTo(1);
        assertThat(scrape.value("lockstep_device_gpu_faults_total", "code", "45", "cause", "other"))
                .isEqualTo(1);
    }
}
