// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.RowBlocks;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Numbers;
import dev.lockstep.core.analysis.duration.outlier.Stretch;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds paths that carry data slowly: the shortest time of an instance is that of the rank which came last and waited
/// for nobody, so it is the transfer. It is compared with what it was in the same run, and with that of communicators
/// of the same shape. Which path it is follows from what the affected communicators have in common.
final class SlowPaths {
    private static final double RISE_MIN = 0.25;
    private static final double RISE_OF_TWO_MIN = 0.5;
    private static final double SIGMAS_MIN = 6;
    private static final double BASE = 0.25;
    private static final double SECONDS_MIN = 5e-6;
    private static final double SCATTER_MIN = 0.02;
    private static final double CONFIDENCE_MAX = 0.99;
    private static final double CONFIDENCE_OF_TWO = 0.7;
    private static final int ROWS_MIN = 12;
    private static final int WINDOWS_MIN = 4;
    private static final int LARGE_EXPONENT = 22;

    private record ShapeKey(NcclFunction function, SizeClass size, SizeSeries.Shape shape, int ranks, int nodes) {}

    /// How one communicator's transfers rose.
    private record Rise(
            StudiedCommunicator communicator,
            double factor,
            Stretch stretch,
            boolean fromBegin,
            double confidence,
            double lostSeconds) {
        /// Both, told by the one that weighs more.
        Rise plus(Rise that) {
            Rise main = lostSeconds >= that.lostSeconds ? this : that;
            double sum = lostSeconds + that.lostSeconds;
            return new Rise(communicator, main.factor, main.stretch, main.fromBegin, main.confidence, sum);
        }
    }

    private final StepTimes times;
    private final Map<StudiedCommunicator, Rise> rises = new HashMap<>();
    private final Set<StudiedCommunicator> steady = new LinkedHashSet<>();

    SlowPaths(StepTimes times) {
        this.times = times;
        Map<ShapeKey, List<StepTimes.Part>> byShape = new HashMap<>();
        for (StepTimes.Part part : times.parts()) {
            boolean isJudged = SizeSeries.isAligned(part.series().function())
                    && part.series().fullRows() >= ROWS_MIN;
            if (isJudged) {
                byShape.computeIfAbsent(key(part), k -> new ArrayList<>()).add(part);
            }
        }
        byShape.values().forEach(this::judge);
        steady.removeAll(rises.keySet());
    }

    private static ShapeKey key(StepTimes.Part part) {
        SizeSeries series = part.series();
        return new ShapeKey(
                series.function(),
                series.size(),
                series.shape(),
                series.ranks(),
                part.communicator().nodes());
    }

    private void judge(List<StepTimes.Part> alike) {
        double[] levels = alike.stream()
                .mapToDouble(part -> Numbers.median(transfers(part)))
                .toArray();
        double usual = Numbers.median(levels);
        double least = Arrays.stream(levels).min().orElse(usual);
        for (int i = 0; i < levels.length; i++) {
            StepTimes.Part part = alike.get(i);
            Optional<Rise> rise = inRun(part);
            if (rise.isEmpty() && alike.size() > 1) {
                boolean areTwo = alike.size() == 2;
                double base = areTwo ? least : usual;
                rise = besideOthers(part, levels[i], base, Numbers.spread(levels), areTwo);
            }
            if (rise.isPresent()) {
                rises.merge(part.communicator(), rise.get(), Rise::plus);
            } else {
                steady.add(part.communicator());
            }
        }
    }

