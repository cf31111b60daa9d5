// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// All that the agent knows of its node: the last snapshot of each source, best source first.
///
/// `usage` is what the agent had used when the last of them was read; `pending` names the sources that were not read
/// yet since the agent started at `startedAt`.
public record NodeSnapshot(
        String node, Instant startedAt, List<SourceSnapshot> sources, AgentUsage usage, List<String> pending) {
    public NodeSnapshot {
        sources = List.copyOf(sources);
        pending = List.copyOf(pending);
    }

    /// What is known when nothing was read yet.
    public static NodeSnapshot starting(String node, Instant startedAt, List<String> sourceNames) {
        return new NodeSnapshot(node, startedAt, List.of(), AgentUsage.UNKNOWN, sourceNames);
    }

    /// This with what the agent has used by now.
    public NodeSnapshot using(AgentUsage usedByNow) {
        return new NodeSnapshot(node, startedAt, sources, usedByNow, pending);
    }

    /// This with a newer snapshot of one source; `order` gives the order of sources.
    public NodeSnapshot with(SourceSnapshot newer, List<String> order) {
        List<SourceSnapshot> merged = Stream.concat(
                        sources.stream().filter(source -> !source.name().equals(newer.name())), Stream.of(newer))
                .sorted((a, b) -> Integer.compare(order.indexOf(a.name()), order.indexOf(b.name())))
                .toList();
        List<String> rest =
                pending.stream().filter(name -> !name.equals(newer.name())).toList();
        return new NodeSnapshot(node, startedAt, merged, usage, rest);
    }

    /// When the oldest part of this was read; when the agent started, as long as a source is pending.
    public Instant takenAt() {
        if (!pending.isEmpty()) {
            return startedAt;
        }
        return sources.stream()
                .map(SourceSnapshot::readAt)
                .min(Instant::compareTo)
                .orElse(startedAt);
    }

    /// How old the oldest part of this is; never negative, although wall clocks may step back.
    public Duration age(Instant now) {
        return notNegative(Duration.between(takenAt(), now));
    }

    /// The time from `earlier` to `now`, zero if a clock step has turned them round.
    public static Duration between(Instant earlier, Instant now) {
        return notNegative(Duration.between(earlier, now));
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
