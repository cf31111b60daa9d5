// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.DeviceSorts;
import dev.lockstep.cli.rules.model.Promql;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What links and GPUs suffer, before or while somebody waits for them. Signs of congestion are in none of them: a busy
/// network shows those.
final class DeviceAlerts {
    static final Duration EVERY = Duration.ofMinutes(1);

    /// Damage that the link still mends by itself.
    private static final String MENDED = "symbol|receive|recovery|integrity";

    /// Xids of programs and their clean-up, and notices.
    private static final String HARMLESS = "13|31|43|45|63|68|69|92|154";

    private static final String LINK = "{{ $labels.device }} ({{ $labels.kind }}) of {{ $labels.node }}";
    private static final String DASHBOARD = "/d/lockstep-links?var-node={{ $labels.node | urlquery }}";

    private DeviceAlerts() {}

    static List<AlertRule> all() {
        return List.of(flapping(), errors(), below(), pcie(), fault(), throttled(), linkWearing(), memoryWearing());
    }

    private static AlertRule flapping() {
        return Alert.of("LockstepLinkFlapping", Severity.P1)
                .when("""
                        max by (node, kind, device) (
                          increase(lockstep_device_link_errors_total{error="down",kind!="ethernet"}[30m])
                        ) > 1.5
                        """)
                .incident("link/{{ $labels.node }}/{{ $labels.device }}")
                .summary(LINK + " went down {{ printf \"%.0f\" $value }} times in half an hour")
                .evidence(
                        "Each time all that NCCL has under way over it waits until its time-out, and the job may end.")
                .dashboard(DASHBOARD)
                .rule();
    }

    /// Not where half of the links of that kind suffer as much: then it is the network, and no link of it.
    private static AlertRule errors() {
        return Alert.of("LockstepLinkErrors", Severity.P1)
                .when(Promql.of("""
                        $rate > 0.1
                        and
                        $rate > on (kind) group_left () 10 * quantile by (kind) (0.5, $rate)
                        """, Map.of("rate", "node_kind_device:lockstep_device_link_errors:rate5m")))
                .lasting(Duration.ofMinutes(5))
                .incident("link/{{ $labels.node }}/{{ $labels.device }}")
                .summary(LINK + " has {{ printf \"%.1f\" $value }} errors and retries a second, its peers have not")
                .evidence("In five minutes: {{ range $i, $error := printf `sort_desc(sum by (error) (increase("
                        + "lockstep_device_link_errors_total{node=%q,kind=%q,device=%q,error=~\""
                        + DeviceSorts.COSTLY_ERRORS
                        + "\"}[5m])) > 0)` $labels.node $labels.kind $labels.device | query }}"
                        + "{{ if $i }}, {{ end }}{{ $error.Labels.error }} {{ $error | value | printf \"%.0f\" }}"
                        + "{{ else }}not known{{ end }}.")
                .dashboard(DASHBOARD)
                .rule();
    }

    /// Against its own past, since ports of one node may differ by design, and unused ones are down for ever.
    private static AlertRule below() {
        return Alert.of("LockstepLinkBelowPeers", Severity.P1)
                .when("""
                        (
                          lockstep_device_link_up == 0
                          and on (node, kind, device) max_over_time(lockstep_device_link_up[6h]) == 1
                          and on (node, kind) lockstep_device_link_up == 1
                        )
                        or
                        (
                          lockstep_device_link_capacity_bytes_per_second{kind!="pcie"}
                          / (max_over_time(lockstep_device_link_capacity_bytes_per_second{kind!="pcie"}[1d]) > 0)
                          < 0.9
                        )
                        """)
                .lasting(Duration.ofMinutes(5))
                .incident("link/{{ $labels.node }}/{{ $labels.device }}")
                .summary("{{ if eq $value 0.0 }}" + LINK + " is down, its peers are up{{ else }}" + LINK
                        + " carries {{ humanizePercentage $value }} of what it did today{{ end }}")
                .evidence("A collective between nodes ends with its slowest link.")
                .dashboard(DASHBOARD)
                .rule();
    }

    /// A GPU may lower the speed of its link while it is idle, never the width.
    private static AlertRule pcie() {
        return Alert.of("LockstepPcieDowngraded", Severity.P1)
                .when("""
                        lockstep_device_link_lanes{kind="pcie"} / lockstep_device_link_lanes_max < 1
                        or
                        (
                          lockstep_device_link_capacity_bytes_per_second{kind="pcie"}
                          / lockstep_device_link_capacity_max_bytes_per_second
                          < 0.9
                          unless on (node, kind, device) (
                            lockstep_device_link_lanes{gpu!=""}
                            unless on (node, gpu) lockstep_device_gpu_utilization_ratio > 0.5
                          )
                        )
                        """)
                .lasting(Duration.ofMinutes(15))
                .incident("pcie/{{ $labels.node }}/{{ $labels.device }}")
                .summary("PCIe of {{ $labels.device }} on {{ $labels.node }} runs at {{ humanizePercentage $value }} of"
                        + " what card and slot can do")
                .evidence("It stays so until the node is started again or the card is seated anew. All traffic between"
                        + " nodes of that GPU or NIC goes through it.")
                .dashboard(DASHBOARD)
                .rule();
    }

