// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/// What was refused since the source began, by reason.
final class PromCounts {
    private final Map<PromReason, Long> counts = new EnumMap<>(PromReason.class);

    void one(PromReason reason) {
        counts.merge(reason, 1L, Long::sum);
    }

    Map<String, Long> toMap() {
        Map<String, Long> map = new TreeMap<>();
        counts.forEach((reason, count) -> map.put(reason.label(), count));
        return map;
    }
}
