// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// What the agent of one node told of its hardware last, and what grew lately.
final class NodeHardware {
    /// Growth is remembered for so long.
    static final long WINDOW_NANOS = 300_000_000_000L;

    private static final int CHANGES_MAX = 64;

    private record Change(long atNanos, long grown) {}

    private record Key(String device, Kind kind, String text) {}

    /// What is counted: where it stood, and how it grew.
    private static final class Count {
        private long value;
        private final Deque<Change> changes = new ArrayDeque<>();
    }

    private final Map<Key, Count> counts = new HashMap<>();
    private List<HardwareFact> now = List.of();
    private long toldNanos;

    void accept(List<HardwareFact> facts, long nowNanos) {
        boolean isFirst = toldNanos == 0;
        for (HardwareFact fact : facts) {
            if (isCounted(fact.kind())) {
                count(fact, isFirst, nowNanos);
            }
        }
        now = facts;
        toldNanos = nowNanos;
    }

    /// What was there when the agent was first heard is old. What comes later for the first time is new, as a fault is.
    private void count(HardwareFact fact, boolean isFirst, long nowNanos) {
        Key key = new Key(fact.device(), fact.kind(), fact.text());
        Count count = counts.get(key);
        long before = count != null ? count.value : isFirst ? fact.value() : 0;
        if (count == null) {
            if (counts.size() >= Hardware.FACTS_MAX) {
                return;
            }
            count = new Count();
            counts.put(key, count);
        }
        if (fact.value() > before) {
            count.changes.addLast(new Change(nowNanos, fact.value() - before));
            if (count.changes.size() > CHANGES_MAX) {
                count.changes.removeFirst();
            }
        }
        count.value = fact.value();
    }

    private static boolean isCounted(Kind kind) {
        return switch (kind) {
            case FAULT, ECC_UNCORRECTED, LINK_DOWNS, LINK_ERRORS, LINK_MENDED, JOB_ERROR -> true;
            case THROTTLED, ROW_REMAP, LINK_IS_DOWN, PCIE_NARROW, FIRMWARE, DRIVER -> false;
        };
    }

    /// What it was told last.
    List<HardwareFact> facts() {
        return now;
    }

    /// What it was told last of these.
    List<HardwareFact> facts(Predicate<HardwareFact> which) {
        return now.stream().filter(which).toList();
    }

    /// How much a counted fact grew in the window.
    long grown(HardwareFact fact, long nowNanos) {
        Count count = counts.get(new Key(fact.device(), fact.kind(), fact.text()));
        return count == null
                ? 0
                : count.changes.stream()
                        .filter(change -> nowNanos - change.atNanos() <= WINDOW_NANOS)
                        .mapToLong(Change::grown)
                        .sum();
    }

    /// When one of these grew last, if that was in the window.
    OptionalLong lastGrown(List<HardwareFact> facts, long nowNanos) {
        return facts.stream()
                .map(fact -> counts.get(new Key(fact.device(), fact.kind(), fact.text())))
                .filter(Objects::nonNull)
                .flatMap(count -> count.changes.stream())
                .mapToLong(Change::atNanos)
                .filter(at -> nowNanos - at <= WINDOW_NANOS)
                .max();
    }

    /// How often a counted fact grew in the window.
    int rises(HardwareFact fact, long nowNanos) {
        Count count = counts.get(new Key(fact.device(), fact.kind(), fact.text()));
        return count == null
                ? 0
                : (int) count.changes.stream()
                        .filter(change -> nowNanos - change.atNanos() <= WINDOW_NANOS)
                        .count();
    }

    /// Whether its agent was heard lately.
    boolean isFresh(long nowNanos) {
        return toldNanos != 0 && nowNanos - toldNanos <= WINDOW_NANOS;
    }
}
