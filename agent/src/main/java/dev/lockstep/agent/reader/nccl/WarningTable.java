// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import static dev.lockstep.agent.reader.nccl.Meaning.context;
import static dev.lockstep.agent.reader.nccl.Meaning.echo;
import static dev.lockstep.agent.reader.nccl.Meaning.failure;
import static dev.lockstep.agent.reader.nccl.Meaning.root;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Weight;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What NCCL's warnings mean, as data: the first row that fits counts. Words are NCCL's, so the rows read like its
/// sources; a new spelling is a new alternative in a row.
final class WarningTable {
    private static final Meaning MULTICAST = failure(
            "gpu-fabric",
            "nvls",
            "systemctl status nvidia-fabricmanager; nvidia-smi -q | grep -A3 Fabric; workaround NCCL_NVLS_ENABLE=0",
            "nvls.cc|multicast|nvls",
            "cuda failure|failed|error|unable|insufficient");

    private static final List<Meaning> MEMORY = List.of(
            root(
                    Signal.RESOURCE_SHM,
                    Severity.P0,
                    "resource",
                    "shm@host",
                    "df -h /dev/shm; give the container a larger one (--shm-size, emptyDir with medium Memory)",
                    "no space left on device",
                    "shm|shared memory|fallocate|extend|/dev/shm|truncate"),
            failure(
                    "config",
                    "shm-attach@host",
                    "ranks of one host lie in different IPC namespaces: share /dev/shm (--ipc=host) or set NCCL_HOSTID"
                            + " per container, NCCL_SHM_DISABLE=1 as a workaround",
                    "shared memory segment|/dev/shm/nccl",
                    "no such file"),
            failure(
                    "config",
                    "shm-permission@host",
                    "ls -l /dev/shm/nccl-*: segments of another user; check who runs the ranks",
                    "shared memory segment|/dev/shm/nccl",
                    "permission denied|file exists|operation not permitted"),
            root(
                    Signal.RESOURCE_SHM,
                    Severity.P0,
                    "resource",
                    "shm@host",
                    "df -h /dev/shm; ulimit -v",
                    "shared memory segment|/dev/shm|shm_open|shmget",
                    "creating|create|extend|allocate|cannot allocate|mmap|fallocate|failed"),
            root(
                    Signal.RESOURCE_OOM,
                    Severity.P0,
                    "resource",
                    "memlock@host",
                    "ulimit -l: locked memory must be unlimited for RDMA (limits.conf, LimitMEMLOCK, container"
                            + " runtime)",
                    "ibv_reg_mr|reg_mr|ibv_create_cq|ibv_create_qp|ibv_alloc",
                    "cannot allocate memory|error 12|enomem"),
            root(
                    Signal.RESOURCE_OOM,
                    Severity.P0,
                    "resource",
                    "oom@host@gpu",
                    "nvidia-smi on the host: who else uses this GPU; leave NCCL more memory or set NCCL_BUFFSIZE lower",
                    "out of memory|failed to cuda calloc|failed to cuda malloc|failed to cuda host alloc"
                            + "|cuda_error_out_of_memory|hip error out of memory"),
            root(
                    Signal.RESOURCE_OOM,
                    Severity.P0,
                    "resource",
                    "host-memory@host",
                    "free -m and dmesg | grep -i oom on the host",
                    "failed to malloc|failed to allocate|cannot allocate memory|malloc of"),
            failure(
                    "resource",
                    "files@host",
                    "ulimit -n: raise the limit of open files of the job",
                    "too many open files"));

    private static final List<Meaning> MISMATCH = List.of(
            sizes("mismatch", "local size", "remote size|remote "),
            root(
                    Signal.MISMATCH_COLLECTIVE,
                    Severity.P0,
                    "application",
                    "mismatch",
                    "NCCL_DEBUG_SUBSYS=COLL on all ranks and compare by opCount",
                    "mismatched collective|collective mismatch|mismatched operation",
                    "collective|operation"),
            sizes("truncated", "instead of"),
            sizes("size mismatch|mismatched size"));

