// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleHardware;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.core.model.device.DeviceFault;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import dev.lockstep.core.model.device.LinkTotals;
import dev.lockstep.core.model.trouble.Trouble;
import dev.lockstep.core.wire.WireLimits;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HardwareFactsTest {
    private static List<HardwareFact> of(DeviceLink link) {
        return HardwareFacts.of(List.of(DeviceReport.ofLinks(List.of(link))));
    }

    private static HardwareFact fact(String device, Kind kind, long value, String text) {
        return new HardwareFact(device, OptionalInt.of(3), kind, value, text);
    }

    private static Trouble error(String job, String reason, boolean isRoot, long count) {
        return new Trouble(
                Trouble.What.ERROR,
                job.isEmpty() ? Optional.empty() : Optional.of(job),
                "net.completion_error",
                reason,
                isRoot,
                count,
                new Trouble.Told(OptionalInt.empty(), "a line", 1));
    }

    private static HardwareFact told(String job, long count, String text) {
        return new HardwareFact(HardwareFact.JOB + job, OptionalInt.empty(), Kind.JOB_ERROR, count, text);
    }

    @Test
    void tellsErrorsOfJobsThatMayHaveBegunThere() {
        Trouble timeout = new Trouble(
                Trouble.What.TIMEOUT,
                Optional.of("9001"),
                "hang.unknown",
                "",
                true,
                8,
                new Trouble.Told(OptionalInt.empty(), "a line", 1));

        assertThat(HardwareFacts.of(
                        List.of(),
                        List.of(
                                error("9001", "retry_exc_err", true, 3),
                                error("9001", "retry_exc_err", true, 2),
                                error("9001", "wr_flush_err", false, 40),
                                error("", "", true, 1),
                                timeout)))
                .containsExactly(
                        told("9001", 3, "net.completion_error retry_exc_err"), told("", 1, "net.completion_error"));
    }

    @Test
    void tellsWhatABrainWeighs() {
        assertThat(HardwareFacts.of(List.of(SampleHardware.everything())))
                .containsExactly(
                        fact("gpu3", Kind.FAULT, 1, "xid 79"),
                        fact("gpu3", Kind.ECC_UNCORRECTED, 2, ""),
                        fact("gpu3", Kind.ROW_REMAP, 1, ""),
                        fact("gpu3", Kind.FIRMWARE, 1, "96.00"),
                        fact("gpu3", Kind.DRIVER, 1, "570.86"),
                        fact("gpu3/nvlink5", Kind.LINK_ERRORS, 7, ""),
                        fact("gpu3/nvlink5", Kind.FIRMWARE, 1, "570.86"));
    }

    @Test
    void tellsHowOftenALinkWentDown() {
        assertThat(of(SampleHardware.nvlink(LinkError.DOWN, 4)))
                .contains(fact("gpu3/nvlink5", Kind.LINK_DOWNS, 4, ""))
                .noneMatch(each -> each.kind() == Kind.LINK_ERRORS);
    }

    @Test
    void tellsWhatALinkMended() {
        assertThat(of(SampleHardware.nvlink(LinkError.SYMBOL, 4)))
                .contains(fact("gpu3/nvlink5", Kind.LINK_MENDED, 4, ""))
                .noneMatch(each -> each.kind() == Kind.LINK_ERRORS);
    }

    @Test
    void tellsOfLostLanes() {
        LinkRate narrow = new LinkRate(
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalInt.of(8),
                OptionalInt.of(16));
        DeviceLink link = new DeviceLink(
                LinkKind.PCIE, "gpu3", OptionalInt.of(3), DeviceLink.Identity.UNKNOWN, narrow, LinkTotals.NONE);

        assertThat(of(link)).containsExactly(fact("gpu3", Kind.PCIE_NARROW, 8, "16"));
    }

    @Test
    void leavesOutFaultsThatOnlyFollowed() {
        DeviceFault followed = SampleHardware.xid(45, false);

        assertThat(HardwareFacts.of(List.of(DeviceReport.ofFaults(List.of(followed)))))
                .isEmpty();
    }

    @Test
    void takesFaultsOfTheFirstSourceThatTellsAny() {
        DeviceReport kernel = DeviceReport.ofFaults(List.of(SampleHardware.xid(79, true)));

        assertThat(HardwareFacts.of(List.of(DeviceReport.NONE, kernel, SampleHardware.everything())))
                .filteredOn(each -> each.kind() == Kind.FAULT)
                .hasSize(1);
    }

    @Test
    void keepsTheLimitOfABatch() {
        List<DeviceLink> links = Collections.nCopies(2_000, SampleHardware.nvlink(LinkError.DOWN, 4));

        assertThat(HardwareFacts.of(List.of(DeviceReport.ofLinks(links)))).hasSize(WireLimits.HARDWARE_MAX);
    }
}
