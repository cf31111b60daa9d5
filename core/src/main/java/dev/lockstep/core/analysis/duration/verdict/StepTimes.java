// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.PointToPoint;
import dev.lockstep.core.analysis.duration.RowBlocks;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Numbers;
import dev.lockstep.core.analysis.duration.outlier.Stretch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// How long each process of a job was in kernels of collectives for one step, over the run. The run is cut into equal
/// windows by operations' numbers, as there is no clock; a step is what repeats: each function of each communicator has
/// a whole number of operations in it.
public final class StepTimes {
    /// Windows of a run.
    public static final int WINDOWS_MAX = 48;

    private static final double HEAVY_SHARE = 0.02;
    private static final double WHOLE_SHARE = 0.9;
    private static final double WHOLE_TOLERANCE = 0.06;
    private static final double ENDS_LOST = 3;
    private static final double CLOCK_SET_MIN = 3;

    /// A series with what is needed to lay it over the windows.
    record Part(StudiedCommunicator communicator, OperationTable table, SizeSeries series) {
        long span() {
            return table.span();
        }

        /// How many instances a step has: a whole number, as far as the ends of the records allow.
        double perStep(double steps) {
            double count = series.rows() / steps;
            return isWhole((double) series.rows(), steps) ? Math.rint(count) : count;
        }

        /// How many numbers the run has, those included that were lost at its end.
        double spanOf(double steps, boolean isStepKnown) {
            return isStepKnown && isWhole((double) span(), steps) ? Math.rint(span() / steps) * steps : span();
        }
    }

    private final StudiedJob job;
    private final List<Part> parts = new ArrayList<>();
    private final boolean isStepKnown;
    private final double steps;
    private final int windows;
    private final double[][] kernelSeconds;

    StepTimes(StudiedJob job) {
        this.job = job;
        for (StudiedCommunicator communicator : job.communicators()) {
            for (OperationTable table : communicator.tables()) {
                table.series().forEach(series -> parts.add(new Part(communicator, table, series)));
            }
        }
        List<Part> heavy = heavy();
        double found = wholeSteps(heavy);
        this.isStepKnown = found > 0;
        this.steps = isStepKnown
                ? found
                : Math.max(
                        1,
                        heavy.stream()
                                .mapToLong(part -> part.series().rows())
                                .min()
                                .orElse(1));
        this.windows = (int) Math.max(
                1,
                Math.min(
                        WINDOWS_MAX,
                        heavy.stream()
                                .mapToDouble(part -> part.spanOf(steps, isStepKnown))
                                .min()
                                .orElse(1)));
        this.kernelSeconds = new double[job.processes().size()][windows];
        fill();
    }

    private List<Part> heavy() {
        double all = parts.stream()
                .mapToDouble(part -> part.series().durationSeconds())
                .sum();
        return parts.stream()
                .filter(part -> part.series().durationSeconds() >= HEAVY_SHARE * all)
                .toList();
    }

    /// The largest number of steps of which nearly all heavy operations have a whole number each; 0 if none fits.
    private static double wholeSteps(List<Part> heavy) {
        double all = heavy.stream()
                .mapToDouble(part -> part.series().durationSeconds())
                .sum();
        List<Double> byPeriod = heavy.stream()
                .filter(part -> part.table().period() > 0)
                .map(part -> part.span() / (double) part.table().period())
                .toList();
        double most = byPeriod.stream()
                .mapToDouble(each -> each * (1 + WHOLE_TOLERANCE))
                .min()
                .orElse(Double.MAX_VALUE);
        List<Double> candidates = Stream.concat(
                        byPeriod.stream(),
                        heavy.stream().map(part -> (double) part.series().rows()))
                .filter(candidate -> candidate > 1 && candidate <= most)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
        for (double candidate : candidates) {
            double whole = heavy.stream()
                    .filter(part -> isWhole((double) part.series().rows(), candidate))
                    .mapToDouble(part -> part.series().durationSeconds())
                    .sum();
            if (whole >= WHOLE_SHARE * all) {
                return candidate;
            }
        }
        return 0;
    }

