// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.dcgm;

import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.LinkError;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What dcgm-exporter's metrics tell, by their names of today and those of its first versions (`dcgm_gpu_temp`). What
/// it calls a counter and is a rate (`DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL`, `DCGM_FI_PROF_NVLINK_TX_BYTES`) is not here.
final class DcgmNames {
    /// What a metric tells of its GPU.
    sealed interface Use {
        /// Goes up and down; times `unit` it is in the gauge's own.
        record Gauge(GpuGauge gauge, double unit) implements Use {}

        /// Only grows.
        record Count(GpuCount count) implements Use {}

        /// Errors of all NVLinks of the GPU.
        record NvLink(LinkError error) implements Use {}

        /// Why its clock is low, as NVML's mask.
        record Reasons() implements Use {}

        /// The last Xid: it stays until the next one.
        record LastXid() implements Use {}
    }

    private static final double MEGA = 1e6;
    private static final double MEBI = 1 << 20;
    private static final Map<String, Use> USES = new HashMap<>();

    static {
        gauge(GpuGauge.TEMPERATURE, 1, "DCGM_FI_DEV_GPU_TEMP", "dcgm_gpu_temp");
        gauge(GpuGauge.MEMORY_TEMPERATURE, 1, "DCGM_FI_DEV_MEMORY_TEMP", "dcgm_memory_temp");
        gauge(GpuGauge.POWER, 1, "DCGM_FI_DEV_POWER_USAGE", "dcgm_power_usage");
        gauge(GpuGauge.SM_CLOCK, MEGA, "DCGM_FI_DEV_SM_CLOCK", "dcgm_sm_clock");
        gauge(GpuGauge.MEMORY_CLOCK, MEGA, "DCGM_FI_DEV_MEM_CLOCK", "dcgm_memory_clock");
        gauge(GpuGauge.UTILIZATION, 0.01, "DCGM_FI_DEV_GPU_UTIL", "dcgm_gpu_utilization");
        gauge(GpuGauge.MEMORY_USED, MEBI, "DCGM_FI_DEV_FB_USED", "dcgm_fb_used");
        gauge(GpuGauge.REMAP_FAILED, 1, "DCGM_FI_DEV_ROW_REMAP_FAILURE");
        gauge(GpuGauge.REMAP_PENDING, 1, "DCGM_FI_DEV_ROW_REMAP_PENDING");
        count(GpuCount.ECC_CORRECTED, "DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", "dcgm_ecc_sbe_aggregate_total");
        count(GpuCount.ECC_UNCORRECTED, "DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", "dcgm_ecc_dbe_aggregate_total");
        count(GpuCount.ROWS_CORRECTED, "DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS");
        count(GpuCount.ROWS_UNCORRECTED, "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS");
        link(
                LinkError.RETRANSMIT,
                "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL",
                "dcgm_nvlink_replay_error_count_total");
        link(
                LinkError.RECOVERY,
                "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL",
                "dcgm_nvlink_recovery_error_count_total");
        link(
                LinkError.SYMBOL,
                "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL",
                "dcgm_nvlink_flit_crc_error_count_total");
        link(
                LinkError.RECEIVE,
                "DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL",
                "dcgm_nvlink_data_crc_error_count_total");
        USES.put("DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", new Use.Reasons());
        USES.put("DCGM_FI_DEV_CLOCKS_EVENT_REASONS", new Use.Reasons());
        USES.put("DCGM_FI_DEV_XID_ERRORS", new Use.LastXid());
        USES.put("dcgm_xid_errors", new Use.LastXid());
    }

    private DcgmNames() {}

    static Optional<Use> useOf(String name) {
        return Optional.ofNullable(USES.get(name));
    }

    private static void gauge(GpuGauge gauge, double unit, String... names) {
        for (String name : names) {
            USES.put(name, new Use.Gauge(gauge, unit));
        }
    }

    private static void count(GpuCount count, String... names) {
        for (String name : names) {
            USES.put(name, new Use.Count(count));
        }
    }

    private static void link(LinkError error, String... names) {
        for (String name : names) {
            USES.put(name, new Use.NvLink(error));
        }
    }
}
