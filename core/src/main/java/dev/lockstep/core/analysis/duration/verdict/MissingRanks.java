// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.RowBlocks;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.outlier.Numbers;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where a rank without a file may be the one that the others wait for: all its peers take longer together than those
/// of other communicators of the same shape. With one rank unseen the shortest time is only an upper bound of the
/// transfer.
final class MissingRanks {
    private static final double RISE_MIN = 0.5;

    private record ShapeKey(SeriesShape series, int nodes) {}

    private record SeriesShape(NcclFunction function, SizeClass size, SizeSeries.Shape shape, int ranks) {}

    private MissingRanks() {}

    /// What has to be said about them, in sentences.
    static List<String> notes(StudiedJob job, StepTimes times) {
        Map<ShapeKey, List<Double>> levels = new HashMap<>();
        for (StepTimes.Part part : times.parts()) {
            if (isWhole(part.communicator())) {
                shortest(part.series())
                        .ifPresent(level -> levels.computeIfAbsent(key(part), k -> new ArrayList<>())
                                .add(level));
            }
        }
        List<String> notes = new ArrayList<>();
        for (StudiedCommunicator communicator : job.communicators()) {
            if (!isWhole(communicator) && isSlow(communicator, times, levels)) {
                notes.add("in " + communicator.label() + " all ranks that have a file take longer than those of"
                        + " communicators of its shape: a rank without a file may be late there, or its path slow");
            }
        }
        return notes;
    }

    private static boolean isSlow(
            StudiedCommunicator communicator, StepTimes times, Map<ShapeKey, List<Double>> levels) {
        return times.parts().stream()
                .filter(part -> part.communicator() == communicator)
                .anyMatch(part -> {
                    List<Double> others = levels.getOrDefault(key(part), List.of());
                    Optional<Double> own = shortest(part.series());
                    double usual = Numbers.median(
                            others.stream().mapToDouble(Double::doubleValue).toArray());
                    return own.isPresent() && own.get() > (1 + RISE_MIN) * usual;
                });
    }

    private static boolean isWhole(StudiedCommunicator communicator) {
        return communicator.processes().size() == communicator.ranks();
    }

    private static ShapeKey key(StepTimes.Part part) {
        SizeSeries series = part.series();
        return new ShapeKey(
                new SeriesShape(series.function(), series.size(), series.shape(), series.ranks()),
                part.communicator().nodes());
    }

    /// Mean time of the rank that takes the least.
    private static Optional<Double> shortest(SizeSeries series) {
        RowBlocks blocks = series.blocks();
        double least = Double.MAX_VALUE;
        for (int rank = 0; rank < series.ranks(); rank++) {
            long micros = 0;
            long rows = 0;
            for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
                micros += blocks.rankMicros(block, rank);
                rows += blocks.rankRows(block, rank);
            }
            least = rows == 0 ? least : Math.min(least, micros / 1e6 / rows);
        }
        boolean isThere = least < Double.MAX_VALUE && SizeSeries.isAligned(series.function());
        return isThere ? Optional.of(least) : Optional.empty();
    }
}
