// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

/// The fields that dcgm-exporter serves, with the types and help texts of its list of counters. What it calls bytes of
/// NVLink and PCIe are rates, so they are gauges.
enum DcgmField {
    DCGM_FI_DEV_SM_CLOCK(Type.GAUGE, "SM clock frequency (in MHz)."),
    DCGM_FI_DEV_MEMORY_TEMP(Type.GAUGE, "Memory temperature (in C)."),
    DCGM_FI_DEV_GPU_TEMP(Type.GAUGE, "GPU temperature (in C)."),
    DCGM_FI_DEV_POWER_USAGE(Type.GAUGE, "Power draw (in W)."),
    DCGM_FI_DEV_GPU_UTIL(Type.GAUGE, "GPU utilization (in %)."),
    DCGM_FI_DEV_XID_ERRORS(Type.GAUGE, "Value of the last XID error encountered."),
    DCGM_FI_DEV_FB_FREE(Type.GAUGE, "Framebuffer memory free (in MiB)."),
    DCGM_FI_DEV_FB_USED(Type.GAUGE, "Framebuffer memory used (in MiB)."),
    DCGM_FI_DEV_ECC_SBE_VOL_TOTAL(Type.COUNTER, "Total number of single-bit volatile ECC errors."),
    DCGM_FI_DEV_ECC_DBE_VOL_TOTAL(Type.COUNTER, "Total number of double-bit volatile ECC errors."),
    DCGM_FI_PROF_GR_ENGINE_ACTIVE(Type.GAUGE, "Ratio of time the graphics engine is active."),
    DCGM_FI_PROF_SM_ACTIVE(Type.GAUGE, "The ratio of cycles an SM has at least 1 warp assigned."),
    DCGM_FI_PROF_PIPE_TENSOR_ACTIVE(Type.GAUGE, "Ratio of cycles the tensor (HMMA) pipe is active."),
    DCGM_FI_PROF_DRAM_ACTIVE(
            Type.GAUGE, "Ratio of cycles the device memory interface is active sending or receiving data."),
    DCGM_FI_PROF_PCIE_TX_BYTES(
            Type.GAUGE,
            "The rate of data transmitted over the PCIe bus - including both protocol headers and data payloads -"
                    + " in bytes per second."),
    DCGM_FI_PROF_PCIE_RX_BYTES(
            Type.GAUGE,
            "The rate of data received over the PCIe bus - including both protocol headers and data payloads -"
                    + " in bytes per second."),
    DCGM_FI_PROF_NVLINK_TX_BYTES(
            Type.GAUGE,
            "The rate of data transmitted over NVLink, not including protocol headers, in bytes per second."),
    DCGM_FI_PROF_NVLINK_RX_BYTES(
            Type.GAUGE, "The rate of data received over NVLink, not including protocol headers, in bytes per second.");

    /// The metric's type as the text format spells it.
    enum Type {
        GAUGE("gauge"),
        COUNTER("counter");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /// Of the 132 SMs of a GPU, the part that an NCCL kernel with 16 channels keeps.
    private static final double NCCL_SMS = 16.0 / 132;

    private final Type type;
    private final String help;

    DcgmField(Type type, String help) {
        this.type = type;
        this.help = help;
    }

    Type type() {
        return type;
    }

    String help() {
        return help;
    }

    double of(GpuReading reading) {
        Activity activity = reading.activity();
        return switch (this) {
            case DCGM_FI_DEV_SM_CLOCK ->
                activity.isIdle() ? GpuModel.IDLE_CLOCK_MHZ : Math.rint(GpuModel.CLOCK_MHZ / activity.slowdown());
            case DCGM_FI_DEV_MEMORY_TEMP -> Math.rint(reading.memoryTemperature());
            case DCGM_FI_DEV_GPU_TEMP -> Math.rint(reading.temperature());
            case DCGM_FI_DEV_POWER_USAGE -> thousandths(reading.powerWatts());
            case DCGM_FI_DEV_GPU_UTIL -> Math.rint(100 * activity.busy());
            case DCGM_FI_DEV_XID_ERRORS, DCGM_FI_DEV_ECC_SBE_VOL_TOTAL, DCGM_FI_DEV_ECC_DBE_VOL_TOTAL -> 0;
            case DCGM_FI_DEV_FB_FREE -> reading.memory().free();
            case DCGM_FI_DEV_FB_USED -> reading.memory().used();
            case DCGM_FI_PROF_GR_ENGINE_ACTIVE -> thousandths(activity.busy());
            case DCGM_FI_PROF_SM_ACTIVE ->
                thousandths(0.93 * activity.computing() + NCCL_SMS * (activity.transferring() + activity.waiting()));
            case DCGM_FI_PROF_PIPE_TENSOR_ACTIVE -> thousandths(0.62 * activity.computing());
            case DCGM_FI_PROF_DRAM_ACTIVE -> thousandths(0.45 * activity.computing() + 0.2 * activity.transferring());
            case DCGM_FI_PROF_PCIE_TX_BYTES -> Math.rint(activity.pcie().sent());
            case DCGM_FI_PROF_PCIE_RX_BYTES -> Math.rint(activity.pcie().received());
            case DCGM_FI_PROF_NVLINK_TX_BYTES -> Math.rint(activity.nvlink().sent());
            case DCGM_FI_PROF_NVLINK_RX_BYTES -> Math.rint(activity.nvlink().received());
        };
    }

    private static double thousandths(double value) {
        return Math.rint(value * 1e3) / 1e3;
    }
}