    private static final List<Meaning> SET_UP = List.of(
            failure(
                    "gpu",
                    "p2p-disabled@host",
                    "nvidia-smi topo -p2p r and nvidia-smi nvlink -s on the host: NVLink is there and peer access is not",
                    "p2p is disabled between"),
            failure(
                    "config",
                    "network-absent",
                    "the network that NCCL_NET names is not there: is its plugin in LD_LIBRARY_PATH on every rank",
                    "network",
                    "not found"),
            failure(
                    "config",
                    "net-device",
                    "ibv_devinfo on both hosts: link layers and NCCL_IB_HCA must fit; NCCL_NET_PLUGIN must be one",
                    "incompatible with the local|is incompatible"),
            failure(
                    "config",
                    "algorithm",
                    "NCCL_ALGO and NCCL_PROTO leave nothing for this operation: unset them",
                    "no algorithm/protocol available|no algorithm available"),
            failure(
                    "config",
                    "driver",
                    "the driver's module and library differ: reboot the node or reload the module",
                    "driver/library version mismatch"),
            failure(
                    "topology",
                    "topology",
                    "NCCL_DEBUG_SUBSYS=GRAPH on all ranks; NCCL_TOPO_FILE; unequal numbers of GPUs on nodes",
                    "does not loop back|does not contain rank|could not find a path|could not start enough"
                            + "|find reverse path|no path from|could not find a nic"),
            failure(
                    "config",
                    "version",
                    "make all ranks load one libnccl: look for 'NCCL version' in every rank's log",
                    "version",
                    "mismatch|nccl versions"),
            failure(
                    "config",
                    "duplicate-gpu",
                    "two ranks took one GPU: check CUDA_VISIBLE_DEVICES and the local rank of each process",
                    "duplicate gpu detected"),
            failure(
                    "config",
                    "ranks",
                    "ranks disagree about the number of ranks: check WORLD_SIZE and a job left over from before",
                    "mismatch in rank count|already checked in|has already been|rank count"),
            failure(
                    "config",
                    "interface@host",
                    "ip -br addr on the host; NCCL_SOCKET_IFNAME must name an interface that all nodes have",
                    "no socket interface|no usable interface|no interface found|no ip address|no usable listening"
                            + "|could not find address|no interface matching"),
            failure(
                    "gpu-fabric",
                    "fabric",
                    "systemctl status nvidia-fabricmanager; nvidia-smi -q | grep -A3 Fabric; workaround"
                            + " NCCL_MNNVL_ENABLE=0",
                    "system not yet initialized|mnnvl|fabric manager|fabricmanager|fabric state|fabric handle|imex"
                            + "|cuda failure 802",
                    "cuda failure|failed|error|not yet|not working"),
            failure(
                    "config",
                    "plugin",
                    "the network plugin does not start: NCCL_DEBUG=INFO, NCCL_DEBUG_SUBSYS=INIT,NET; NCCL_NET=IB or"
                            + " Socket",
                    "failed to initialize|unable to initialize|failed to load|could not initialize",
                    "plugin|any net|net/ofi|provider|network"),
            failure(
                    "config",
                    "provider",
                    "fi_info -p efa on the host: the provider must be there for every rank",
                    "net/ofi",
                    "provider|wrong number of|failed to|unable to|no eligible|not support"),
            failure(
                    "nccl-internal",
                    "proxy-append",
                    "a bug inside NCCL: note the version and the profiler plugin, try without NCCL_PROFILER_PLUGIN",
                    "out of bounds|internal error|assertion|double free|corrupt"));

    private static final Meaning SERVICE = echo(
            Signal.INIT_FAILURE,
            "proxy",
            "proxy service|service thread|failed to execute operation|proxy call to rank");

