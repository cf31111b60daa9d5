// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.ArrayList;
import java.util.List;

/// The families about GPUs: from NVML, or from dcgm-exporter where it runs, and about what their driver told the
/// kernel.
public final class DeviceGpuMetrics {
    private static final String GPUS = "GPUs";
    private static final List<MetricLabel> GPU = List.of(MetricLabel.NODE, MetricLabel.GPU, MetricLabel.UUID);

    /// What it is.
    public static final MetricFamily INFO = new MetricFamily(
            "lockstep_device_gpu_info",
            MetricKind.INFO,
            MetricUnit.NONE,
            "What a GPU is and what runs it.",
            with(MetricLabel.PCI_BUS_ID, MetricLabel.MODEL, MetricLabel.VBIOS, MetricLabel.DRIVER, MetricLabel.FABRIC),
            GPUS,
            NcclMetrics.V1);

    /// Heat.
    public static final MetricFamily TEMPERATURE = gauge(
            "lockstep_device_gpu_temperature_celsius",
            "Temperature of a GPU's core and of its memory.",
            with(MetricLabel.SENSOR),
            "GPUs × 1 or 2");

    /// Power.
    public static final MetricFamily POWER =
            gauge("lockstep_device_gpu_power_watts", "Power that a GPU takes.", GPU, GPUS);

    /// Power it may take.
    public static final MetricFamily POWER_LIMIT =
            gauge("lockstep_device_gpu_power_limit_watts", "Power that a GPU may take.", GPU, GPUS);

    /// Clocks.
    public static final MetricFamily CLOCK = gauge(
            "lockstep_device_gpu_clock_hertz",
            "Clock of a GPU: of its multiprocessors (`sm`), the highest that they may have (`sm_max`), of its memory.",
            with(MetricLabel.CLOCK),
            "GPUs × 3 at most");

    /// Why its clock is low.
    public static final MetricFamily THROTTLED = gauge(
            "lockstep_device_gpu_throttled",
            "1 while the reason holds a GPU's clock down, 0 while it does not. Idle and the power cap are usual.",
            with(MetricLabel.REASON),
            "GPUs × 9");

    /// How busy.
    public static final MetricFamily UTILIZATION = gauge(
            "lockstep_device_gpu_utilization_ratio",
            "Share of the last moment in which a kernel ran on a GPU. A rank that waits in NCCL counts as busy.",
            GPU,
            GPUS);

    /// Memory.
    public static final MetricFamily MEMORY_USED = new MetricFamily(
            "lockstep_device_gpu_memory_used_bytes",
            MetricKind.GAUGE,
            MetricUnit.BYTES,
            "Memory of a GPU in use.",
            GPU,
            GPUS,
            NcclMetrics.V1);

    /// Its traffic with the host.
    public static final MetricFamily PCIE = gauge(
            "lockstep_device_gpu_pcie_bytes_per_second",
            "Bytes a second over a GPU's PCIe link, in a sample of a few milliseconds: no counter, and no mean.",
            with(MetricLabel.DIRECTION),
            "GPUs × 2");

    /// Who uses it.
    public static final MetricFamily PROCESSES =
            gauge("lockstep_device_gpu_processes", "Processes that use a GPU.", GPU, GPUS);

    /// Memory errors.
    public static final MetricFamily ECC_ERRORS = counter(
            "lockstep_device_gpu_ecc_errors_total",
            "Memory errors in the life of a GPU, corrected or not (`ecc`).",
            with(MetricLabel.ECC),
            "GPUs × 2");

    /// Rows replaced.
    public static final MetricFamily ROWS_REMAPPED = counter(
            "lockstep_device_gpu_rows_remapped_total",
            "Memory rows of a GPU that were replaced, after corrected or uncorrected errors (`ecc`).",
            with(MetricLabel.ECC),
            "GPUs × 2");

    /// Rows to be replaced.
    public static final MetricFamily REMAP_PENDING = gauge(
            "lockstep_device_gpu_row_remap_pending",
            "1 while memory rows of a GPU wait for its next reset to be replaced.",
            GPU,
            GPUS);

    /// Rows that could not be replaced.
    public static final MetricFamily REMAP_FAILED = gauge(
            "lockstep_device_gpu_row_remap_failed", "1 if replacing a memory row of a GPU has failed.", GPU, GPUS);

    /// What its driver said.
    public static final MetricFamily FAULTS = counter(
            "lockstep_device_gpu_faults_total",
            "Messages of NVIDIA's driver since the agent started: numbered ones (`xid`, `sxid` with their `code`), a"
                    + " GPU off the bus, a GPU that must be reset. What only followed from another one has"
                    + " `cause=\"other\"`.",
            List.of(
                    MetricLabel.NODE,
                    MetricLabel.GPU,
                    MetricLabel.PCI_BUS_ID,
                    MetricLabel.EVENT,
                    MetricLabel.CODE,
                    MetricLabel.CAUSE),
            "faults that occurred, 256 at most; usually none");

    private DeviceGpuMetrics() {}

    static List<MetricFamily> all() {
        return List.of(
                INFO,
                TEMPERATURE,
                POWER,
                POWER_LIMIT,
                CLOCK,
                THROTTLED,
                UTILIZATION,
                MEMORY_USED,
                PCIE,
                PROCESSES,
                ECC_ERRORS,
                ROWS_REMAPPED,
                REMAP_PENDING,
                REMAP_FAILED,
                FAULTS);
    }

    private static List<MetricLabel> with(MetricLabel... more) {
        List<MetricLabel> labels = new ArrayList<>(GPU);
        labels.addAll(List.of(more));
        return labels;
    }

    private static MetricFamily gauge(String name, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.GAUGE, MetricUnit.NONE, help, labels, series, NcclMetrics.V1);
    }

    private static MetricFamily counter(String name, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.COUNTER, MetricUnit.NONE, help, labels, series, NcclMetrics.V1);
    }
}
