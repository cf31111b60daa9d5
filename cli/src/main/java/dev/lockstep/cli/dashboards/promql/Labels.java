// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import dev.lockstep.core.metric.MetricLabel;

/// The labels that expressions name: the catalogue's under short names, and those of other exporters.
public final class Labels {
    public static final String NODE = MetricLabel.NODE.label();
    public static final String GPU = MetricLabel.GPU.label();
    public static final String RANK = MetricLabel.RANK.label();
    public static final String COMM_RANK = MetricLabel.COMM_RANK.label();
    public static final String JOB_ID = MetricLabel.JOB_ID.label();
    public static final String COMM = MetricLabel.COMM.label();
    public static final String COMM_NAME = MetricLabel.COMM_NAME.label();
    public static final String ROLE = MetricLabel.ROLE.label();
    public static final String COLLECTIVE = MetricLabel.COLLECTIVE.label();
    public static final String DIRECTION = MetricLabel.DIRECTION.label();
    public static final String SIZE = MetricLabel.SIZE.label();
    public static final String ALGO = MetricLabel.ALGO.label();
    public static final String PROTO = MetricLabel.PROTO.label();
    public static final String CHANNEL = MetricLabel.CHANNEL.label();
    public static final String PHASE = MetricLabel.PHASE.label();
    public static final String NRANKS = MetricLabel.NRANKS.label();
    public static final String NNODES = MetricLabel.NNODES.label();
    public static final String UUID = MetricLabel.UUID.label();
    public static final String PCI_BUS_ID = MetricLabel.PCI_BUS_ID.label();
    public static final String HOSTNAME = MetricLabel.HOSTNAME.label();
    public static final String PID = MetricLabel.PID.label();
    public static final String NCCL_VERSION = MetricLabel.NCCL_VERSION.label();
    public static final String SLURM_USER = MetricLabel.SLURM_USER.label();
    public static final String K8S_POD = MetricLabel.K8S_POD.label();
    public static final String REASON = MetricLabel.REASON.label();
    public static final String SOURCE = MetricLabel.SOURCE.label();
    public static final String INTO = MetricLabel.INTO.label();
    public static final String STATE = MetricLabel.STATE.label();
    public static final String INCIDENT_ID = MetricLabel.INCIDENT_ID.label();
    public static final String KIND = MetricLabel.KIND.label();
    public static final String PEER = MetricLabel.PEER.label();
    public static final String NIC = MetricLabel.NIC.label();
    public static final String TRANSPORT = MetricLabel.TRANSPORT.label();
    public static final String ERROR = MetricLabel.ERROR.label();
    public static final String SIGNAL = MetricLabel.SIGNAL.label();
    public static final String DRIVER = MetricLabel.DRIVER.label();
    public static final String FIRMWARE = MetricLabel.FIRMWARE.label();
    public static final String EVENT = MetricLabel.EVENT.label();
    public static final String CODE = MetricLabel.CODE.label();
    public static final String CAUSE = MetricLabel.CAUSE.label();
    public static final String VERSION = MetricLabel.VERSION.label();
    public static final String JAVA_VERSION = MetricLabel.JAVA_VERSION.label();

    /// The GPU, as dcgm-exporter writes it.
    public static final String DCGM_UUID = "UUID";
    /// The host, as dcgm-exporter writes it; some set-ups rename it to `hostname`.
    public static final String DCGM_HOSTNAME = "Hostname";

    public static final String DCGM_MODEL = "modelName";
    public static final String DCGM_DRIVER = "DCGM_FI_DRIVER_VERSION";

    /// The address that Prometheus scrapes.
    public static final String INSTANCE = "instance";
    /// The host, as node_exporter writes it.
    public static final String NODENAME = "nodename";

    public static final String DEVICE = "device";
    public static final String PORT = "port";

    public static final String ALERTNAME = "alertname";
    public static final String ALERTSTATE = "alertstate";
    public static final String SEVERITY = "severity";
    public static final String RULE_GROUP = "rule_group";

    private Labels() {}
}