    private static final List<Meaning> NETWORK = List.of(
            root(
                    Signal.NET_COMPLETION_ERROR,
                    Severity.P0,
                    "network",
                    "ofi",
                    "the peer's process died, or a security group blocks the fabric: look at the peer's log first",
                    "net/ofi|ofi_|efa",
                    "completed with error|completion"),
            echo(Signal.NET_COMPLETION_ERROR, "async-event", "ibv_get_async_event"),
            failure(
                    "network",
                    "qp@host",
                    "show_gids and ibv_devinfo on both hosts; NCCL_IB_GID_INDEX, NCCL_IB_HCA; the peer must answer on"
                            + " this rail",
                    "ibv_modify_qp|modify_qp"),
            failure(
                    "network",
                    "verbs@host",
                    "ibv_devinfo and ulimit -l on the host; in a container the devices must be passed through",
                    "ibv_|mlx5dv_|unable to open device|failed to open device"),
            echo(
                    Signal.NET_COMPLETION_ERROR,
                    "peer-closed",
                    "connection closed by|reset by peer|broken pipe|closed connection|peer closed|socket closed"
                            + "|remote process exited|connection was likely closed"),
            failure(
                    "network",
                    "connect",
                    "ping and nc -vz from this host to the peer's address; firewall, NCCL_SOCKET_IFNAME, routes",
                    "connect",
                    "refused|timed out|timeout|no route|unreachable|abort|cannot assign|failed|invalid argument"),
            echo(
                    Signal.NET_COMPLETION_ERROR,
                    "socket",
                    "call to recv|call to send|socket recv failed|socket send failed|socketprogress|recv failed"
                            + "|send failed|accept failed|call to poll|connection timed out"));

    private static final List<Meaning> AFTERWARDS = List.of(
            echo(
                    Signal.INIT_FAILURE,
                    "proxy",
                    "proxy progress|proxy connect|socket recv|proxyprogress|received incorrect|while polling for opid"
                            + "|progressing operation|could not receive"),
            echo(
                    Signal.INIT_FAILURE,
                    "async",
                    "async error|abort|previous error|error encountered|encountered a fatal error"));

    private static final List<Meaning> GPU = List.of(
            root(
                    Signal.GPU_NVLINK,
                    Severity.P0,
                    "gpu",
                    "nvlink@host",
                    "dmesg | grep -i xid and nvidia-smi nvlink -e on the host and its NVLink peers; fabric manager's log",
                    "uncorrectable nvlink|over nvlink|nvlink error|error_contained"),
            root(
                    Signal.GPU_XID,
                    Severity.P0,
                    "gpu",
                    "ecc@host@gpu",
                    "dmesg | grep -i xid on the host; nvidia-smi -q -d ECC; drain the node",
                    "uncorrectable|ecc error"),
            root(
                    Signal.GPU_FALLEN_OFF_BUS,
                    Severity.P0,
                    "gpu",
                    "lost@host@gpu",
                    "dmesg | grep -i xid on the host; power-cycle the node",
                    "gpu is lost|fallen off|device unavailable|no cuda-capable device"),
            failure(
                    "application",
                    "illegal-access",
                    "a kernel of the job failed before: run the rank with CUDA_LAUNCH_BLOCKING=1; dmesg | grep -i xid",
                    "illegal memory access|misaligned address|unspecified launch failure|device-side assert"
                            + "|launch timed out|illegal instruction|invalid program counter|illegal address"),
            echo(Signal.INIT_FAILURE, "teardown", "driver shutting down|context is destroyed"),
            failure(
                    "config",
                    "p2p",
                    "nvidia-smi topo -p2p r; ACS off (setpci), or NCCL_P2P_DISABLE=1 as a workaround",
                    "peer access|p2p between|ipcopenmem|ipc memory|cuipc|cudaipc|peer mapping|importfromshareable"
                            + "|invalid resource handle"),
            failure(
                    "config",
                    "driver",
                    "nvidia-smi and the CUDA version of libnccl: driver, toolkit and NCCL build must fit",
                    "no kernel image|named symbol not found|driver version is insufficient|unsupported ptx"
                            + "|invalid device ordinal|invalid device function|initialization error|not supported"
                            + "|invalid device|cuda library|cuda driver not found"),
            failure(
                    "cuda",
                    "cuda",
                    "dmesg | grep -i xid on the host; the first failing rank's log above this line",
                    "cuda failure|cuda error|hip failure|hip error|cudriver"));

