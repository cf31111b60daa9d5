// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.program.StepProgram;
import dev.lockstep.simulator.scenario.Fault;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the faults of a scenario do to a rank at a step. Slow links are no business of hosts and
/// GPUs: the cost model has them.
final class FaultSchedule {
    private final List<Fault> faults;

    FaultSchedule(List<Fault> faults) {
        this.faults = faults;
    }

    double computeFactor(int rank, int step) {
        double factor = 1;
        for (Fault fault : faults) {
            if (fault instanceof Fault.LateRank late
                    && late.rank() == rank
                    && step >= late.fromStep()
                    && step < late.toStep()) {
                factor *= late.factor();
            }
        }
        return factor;
    }

    long hostDelayNanos(int rank, int step) {
        long delay = 0;
        for (Fault fault : faults) {
            if (fault instanceof Fault.LateHost late
                    && late.rank() == rank
                    && step >= late.fromStep()
                    && step < late.toStep()) {
                delay += late.delayNanos();
            }
        }
        return delay;
    }

    Optional<Fault.Hang> hang(int rank, int step) {
        return faults.stream()
                .filter(Fault.Hang.class::isInstance)
                .map(Fault.Hang.class::cast)
                .filter(hang -> hang.rank() == rank && hang.fromStep() == step)
                .findFirst();
    }

    /// Nodes that are killed in a step.
    List<Integer> crashes(int step) {
        return faults.stream()
                .filter(fault -> fault instanceof Fault.Crash && fault.fromStep() == step)
                .map(fault -> ((Fault.Crash) fault).node())
                .distinct()
                .toList();
    }

    List<Fault.Hang> hangs() {
        return faults.stream()
                .filter(Fault.Hang.class::isInstance)
                .map(Fault.Hang.class::cast)
                .toList();
    }

    /// Host index of the group that a hanging rank never enters.
    static int hangIndex(Fault.Hang hang, StepProgram program) {
        return program.streams().stream()
                .flatMap(List::stream)
                .filter(Item.Launch.class::isInstance)
                .map(Item.Launch.class::cast)
                .filter(launch -> launch.communicator().role() == hang.role())
                .sorted(Comparator.comparingInt(Item.Launch::hostIndex))
                .skip(hang.index())
                .findFirst()
                .map(Item.Launch::hostIndex)
                .orElseThrow(() -> noSuchOperation(hang));
    }

    private static InvalidConfigException noSuchOperation(Fault.Hang hang) {
        return new InvalidConfigException(List.of("fault hang: rank %d has no operation %d in group %s in step %d"
                .formatted(hang.rank(), hang.index(), hang.role().prefix(), hang.fromStep())));
    }
}
