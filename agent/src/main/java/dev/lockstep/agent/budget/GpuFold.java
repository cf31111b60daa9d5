// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One GPU of a process: its budget, and the communicator `other` into which the rest goes.
final class GpuFold {
    private final GpuBudget budget;
    private final FoldedSums others = new FoldedSums();
    private final List<OperationInFlight> inFlight = new ArrayList<>();
    private CommunicatorIdentity latest;
    private FoldedSeries folded = FoldedSeries.NONE;

    /// `first` is a communicator on that GPU.
    GpuFold(int seriesMax, CommunicatorIdentity first) {
        this.budget = new GpuBudget(seriesMax);
        this.latest = first;
    }

    /// Before each reading.
    void beginReading() {
        inFlight.clear();
    }

    /// Notes how the GPU and its rank are called: a rank may be known later than its first communicator.
    void note(CommunicatorIdentity communicator) {
        latest = communicator;
    }

    GpuBudget budget() {
        return budget;
    }

    FoldedSums others() {
        return others;
    }

    /// Folds an operation in flight: which function it is of is given up.
    void addInFlight(OperationInFlight operation) {
        inFlight.add(new OperationInFlight(
                new SeriesKey(
                        NcclFunction.OTHER,
                        "",
                        "",
                        operation.key().sizeClass(),
                        operation.key().kind()),
                operation.ordinal(),
                operation.sequence(),
                operation.peer(),
                operation.sizeBytes(),
                operation.ageNanos(),
                operation.channelsStarted(),
                operation.channelsStopped()));
    }

    void count(FoldedSeries more) {
        folded = folded.plus(more);
    }

    FoldedSeries folded() {
        return folded;
    }

    /// The communicator `other`, once there is something in it.
    Optional<CommunicatorSnapshot> other() {
        List<OperationSeries> series = others.all();
        if (series.isEmpty() && inFlight.isEmpty()) {
            return Optional.empty();
        }
        CommunicatorIdentity identity = new CommunicatorIdentity(
                CommunicatorIdentity.OTHER,
                0,
                "",
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                latest.worldRank(),
                latest.gpu());
        return Optional.of(new CommunicatorSnapshot(identity, series, inFlight, List.of(), 0, false));
    }
}
