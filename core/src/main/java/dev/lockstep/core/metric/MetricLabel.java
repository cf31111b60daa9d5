// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

/// A label, meaning the same in every family that carries it. A label whose value is not known is left out of its
/// series; it is never empty, 0 or −1 instead.
public enum MetricLabel {
    /// The node.
    NODE("node", "The node, as `lockstep agent --node` names it; the host name by default."),
    /// The GPU.
    GPU("gpu", "NVML index of the GPU (its place in PCI order where NVML is absent). Left out where unknown."),
    /// The world rank.
    RANK(
            "rank",
            "Rank in the job. Left out where nothing tells it, as in Inspector's files; `other` for ranks that found no"
                    + " room in the brain's series."),
    /// The rank in the communicator.
    COMM_RANK("comm_rank", "Rank in the communicator `comm`. Left out only where NCCL does not say it (2.26)."),
    /// The job.
    JOB_ID("job_id", "The job, as docs/glossary.md defines its identity."),
    /// The communicator.
    COMM(
            "comm",
            "The communicator: 16 hex digits; 14 where only Inspector saw it, which are the first 14 of the 16;"
                    + " `other` for what found no row in the process' table."),
    /// The communicator's name.
    COMM_NAME("comm_name", "Name the framework gave the communicator. Left out where it gave none."),
    /// The communicator's role.
    ROLE(
            "role",
            "What the communicator is for: `world`, `tensor`, `context`, `expert`, `expert_data`, `data`, `pipeline`,"
                    + " `embedding`, `several`. Left out where it cannot be told; docs/roles.md says how it is told."),
    /// The function.
    COLLECTIVE("collective", "NCCL's function as NCCL spells it, for example `AllReduce`."),
    /// Send or receive.
    DIRECTION("direction", "`send` or `recv`."),
    /// The size class.
    SIZE(
            "size",
            "Power-of-two class of what nccl-tests call the size: `256KiB` is above 128 KiB and up to 256 KiB;"
                    + " `other` is classes folded together by a series budget."),
    /// The size in Inspector's words.
    MESSAGE_SIZE(
            "message_size",
            "Size as Inspector's `.prom` files say it: a range, `16-17MB` (from 16 to below 17 MiB), or rounded,"
                    + " `2.00GB`."),
    /// The algorithm.
    ALGO("algo", "NCCL's algorithm as NCCL spells it, for example `RING`. Left out where unknown."),
    /// The protocol.
    PROTO("proto", "NCCL's protocol: `LL`, `LL128`, `SIMPLE`. Left out where unknown."),
    /// A channel.
    CHANNEL("channel", "NCCL's number of the channel; `other` is channels that are not shown one by one, summed."),
    /// The other end of a link.
    PEER(
            "peer",
            "Rank in the communicator at the link's other end; `other` is links that are not shown one by one, summed."),
    /// What a link goes over.
    TRANSPORT(
            "transport",
            "What NCCL's network plugin says it uses: `ib` (RoCE too) or `socket`. Left out where it says nothing."),
    /// The network interface of a link.
    NIC("nic", "NCCL's number of the InfiniBand device, several with `+` between them. Left out where it is not said."),
    /// A phase of a kernel.
    PHASE("phase", "`initial_sync`, `compute` or `final_sync` of a symmetric kernel."),
    /// Ranks of a communicator.
    NRANKS("nranks", "Ranks in the communicator. Left out where unknown."),
    /// Nodes of a communicator.
    NNODES("nnodes", "Nodes of the communicator as NCCL counts them. Left out where unknown."),
    /// The GPU's UUID.
    UUID(
            "uuid",
            "UUID of the GPU, with its prefix `GPU-`; of a part of one (MIG), with `MIG-`. Left out where unknown."),
    /// The GPU's PCI address.
    PCI_BUS_ID("pci_bus_id", "PCI address of the GPU, `0000:1b:00.0`. Left out where unknown."),
    /// Host as the process sees it.
    HOSTNAME("hostname", "Host name as the process sees it; in a container the pod's, not the node's."),
    /// The process.
    PID("pid", "Process id as the process itself sees it."),
    /// NCCL's version.
    NCCL_VERSION("nccl_version", "Version of NCCL in the process, `2.30.7`. Left out where unknown."),
    /// The profiler API.
    PROFILER_API("profiler_api", "Version of the profiler interface that NCCL chose. Left out where unknown."),
    /// One life of a job.
    INCARNATION(
            "incarnation",
            "One life of the job: `uid/job_id/restarts/comm of all ranks`, the same on all its ranks. Left out until"
                    + " all ranks have met, and where no scheduler is known."),
    /// Slurm's job.
    SLURM_JOB_ID("slurm_job_id", "Slurm's job id. Left out where unknown, as all of Slurm."),
    /// Slurm's step.
    SLURM_STEP_ID("slurm_step_id", "Slurm's step of the job."),
    /// Slurm's array task.
    SLURM_ARRAY_TASK("slurm_array_task", "Slurm's array job and task: `1200_34`."),
    /// Slurm's name of the job.
    SLURM_JOB_NAME("slurm_job_name", "The job's name in Slurm."),
    /// Slurm's partition.
    SLURM_PARTITION("slurm_partition", "Slurm's partition."),
    /// Slurm's user.
    SLURM_USER("slurm_user", "The user who submitted the job to Slurm."),
    /// Kubernetes' namespace.
    K8S_NAMESPACE("k8s_namespace", "Kubernetes' namespace, from POD_NAMESPACE. Left out where unknown."),
    /// Kubernetes' pod.
    K8S_POD("k8s_pod", "The pod's name, from POD_NAME. Left out where unknown."),
    /// The pod's uid.
    K8S_POD_UID("k8s_pod_uid", "The pod's uid, from POD_UID or the process' control group. Left out where unknown."),
    /// The container.
    K8S_CONTAINER(
            "k8s_container",
            "The container's name, from CONTAINER_NAME, else its id from the process' control group. Left out where"
                    + " unknown."),
    /// A cause.
    REASON("reason", "Why, in snake case."),
    /// A source.
    SOURCE(
            "source",
            "What the agent read: `shared_memory`, `inspector_json`, `inspector_prom`, `nic`, `nvml`, `dcgm`,"
                    + " `kernel_log`, `job_logs`, `journal`, `ras`."),
    /// Where folded series went.
    INTO("into", "Which label became `other`: `channel`, `size`, `comm`, `peer`, `rank` or `job_id`."),
    /// A brain.
    BRAIN("brain", "The brain that is fed: host and port of `--brain`."),
    /// A kind of memory, or of incident.
    KIND(
            "kind",
            "Kind of memory: `anon` is the agent's own, `file` is mapped files, shared with others that map them. Of an"
                    + " incident or finding: what is wrong, `hang_not_entered`, `straggler_gpu`. Of a device's link:"
                    + " `nvlink`, `pcie`, `ib`, `roce`, `efa`, `opa`, `ethernet`. Of trouble that jobs tell of: a signal of"
                    + " `lockstep diagnose`, `net.completion_error`."),
    /// A device.
    DEVICE(
            "device",
            "The device and its link, as the node names them: `mlx5_0:1` is port 1 of a NIC, `mlx5_0` its PCIe link,"
                    + " `eth0`, `gpu3` the PCIe link of a GPU, `gpu3/nvlink5`."),
    /// An error of a link.
    ERROR(
            "error",
            "What a link suffered, the same for all drivers: `down`, `recovery`, `symbol`, `integrity`, `receive`,"
                    + " `discard_send`, `discard_receive`, `buffer`, `retransmit`, `timeout`, `retries_exceeded`,"
                    + " `out_of_sequence`, `receiver_not_ready`, `remote`, `local`."),
    /// A sign of congestion.
    SIGNAL("signal", "A sign of congestion: `cnp_sent`, `cnp_handled`, `ecn_marked`, `xmit_wait` (ticks), `adapted`."),
    /// A driver.
    DRIVER("driver", "The driver: its name for a link, its version for a GPU."),
    /// Firmware.
    FIRMWARE("firmware", "Version of the device's firmware."),
    /// A board.
    BOARD_ID("board_id", "The maker's number of the board."),
    /// A network interface.
    NETDEV("netdev", "Network interface on the same port."),
    /// A model.
    MODEL("model", "Model of a GPU."),
    /// Firmware of a GPU.
    VBIOS("vbios", "Version of a GPU's firmware."),
    /// GPUs that NVLink joins over nodes.
    FABRIC("fabric", "Cluster and clique of GPUs that NVLink joins over nodes: `uuid/7`. Left out elsewhere."),
    /// A sensor.
    SENSOR("sensor", "Where it was measured: `gpu` or `memory`."),
    /// A clock.
    CLOCK("clock", "Which clock: `sm`, `sm_max`, `memory`."),
    /// Whether an error was corrected.
    ECC("ecc", "`corrected` or `uncorrected`."),
    /// What a driver told.
    EVENT("event", "What NVIDIA's driver told: `xid`, `sxid`, `off_bus`, `wedged`."),
    /// Its number.
    CODE("code", "Number of an Xid or SXid."),
    /// Whether something led to it.
    CAUSE("cause", "`itself`, or `other` for what only followed from another fault."),
    /// An incident.
    INCIDENT_ID(
            "incident_id",
            "The incident: 16 hex digits that follow from job, kind and culprit, so that two brains and a restarted one"
                    + " give the same."),
    /// How urgent.
    SEVERITY("severity", "How urgent it is: `P0`, `P1`, `P2` or `info`."),
    /// A state.
    STATE(
            "state",
            "State of an incident, `suspect` or `open`; of a job, `healthy` to `dead`; of an operation, `complete` or"
                    + " `partial`; of a network step, what it waits for (docs/shared-memory.md)."),
    /// A receiver.
    RECEIVER("receiver", "Who is told: `alertmanager` or `webhook`."),
    /// Lockstep's version.
    VERSION("version", "Version of Lockstep."),
    /// Java's version.
    JAVA_VERSION("java_version", "Version of the Java runtime.");

    private final String label;
    private final String meaning;

    MetricLabel(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /// Its name in the exposition.
    public String label() {
        return label;
    }

    /// One or two sentences for operators.
    public String meaning() {
        return meaning;
    }
}