    /// Whether a step is what the job calls one: operations of different sizes come again after it, or all ranks meet
    /// once in it. If not, it may be a part of one, as a layer.
    boolean isStepSure() {
        boolean hasPeriod = heavy().stream().anyMatch(part -> part.table().period() > 0);
        boolean doAllMeet = job.communicators().size() > 1
                && parts.stream()
                        .anyMatch(part -> part.communicator().ranks() >= job.ranks()
                                && Math.rint(part.series().rows() / steps) == 1);
        return isStepKnown && (hasPeriod || doAllMeet);
    }

    private static boolean isWhole(double rows, double steps) {
        double whole = Math.rint(rows / steps) * steps;
        return whole > 0 && Math.abs(rows - whole) <= Math.max(WHOLE_TOLERANCE * whole, Math.min(ENDS_LOST, steps / 2));
    }

    private void fill() {
        for (Part part : parts) {
            part.communicator().processes().forEach((rank, process) -> add(part, rank, index(process)));
        }
        for (StudiedCommunicator communicator : job.communicators()) {
            communicator
                    .pointToPoint()
                    .forEach((rank, received) ->
                            communicator.process(rank).ifPresent(process -> addReceived(received, index(process))));
        }
    }

    /// A Recv waits for its sender as a collective does for its last rank. Those without a record count as the others.
    private void addReceived(PointToPoint received, int process) {
        double[] seconds = received.secondsOfRecv(windows);
        for (int window = 0; window < windows; window++) {
            kernelSeconds[process][window] += seconds[window] * windows / steps;
        }
    }

    int index(StudiedProcess process) {
        return job.processes().indexOf(process);
    }

    private void add(Part part, int rank, int process) {
        double perStep = part.perStep(steps);
        double[] own = new double[windows];
        boolean[] isSeen = new boolean[windows];
        double overall = means(part, rank, own, isSeen);
        if (Double.isNaN(overall)) {
            // Peers are judged by this series and it is not: it cannot be compared.
            boolean isJudged = anyRows(part.series().blocks());
            Arrays.setAll(own, window -> isJudged ? Double.NaN : 0);
        }
        for (int window = 0; window < windows; window++) {
            boolean isEmpty = Double.isNaN(own[window]) && !isSeen[window] && !Double.isNaN(overall);
            kernelSeconds[process][window] += perStep * (isEmpty ? overall : own[window]);
        }
    }

