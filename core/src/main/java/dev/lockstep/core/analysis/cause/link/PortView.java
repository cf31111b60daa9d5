// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/// One port with all of its counters, each at one or more moments. Counters count since the driver was loaded, so the
/// first reading alone dates nothing.
final class PortView {
    final LinkCounter any;
    private final Map<String, List<LinkCounter>> byName = new LinkedHashMap<>();

    PortView(LinkCounter any) {
        this.any = any;
    }

    void add(LinkCounter counter) {
        byName.computeIfAbsent(counter.name(), key -> new ArrayList<>()).add(counter);
    }

    List<LinkCounter> readings(String name) {
        return byName.getOrDefault(name, List.of()).stream()
                .sorted(Comparator.comparing(LinkCounter::snapshot))
                .toList();
    }

    /// What was read last.
    OptionalLong last(String name) {
        List<LinkCounter> readings = readings(name);
        return readings.isEmpty() ? OptionalLong.empty() : readings.getLast().value();
    }

    /// What was added between the first and the last reading; absent if there is one only, or it went back.
    OptionalLong delta(String name) {
        List<LinkCounter> readings = readings(name);
        if (readings.size() < 2
                || readings.getFirst().value().isEmpty()
                || readings.getLast().value().isEmpty()) {
            return OptionalLong.empty();
        }
        long delta = readings.getLast().value().getAsLong()
                - readings.getFirst().value().getAsLong();
        return delta < 0 ? OptionalLong.empty() : OptionalLong.of(delta);
    }

    /// Counters of that kind that count: what they gained, or what they are where there is one reading.
    Map<String, Long> over(Counter kind) {
        Map<String, Long> found = new TreeMap<>();
        for (String name : byName.keySet()) {
            long value = delta(name).orElse(isFollowed(name) ? 0 : last(name).orElse(0));
            if (Counter.of(name) == kind && value > 0) {
                found.put(name, value);
            }
        }
        return found;
    }

    private boolean isFollowed(String name) {
        return readings(name).size() > 1;
    }

    /// Whether any of these counters was read twice.
    boolean isFollowed(Map<String, Long> counters) {
        return counters.keySet().stream().anyMatch(this::isFollowed);
    }

    Map<String, List<LinkCounter>> all() {
        return byName;
    }

    /// Gains of all counters whose names end so.
    Map<String, Long> ending(String suffix) {
        Map<String, Long> found = new TreeMap<>();
        for (String name : byName.keySet()) {
            if (name.endsWith(suffix)) {
                found.put(name, delta(name).orElse(last(name).orElse(0)));
            }
        }
        return found;
    }
}
