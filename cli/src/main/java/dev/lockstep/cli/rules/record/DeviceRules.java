// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.DeviceSorts;
import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;
import java.util.Map;

/// How far links of devices are used, and how often they fail.
final class DeviceRules {
    private DeviceRules() {}

    static List<RecordingRule> all() {
        return List.of(traffic(), utilisation(), errors());
    }

    private static RecordingRule traffic() {
        return Level.DEVICE.record(
                "lockstep_device_link_bytes:rate1m",
                "bytes per second",
                "Bytes a second that the link moves, in its busier direction, whoever uses it.",
                "max by (node, kind, device) (rate(lockstep_device_link_bytes_total[1m]))");
    }

    private static RecordingRule utilisation() {
        return Level.DEVICE.record(
                "lockstep_device_link_utilisation:1m",
                RankRules.SHARE,
                "The same as part of what the link can carry as it stands. None where it counts no bytes, as PCIe.",
                """
                node_kind_device:lockstep_device_link_bytes:rate1m
                / max by (node, kind, device) (lockstep_device_link_capacity_bytes_per_second > 0)
                """);
    }

    private static RecordingRule errors() {
        return Level.DEVICE.record(
                "lockstep_device_link_errors:rate5m",
                "errors per second",
                "Errors and retries a second that cost time, congestion left out.",
                Promql.of("""
                sum by (node, kind, device) (
                  rate(lockstep_device_link_errors_total{kind!="ethernet",error=~"$costly"}[5m]))
                """, Map.of("costly", DeviceSorts.COSTLY_ERRORS)));
    }
}