    /// Mean transfer by window, in seconds; of large operations scaled to their mean size, as sizes of a class differ.
    private double[] transfers(StepTimes.Part part) {
        RowBlocks blocks = part.series().blocks();
        long[] micros = new long[times.windows()];
        long[] bytes = new long[times.windows()];
        long[] rows = new long[times.windows()];
        long allBytes = 0;
        long allRows = 0;
        for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
            int window = times.windowOf(part, block);
            micros[window] += blocks.transferMicros(block);
            bytes[window] += blocks.transferBytes(block);
            rows[window] += blocks.transferRows(block);
            allBytes += blocks.transferBytes(block);
            allRows += blocks.transferRows(block);
        }
        boolean isLarge = part.series().size().exponent() >= LARGE_EXPONENT;
        double meanBytes = allRows == 0 ? 0 : allBytes / (double) allRows;
        double[] seconds = new double[micros.length];
        for (int window = 0; window < seconds.length; window++) {
            double scale = isLarge ? meanBytes / Math.max(1, bytes[window]) : 1.0 / Math.max(1, rows[window]);
            seconds[window] = rows[window] == 0 ? Double.NaN : micros[window] / 1e6 * scale;
        }
        return seconds;
    }

    /// Longer from some point of the run on.
    private Optional<Rise> inRun(StepTimes.Part part) {
        double[] seconds = transfers(part);
        double base = Numbers.quantile(seconds, BASE);
        if (seconds.length < WINDOWS_MIN || Double.isNaN(base) || base <= 0) {
            return Optional.empty();
        }
        double[] risen = new double[seconds.length];
        double[] quiet = seconds.clone();
        for (int window = 0; window < risen.length; window++) {
            risen[window] = seconds[window] / base - 1;
        }
        Stretch stretch = Stretch.of(risen, RISE_MIN / 2);
        for (int window = stretch.from(); window < stretch.to(); window++) {
            quiet[window] = Double.NaN;
        }
        double scatter = Math.max(SCATTER_MIN, Numbers.spread(quiet) / base) / Math.sqrt(Math.max(1, stretch.length()));
        boolean isWarmUp = stretch.from() == 0 && stretch.to() < seconds.length;
        boolean isLong = stretch.length() >= Math.max(3, seconds.length / 10);
        boolean isClear = stretch.mean() >= RISE_MIN && stretch.mean() / scatter >= SIGMAS_MIN;
        if (isWarmUp || !isLong || !isClear || stretch.mean() * base < SECONDS_MIN) {
            return Optional.empty();
        }
        double share = stretch.length() / (double) seconds.length;
        return Optional.of(new Rise(
                part.communicator(),
                1 + stretch.mean(),
                stretch,
                false,
                Math.min(CONFIDENCE_MAX, 1 - 1.2 * scatter / stretch.mean()),
                lost(part, stretch.mean() * base * share)));
    }

    /// Longer all the time than others of the same shape.
    private Optional<Rise> besideOthers(
            StepTimes.Part part, double level, double usual, double spread, boolean areTwo) {
        double rise = level / usual - 1;
        double scatter = Math.max(SCATTER_MIN, spread / usual);
        boolean isClear = rise >= (areTwo ? RISE_OF_TWO_MIN : RISE_MIN) && (areTwo || rise / scatter >= SIGMAS_MIN);
        if (!isClear || level - usual < SECONDS_MIN) {
            return Optional.empty();
        }
        double certainty = areTwo ? CONFIDENCE_OF_TWO : Math.min(CONFIDENCE_MAX, 1 - 1.2 * scatter / rise);
        return Optional.of(new Rise(
                part.communicator(),
                1 + rise,
                new Stretch(0, times.windows(), rise, scatter),
                true,
                certainty,
                lost(part, level - usual)));
    }

    /// What it adds to the run of each rank of the communicator.
    private static double lost(StepTimes.Part part, double secondsOfAnInstance) {
        return secondsOfAnInstance * part.series().rows();
    }

    /// The paths, one for each set of communicators that have a process in common.
    List<SlowPath> find() {
        List<Rise> open = new ArrayList<>(rises.values());
        open.sort(Comparator.comparingInt((Rise rise) -> rise.communicator().ranks())
                .thenComparing(rise -> rise.communicator().label()));
        List<SlowPath> paths = new ArrayList<>();
        while (!open.isEmpty()) {
            Rise first = open.removeFirst();
            List<Rise> together = new ArrayList<>(List.of(first));
            Set<StudiedProcess> common =
                    new LinkedHashSet<>(first.communicator().processes().values());
            for (Rise other : List.copyOf(open)) {
                Collection<StudiedProcess> members =
                        other.communicator().processes().values();
                if (common.stream().anyMatch(members::contains)) {
                    common.retainAll(members);
                    together.add(other);
                    open.remove(other);
                }
            }
            paths.add(path(first, together, common));
        }
        return paths;
    }

    private SlowPath path(Rise first, List<Rise> together, Set<StudiedProcess> common) {
        boolean isBetweenNodes = first.communicator().isBetweenNodes();
        List<StudiedProcess> suspects = common.stream()
                .filter(process -> steady.stream()
                        .noneMatch(each -> each.isBetweenNodes() == isBetweenNodes
                                && each.processes().containsValue(process)))
                .sorted(Comparator.comparingInt(times::index))
                .toList();
        return new SlowPath(
                together.stream().map(Rise::communicator).toList(),
                suspects.isEmpty() ? List.copyOf(common) : suspects,
                first.factor(),
                first.stretch(),
                together.stream().allMatch(Rise::fromBegin),
                together.stream().mapToDouble(Rise::confidence).max().orElse(0),
                together.stream().mapToDouble(Rise::lostSeconds).max().orElse(0) * times.processes());
    }
}