    /// A message of which there was none before has no increase, so the value of ten minutes ago is taken off. Not
    /// where the agent was not there then: it reads what the kernel said before.
    private static AlertRule fault() {
        return Alert.of("LockstepGpuFault", Severity.P1)
                .when(Promql.of(
                        """
                        ($faults - ($faults offset 10m or $faults * 0) > 0)
                        and on (node) lockstep_watchdog offset 10m
                        """,
                        Map.of(
                                "faults",
                                "lockstep_device_gpu_faults_total{cause=\"itself\",code!~\"" + HARMLESS + "\"}")))
                .incident("gpu/{{ $labels.node }}/{{ $labels.pci_bus_id }}")
                .summary(
                        "The driver reports {{ $labels.event }} {{ $labels.code }} of {{ with $labels.gpu }}GPU {{ . }}"
                                + "{{ else }}{{ $labels.pci_bus_id }}{{ end }} on {{ $labels.node }}")
                .evidence("It began there: what only followed from another fault of the node is not told.")
                .dashboard("/d/lockstep-gpu?var-node={{ $labels.node | urlquery }}")
                .rule();
    }

    private static AlertRule throttled() {
        return Alert.of("LockstepGpuThrottled", Severity.P1)
                .when(Promql.of("""
                        max by (node, gpu, uuid) (
                          avg_over_time(
                            lockstep_device_gpu_throttled{reason=~"$reasons"}[10m])
                        ) > 0.5
                        """, Map.of("reasons", DeviceSorts.HEAT_OR_POWER)))
                .lasting(Duration.ofMinutes(5))
                .incident("throttled/{{ $labels.node }}/{{ $labels.gpu }}")
                .summary("GPU {{ $labels.gpu }} of {{ $labels.node }} is held back by heat or power for"
                        + " {{ humanizePercentage $value }} of the time")
                .evidence("All ranks wait for the slowest GPU. Reaching the usual power cap is not counted here.")
                .dashboard(
                        "/d/lockstep-gpu?var-node={{ $labels.node | urlquery }}&var-uuid={{ $labels.uuid | urlquery }}")
                .rule();
    }

    private static AlertRule linkWearing() {
        return Alert.of("LockstepLinkWearing", Severity.P2)
                .when(Promql.of("""
                        sum by (node, kind, device) (increase($errors[6h])) > 100
                        and
                        sum by (node, kind, device) (increase($errors[6h]))
                        > on (kind) group_left ()
                        10 * quantile by (kind) (0.5, sum by (node, kind, device) (increase($errors[6h])))
                        """, Map.of("errors", "lockstep_device_link_errors_total{error=~\"" + MENDED + "\"}")))
                .lasting(Duration.ofMinutes(30))
                .incident("wearing/{{ $labels.node }}/{{ $labels.device }}")
                .summary(LINK + " has mended {{ printf \"%.0f\" $value }} damaged symbols or packets in six hours, ten"
                        + " times its peers'")
                .evidence("Nothing need be slow yet. Cables and transceivers end like this.")
                .dashboard(DASHBOARD)
                .rule();
    }

    private static AlertRule memoryWearing() {
        return Alert.of("LockstepGpuMemoryWearing", Severity.P2)
                .when("""
                        max by (node, gpu, uuid) (
                          lockstep_device_gpu_row_remap_pending > 0
                          or lockstep_device_gpu_row_remap_failed > 0
                          or increase(lockstep_device_gpu_ecc_errors_total{ecc="uncorrected"}[1d]) > 0
                        )
                        """)
                .lasting(Duration.ofMinutes(10))
                .incident("memory/{{ $labels.node }}/{{ $labels.gpu }}")
                .summary(
                        "Memory of GPU {{ $labels.gpu }} on {{ $labels.node }} wears out: reset it before the next job")
                .evidence("A row waits to be replaced, could not be replaced, or there were errors that ECC could not"
                        + " correct today. Slowness and Xid 48, 94 or 95 come after that.")
                .dashboard(
                        "/d/lockstep-gpu?var-node={{ $labels.node | urlquery }}&var-uuid={{ $labels.uuid | urlquery }}")
                .rule();
    }
}
