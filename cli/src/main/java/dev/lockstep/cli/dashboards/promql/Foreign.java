// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import java.util.List;
import java.util.stream.Stream;

/// The series of others that dashboards show beside ours: dcgm-exporter's, node_exporter's and Prometheus' own. Where
/// an exporter is not there, their panels are empty.
public final class Foreign {
    public static final Series GPU_UTIL = dcgm("DCGM_FI_DEV_GPU_UTIL");
    public static final Series SM_ACTIVE = dcgm("DCGM_FI_PROF_SM_ACTIVE");
    public static final Series TENSOR_ACTIVE = dcgm("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE");
    public static final Series DRAM_ACTIVE = dcgm("DCGM_FI_PROF_DRAM_ACTIVE");
    public static final Series POWER = dcgm("DCGM_FI_DEV_POWER_USAGE");
    public static final Series GPU_TEMPERATURE = dcgm("DCGM_FI_DEV_GPU_TEMP");
    public static final Series MEMORY_TEMPERATURE = dcgm("DCGM_FI_DEV_MEMORY_TEMP");
    public static final Series SM_CLOCK = dcgm("DCGM_FI_DEV_SM_CLOCK");
    public static final Series FRAMEBUFFER_USED = dcgm("DCGM_FI_DEV_FB_USED");
    public static final Series FRAMEBUFFER_FREE = dcgm("DCGM_FI_DEV_FB_FREE");
    public static final Series ECC_CORRECTED = dcgm("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL");
    public static final Series ECC_UNCORRECTED = dcgm("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL");
    public static final Series XID = dcgm("DCGM_FI_DEV_XID_ERRORS");
    public static final Series NVLINK_SENT = dcgm("DCGM_FI_PROF_NVLINK_TX_BYTES");
    public static final Series NVLINK_RECEIVED = dcgm("DCGM_FI_PROF_NVLINK_RX_BYTES");
    public static final Series PCIE_SENT = dcgm("DCGM_FI_PROF_PCIE_TX_BYTES");
    public static final Series PCIE_RECEIVED = dcgm("DCGM_FI_PROF_PCIE_RX_BYTES");

    public static final Series HOST = host("node_uname_info", Labels.NODENAME);
    public static final Series NETWORK_SENT = host("node_network_transmit_bytes_total", Labels.DEVICE);
    public static final Series NETWORK_RECEIVED = host("node_network_receive_bytes_total", Labels.DEVICE);
    public static final Series NETWORK_SENT_ERRORS = host("node_network_transmit_errs_total", Labels.DEVICE);
    public static final Series NETWORK_RECEIVED_ERRORS = host("node_network_receive_errs_total", Labels.DEVICE);
    public static final Series INFINIBAND_SENT =
            host("node_infiniband_port_data_transmitted_bytes_total", Labels.DEVICE, Labels.PORT);
    public static final Series INFINIBAND_RECEIVED =
            host("node_infiniband_port_data_received_bytes_total", Labels.DEVICE, Labels.PORT);
    public static final Series INFINIBAND_ERRORS =
            host("node_infiniband_port_errors_received_total", Labels.DEVICE, Labels.PORT);
    public static final Series INFINIBAND_LINK_DOWN =
            host("node_infiniband_link_downed_total", Labels.DEVICE, Labels.PORT);

    /// The alerts of Prometheus itself, as series.
    public static final Series ALERTS = Series.of(
            "ALERTS",
            Labels.ALERTNAME,
            Labels.ALERTSTATE,
            Labels.SEVERITY,
            Labels.JOB_ID,
            Labels.COMM,
            Labels.RANK,
            Labels.NODE,
            Labels.GPU,
            Labels.UUID);

    /// How long a group of rules took.
    public static final Series RULE_DURATION =
            Series.of("prometheus_rule_group_last_duration_seconds", Labels.INSTANCE, Labels.RULE_GROUP);
    /// How often it is evaluated.
    public static final Series RULE_INTERVAL =
            Series.of("prometheus_rule_group_interval_seconds", Labels.INSTANCE, Labels.RULE_GROUP);

    private static final List<Series> ALL = List.of(
            GPU_UTIL,
            SM_ACTIVE,
            TENSOR_ACTIVE,
            DRAM_ACTIVE,
            POWER,
            GPU_TEMPERATURE,
            MEMORY_TEMPERATURE,
            SM_CLOCK,
            FRAMEBUFFER_USED,
            FRAMEBUFFER_FREE,
            ECC_CORRECTED,
            ECC_UNCORRECTED,
            XID,
            NVLINK_SENT,
            NVLINK_RECEIVED,
            PCIE_SENT,
            PCIE_RECEIVED,
            HOST,
            NETWORK_SENT,
            NETWORK_RECEIVED,
            NETWORK_SENT_ERRORS,
            NETWORK_RECEIVED_ERRORS,
            INFINIBAND_SENT,
            INFINIBAND_RECEIVED,
            INFINIBAND_ERRORS,
            INFINIBAND_LINK_DOWN,
            ALERTS,
            RULE_DURATION,
            RULE_INTERVAL);

    private Foreign() {}

    /// All of them.
    static Stream<Series> all() {
        return ALL.stream();
    }

    private static Series dcgm(String name) {
        return Series.of(
                name,
                Labels.DCGM_UUID,
                Labels.DCGM_HOSTNAME,
                Labels.HOSTNAME,
                Labels.GPU,
                Labels.DEVICE,
                Labels.DCGM_MODEL,
                Labels.DCGM_DRIVER,
                Labels.PCI_BUS_ID);
    }

    private static Series host(String name, String... more) {
        return new Series(
                name,
                Stream.concat(Stream.of(Labels.INSTANCE, Labels.NODE), Stream.of(more))
                        .toList());
    }
}
