// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.inspector;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.List;
import java.util.Map;

/// What one file of Inspector holds.
///
/// @param records with a time and a bandwidth
/// @param withoutBandwidth records whose time is 0 or whose bandwidth is no number: they enter no average
/// @param broken lines that are no JSON although they are whole
/// @param cut lines that end inside the record
/// @param series operations by communicator, rank and function
/// @param facts figures worth showing, by name
/// @param late channels that began or ended late
public record InspectorFile(
        Source source,
        long records,
        List<Long> withoutBandwidth,
        List<Long> broken,
        long cut,
        List<Series> series,
        Map<String, String> facts,
        List<LateChannel> late)
        implements Detail {
    /// The numbers of one function on one rank of one communicator.
    ///
    /// @param ranges of numbers that are there, in order
    public record Series(String comm, int rank, int ranks, String function, List<Range> ranges) {
        public Series {
            ranges = List.copyOf(ranges);
        }
    }

    /// Numbers without a gap.
    public record Range(long first, long last) {}

    /// A channel that lags behind the others of its operation.
    public record LateChannel(
            String comm, int rank, String function, long number, int channel, long micros, long line) {}

    public InspectorFile {
        withoutBandwidth = List.copyOf(withoutBandwidth);
        broken = List.copyOf(broken);
        series = List.copyOf(series);
        facts = Map.copyOf(facts);
        late = List.copyOf(late);
    }
}