    private static final List<Meaning> USAGE = List.of(failure(
            "invalid-usage",
            "usage",
            "the call is wrong: NCCL_CHECK_POINTERS=1 and the stack of the caller",
            "invalid root|not a valid pointer|invalid type|invalid operation|invalid reduction|invalid argument"
                    + "|argument is null|is null|was called|invalid config|invalid usage|wrong type|invalid peer"
                    + "|invalid rank|rank out of range"));

    private static final List<Meaning> HARMLESS = List.of(
            new Meaning(
                    List.of("missing \"iommu=pt\"|missing \"amd_iommu|numa auto balancing|iommu=pt"),
                    Signal.NET_CONFIG,
                    Severity.INFO,
                    Weight.CONTEXT,
                    "config",
                    "kernel-command-line@host",
                    "kernel settings of the host are not as the vendor advises; printed at every start"),
            context(
                    Signal.BENIGN,
                    "harmless",
                    "printed at start on healthy machines",
                    "could not find real path|could not find nvml|no plugin found|plugin load"
                            + " returned|failed to open libibverbs|unable to"
                            + " load|using internal|is deprecated|deprecated|not found, using|no device found|unsupported"
                            + " environment|will be ignored|cpu affinity|nvtx|nccl_net_gdr_read|running without"
                            + " profiler|libnccl-profiler|libnccl-tuner|, ignoring|numa node"),
            context(
                    Signal.BENIGN,
                    "optional",
                    "an optional call that this library or adapter does not know",
                    "could not find|ibv_query",
                    "symbol|not supported|port_speed"),
            context(
                    Signal.BENIGN,
                    "simpler",
                    "NCCL takes a simpler way and works; it may be slower",
                    "falling back|fallback"),
            context(
                    Signal.BENIGN,
                    "closing",
                    "service threads grumble while a communicator is taken down",
                    "service thread",
                    "accept failed resource temporarily|closed=0|closed=1"),
            context(
                    Signal.BENIGN,
                    "closing",
                    "service threads grumble while a communicator is taken down",
                    "failed to execute operation close"),
            context(
                    Signal.BENIGN,
                    "busy",
                    "the process ends while another still works",
                    "communicator was finalized|comm finalize|outstanding operations"));

    private static final List<Meaning> ALL = Stream.of(
                    HARMLESS,
                    List.of(MULTICAST),
                    MEMORY,
                    MISMATCH,
                    SET_UP,
                    GPU.subList(0, 3),
                    List.of(SERVICE),
                    NETWORK,
                    AFTERWARDS,
                    GPU,
                    USAGE)
            .flatMap(List::stream)
            .toList();

    private WarningTable() {}

    private static Meaning sizes(String... words) {
        return root(
                Signal.MISMATCH_SIZE,
                Severity.P0,
                "application",
                "mismatch-size",
                "ranks issue different sizes: compare COLL lines or a Flight Recorder dump of all ranks",
                words);
    }

    /// What the message means; the file that printed it may help.
    static Optional<Meaning> meaning(String place, String message) {
        String text = (place + " " + message).toLowerCase(Locale.ROOT);
        for (Meaning meaning : ALL) {
            if (meaning.isIn(text)) {
                return Optional.of(meaning);
            }
        }
        return Optional.empty();
    }
}