    /// Mean time of a rank in each window, NaN where it has none; `isSeen` says where any rank has one.
    private double means(Part part, int rank, double[] own, boolean[] isSeen) {
        RowBlocks blocks = part.series().blocks();
        long[] micros = new long[windows];
        long[] rows = new long[windows];
        long allMicros = 0;
        long allRows = 0;
        for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
            int window = windowOf(part, block);
            micros[window] += blocks.rankMicros(block, rank);
            rows[window] += blocks.rankRows(block, rank);
            allMicros += blocks.rankMicros(block, rank);
            allRows += blocks.rankRows(block, rank);
            isSeen[window] |= hasRows(blocks, block, part.series().ranks());
        }
        for (int window = 0; window < windows; window++) {
            own[window] = rows[window] == 0 ? Double.NaN : micros[window] / 1e6 / rows[window];
        }
        return allRows == 0 ? Double.NaN : allMicros / 1e6 / allRows;
    }

    /// The window that a block of a series lies in.
    int windowOf(Part part, int block) {
        return part.series().blocks().windowOf(block, part.spanOf(steps, isStepKnown), windows);
    }

    private static boolean hasRows(RowBlocks blocks, int block, int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            if (blocks.rankRows(block, rank) > 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyRows(RowBlocks blocks) {
        return blocks.used() > 1 || blocks.stampSeconds(0) > 0;
    }

    /// In which share of the steps of a stretch a process came later than its peers, 0 to 1, by how unequal it was: one
    /// that came as late each time has 1, and a tenth if all of it was in every tenth step.
    double shareOfSteps(StudiedProcess process, Stretch stretch) {
        double leads = 0;
        double shared = 0;
        for (Part part : parts) {
            for (var member : part.communicator().processes().entrySet()) {
                if (member.getValue() == process
                        && SizeSeries.isAligned(part.series().function())) {
                    double[] found = leads(part, member.getKey(), stretch);
                    leads += found[0];
                    shared += found[0] * found[1];
                }
            }
        }
        return leads == 0 ? 0 : shared / leads;
    }

    /// By how much a rank was shorter than the mean in a stretch, in microseconds, and in which share of its steps.
    private double[] leads(Part part, int rank, Stretch stretch) {
        RowBlocks blocks = part.series().blocks();
        double sum = 0;
        double squares = 0;
        long rows = 0;
        for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
            if (stretch.has(windowOf(part, block))) {
                sum += blocks.leadMicros(block, rank);
                squares += blocks.leadSquares(block, rank);
                rows += blocks.rankRows(block, rank);
            }
        }
        double often = squares == 0 ? 0 : sum * sum / squares;
        double possible = Math.min((double) rows, rows / Math.max(1e-9, part.perStep(steps)));
        return new double[] {sum, possible == 0 ? 0 : Math.min(1, often / possible)};
    }

    /// Mean transfer of an instance by window; NaN where no instance is whole.
    double[] transferSeconds(Part part) {
        RowBlocks blocks = part.series().blocks();
        long[] micros = new long[windows];
        long[] rows = new long[windows];
        for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
            int window = windowOf(part, block);
            micros[window] += blocks.transferMicros(block);
            rows[window] += blocks.transferRows(block);
        }
        double[] seconds = new double[windows];
        Arrays.setAll(seconds, window -> rows[window] == 0 ? Double.NaN : micros[window] / 1e6 / rows[window]);
        return seconds;
    }

    int processes() {
        return job.processes().size();
    }

    List<Part> parts() {
        return parts;
    }

    /// Into how many windows the run is cut.
    public int windows() {
        return windows;
    }

    /// How many steps the run has; where {@link #isStepKnown} is false, how often the rarest heavy operation came.
    public double steps() {
        return steps;
    }

    /// Whether what repeats could be found.
    public boolean isStepKnown() {
        return isStepKnown;
    }

    /// Seconds in kernels for one step of a process, by its place in the job, in a window; NaN if unknown.
    public double kernelSeconds(int process, int window) {
        return kernelSeconds[process][window];
    }

    double[] kernelSeconds(int process) {
        return kernelSeconds[process];
    }

    /// How long the run was, by the times at which its lines were written; absent if they do not say.
    public OptionalDouble runSeconds() {
        double longest = parts.stream()
                .map(part -> part.series().blocks())
                .mapToDouble(StepTimes::runSeconds)
                .max()
                .orElse(0);
        return longest > 0 ? OptionalDouble.of(longest) : OptionalDouble.empty();
    }

    /// One leap that is longer than all else is a clock that was set, and so is one back.
    private static double runSeconds(RowBlocks blocks) {
        List<Double> leaps = new ArrayList<>();
        double last = 0;
        for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
            double stamp = blocks.stampSeconds(block);
            if (last > 0 && stamp > last) {
                leaps.add(stamp - last);
            }
            last = stamp > 0 ? stamp : last;
        }
        double end = blocks.lastStampOf(blocks.used() - 1) - last;
        if (last > 0 && end > 0) {
            leaps.add(end);
        }
        double sum = leaps.stream().mapToDouble(Double::doubleValue).sum();
        double most = leaps.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        boolean isSet = leaps.size() > CLOCK_SET_MIN && most > CLOCK_SET_MIN * (sum - most);
        return isSet ? sum - most : sum;
    }

    /// When a window began, seconds since the epoch, by when its lines were written; absent if they do not say.
    public OptionalDouble windowBegin(int window) {
        double[] begins = parts.stream()
                .mapToDouble(part -> firstStamp(part, window))
                .filter(stamp -> stamp > 0)
                .toArray();
        return begins.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Numbers.median(begins));
    }

    private double firstStamp(Part part, int window) {
        RowBlocks blocks = part.series().blocks();
        for (int block = 0; block < Math.min(blocks.used(), RowBlocks.BLOCKS); block++) {
            boolean isThere = blocks.stampSeconds(block) > 0;
            if (isThere && windowOf(part, block) == window) {
                return blocks.stampSeconds(block);
            }
        }
        return 0;
    }

    /// How long a step takes, roughly: lines are written a while after their operations.
    public OptionalDouble stepSeconds() {
        OptionalDouble run = runSeconds();
        boolean isLong = run.isPresent() && steps >= 2;
        return isLong ? OptionalDouble.of(run.getAsDouble() / (steps - 1)) : OptionalDouble.empty();
    }
}
