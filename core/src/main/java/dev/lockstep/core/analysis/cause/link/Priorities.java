// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.link;

import dev.lockstep.core.analysis.cause.Conclusion;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/// How traffic is spread over the priorities of an Ethernet port. RoCE that runs on priority 0 alone is as a rule not
/// in the lossless class.
///
/// @param bytes received or sent by priority, in the time that was seen
record Priorities(Map<String, Long> bytes) {
    static Priorities of(Collection<PortView> ports) {
        Map<String, Long> bytes = new TreeMap<>();
        for (PortView port : ports) {
            port.ending("_bytes").forEach((name, value) -> {
                if (name.startsWith("rx_prio")) {
                    bytes.merge(name, value, Long::sum);
                }
            });
        }
        return new Priorities(bytes);
    }

    /// All bytes on priority 0 although others are counted.
    boolean isUnprotected() {
        long others = bytes.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("rx_prio0_bytes"))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return bytes.size() > 1 && others == 0 && bytes.getOrDefault("rx_prio0_bytes", 0L) > 0;
    }

    String sentence() {
        return "All bytes run on priority 0: RoCE traffic is not in the lossless class.";
    }

    Conclusion on(Conclusion conclusion) {
        return conclusion
                .with("detail", "all bytes on prio0, other priorities = 0: RoCE traffic not in the lossless class")
                .with("rx_bytes_delta", bytes.getOrDefault("rx_prio0_bytes", 0L));
    }
}
