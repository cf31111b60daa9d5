// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.Map;
import java.util.TreeMap;

/// What a reading says, summed up for assertions.
record Totals(Map<Key, Sum> sums, Map<String, Long> lost, Map<String, Long> suspect, Map<String, Long> refused) {
    /// Whose operations.
    record Key(String comm, long commRank, NcclFunction function) implements Comparable<Key> {
        @Override
        public int compareTo(Key that) {
            return toString().compareTo(that.toString());
        }
    }

    /// Their counters over all sizes, algorithms and kinds.
    record Sum(long calls, long bytes, DurationHistogram durations, long suspectCalls, long untimedCalls) {
        static final Sum NONE = new Sum(0, 0, DurationHistogram.EMPTY, 0, 0);

        Sum plus(OperationSeries series) {
            return new Sum(
                    calls + series.calls(),
                    bytes + series.sizeBytes(),
                    durations.plus(series.durations()),
                    suspectCalls + series.suspectCalls(),
                    untimedCalls + series.untimedCalls());
        }
    }

    static Totals of(Reading reading) {
        Reading.Fresh fresh = (Reading.Fresh) reading;
        Map<Key, Sum> sums = new TreeMap<>();
        Map<String, Long> lost = new TreeMap<>();
        Map<String, Long> suspect = new TreeMap<>();
        for (ProcessSnapshot process : fresh.processes()) {
            process.lost().forEach((reason, count) -> lost.merge(reason, count, Long::sum));
            process.suspect().forEach((reason, count) -> suspect.merge(reason, count, Long::sum));
            for (CommunicatorSnapshot communicator : process.communicators()) {
                add(communicator, sums);
            }
        }
        return new Totals(sums, lost, suspect, fresh.refused());
    }

    private static void add(CommunicatorSnapshot communicator, Map<Key, Sum> sums) {
        for (OperationSeries series : communicator.series()) {
            Key key = new Key(
                    communicator.identity().id(),
                    communicator.identity().commRank().orElse(-1),
                    series.key().function());
            sums.put(key, sums.getOrDefault(key, Sum.NONE).plus(series));
        }
    }

    long calls() {
        return sums.values().stream().mapToLong(Sum::calls).sum();
    }

    long timed() {
        return sums.values().stream().mapToLong(sum -> sum.durations().count()).sum();
    }
}
