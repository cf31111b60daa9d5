// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.core.model.device.DeviceFault;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.Throttle;
import dev.lockstep.core.model.trouble.Trouble;
import dev.lockstep.core.wire.WireLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The few facts of the node's hardware that a brain weighs: what is wrong, what is counted of it, and versions.
public final class HardwareFacts {
    /// Kinds of errors of jobs that are told; what is over is left out.
    static final int ERRORS_MAX = 128;

    private static final int DEVICE_CHARS_MAX = 120;

    private final List<HardwareFact> facts = new ArrayList<>();

    private HardwareFacts() {}

    /// Of what all sources say of hardware.
    public static List<HardwareFact> of(List<DeviceReport> reports) {
        return of(reports, List.of());
    }

    /// Of what all sources say, of jobs' trouble too; what is over the limit is left out, the last things first.
    public static List<HardwareFact> of(List<DeviceReport> reports, List<Trouble> troubles) {
        HardwareFacts made = new HardwareFacts();
        made.addErrors(troubles);
        DeviceReport.faultsOfFirst(reports).forEach(made::add);
        reports.forEach(report -> report.gpus().forEach(made::add));
        reports.forEach(report -> report.links().forEach(made::add));
        return List.copyOf(made.facts);
    }

    /// What only followed tells nothing of where it began; a user's program that fails is none of the hardware's.
    private void add(DeviceFault fault) {
        if (fault.isRoot()) {
            String code = fault.code().isPresent() ? " " + fault.code().getAsInt() : "";
            add(
                    device(fault.gpu(), fault.pciBusId()),
                    fault.gpu(),
                    Kind.FAULT,
                    fault.count(),
                    fault.kind().label() + code);
        }
    }

    /// Time-outs are left out: whoever waits tells them. Sources that tell of one thing are not added.
    private void addErrors(List<Trouble> troubles) {
        Map<List<String>, Long> most = new LinkedHashMap<>();
        troubles.stream()
                .filter(trouble -> trouble.what() == Trouble.What.ERROR && trouble.isRoot())
                .forEach(trouble -> most.merge(
                        List.of(
                                HardwareFact.JOB + trouble.jobId().orElse(""),
                                (trouble.kind() + " " + trouble.reason()).strip()),
                        trouble.count(),
                        Math::max));
        most.entrySet().stream()
                .limit(ERRORS_MAX)
                .forEach(error -> add(
                        cut(error.getKey().getFirst()),
                        OptionalInt.empty(),
                        Kind.JOB_ERROR,
                        error.getValue(),
                        error.getKey().getLast()));
    }

    /// A job's id comes from names of files too.
    private static String cut(String device) {
        return device.length() <= DEVICE_CHARS_MAX ? device : device.substring(0, DEVICE_CHARS_MAX);
    }

    private static String device(OptionalInt gpu, Optional<String> pciBusId) {
        return gpu.isPresent() ? "gpu" + gpu.getAsInt() : pciBusId.orElse("a GPU");
    }

    private void add(GpuHealth gpu) {
        OptionalInt index = gpu.gpu().index();
        String device = device(index, gpu.gpu().pciBusId());
        gpu.throttles().orElse(Set.of()).stream()
                .filter(Throttle::isFault)
                .sorted()
                .forEach(reason -> add(device, index, Kind.THROTTLED, 1, reason.label()));
        Long uncorrected = gpu.counts().get(GpuCount.ECC_UNCORRECTED);
        if (uncorrected != null) {
            add(device, index, Kind.ECC_UNCORRECTED, uncorrected, "");
        }
        boolean isWorn = gpu.gauges().getOrDefault(GpuGauge.REMAP_PENDING, 0.0) > 0
                || gpu.gauges().getOrDefault(GpuGauge.REMAP_FAILED, 0.0) > 0;
        if (isWorn) {
            add(device, index, Kind.ROW_REMAP, 1, "");
        }
        gpu.identity().vbios().ifPresent(version -> add(device, index, Kind.FIRMWARE, 1, version));
        gpu.identity().driver().ifPresent(version -> add(device, index, Kind.DRIVER, 1, version));
    }

    /// Plain Ethernet is left out: NCCL's traffic that matters is counted at the port beside it.
    private void add(DeviceLink link) {
        if (link.kind() == LinkKind.ETHERNET) {
            return;
        }
        String device = link.device();
        if (link.kind() == LinkKind.PCIE && link.rate().isNarrowed()) {
            String lanesMax = Integer.toString(link.rate().lanesMax().orElse(0));
            add(device, link.gpu(), Kind.PCIE_NARROW, link.rate().lanes().orElse(0), lanesMax);
        }
        List<LinkError> costly = link.totals().errors().keySet().stream()
                .filter(LinkError::isCostly)
                .toList();
        if (!costly.isEmpty()) {
            long errors = costly.stream().mapToLong(link.totals()::of).sum();
            add(device, link.gpu(), Kind.LINK_ERRORS, errors, "");
        }
        if (link.totals().errors().containsKey(LinkError.SYMBOL)) {
            add(device, link.gpu(), Kind.LINK_MENDED, link.totals().of(LinkError.SYMBOL), "");
        }
        if (link.totals().errors().containsKey(LinkError.DOWN)) {
            add(device, link.gpu(), Kind.LINK_DOWNS, link.totals().of(LinkError.DOWN), "");
        }
        if (link.kind() == LinkKind.NVLINK && !link.rate().isUp().orElse(true)) {
            add(device, link.gpu(), Kind.LINK_IS_DOWN, 1, "");
        }
        link.identity().firmware().ifPresent(version -> add(device, link.gpu(), Kind.FIRMWARE, 1, version));
    }

    private void add(String device, OptionalInt gpu, Kind kind, long value, String text) {
        if (facts.size() < WireLimits.HARDWARE_MAX) {
            facts.add(new HardwareFact(device, gpu, kind, value, text));
        }
    }
}
