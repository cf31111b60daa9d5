// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.program.StepProgram;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.RankLayout;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the faults of a scenario do to a rank at a step. Slow links are no business of hosts and
/// GPUs: the cost model has them.
final class FaultSchedule {
    private final List<Fault> faults;
    private final RankLayout layout;

    FaultSchedule(List<Fault> faults, RankLayout layout) {
        this.faults = faults;
        this.layout = layout;
    }

    double computeFactor(int rank, int step) {
        double factor = 1;
        for (Fault fault : faults) {
            factor *= switch (fault) {
                case Fault.LateRank late
                when late.rank() == rank && isIn(step, late.fromStep(), late.toStep()) -> late.factor();
                case Fault.LateNode late
                when late.node() == layout.node(rank) && isIn(step, late.fromStep(), late.toStep()) -> late.factor();
                case Fault.SlowTrend trend
                when trend.rank() == rank && step >= trend.fromStep() -> trend.factorAt(step);
                default -> 1;
            };
        }
        return factor;
    }

    long hostDelayNanos(int rank, int step) {
        long delay = 0;
        for (Fault fault : faults) {
            if (fault instanceof Fault.LateHost late
                    && late.rank() == rank
                    && isIn(step, late.fromStep(), late.toStep())) {
                delay += late.delayNanos();
            }
        }
        return delay;
    }

    private static boolean isIn(int step, int from, int to) {
        return step >= from && step < to;
    }

    /// Where everything ends for a rank in a step.
    Optional<Fault.Stop> stop(int rank, int step) {
        return stops().filter(stop -> stop.rank() == rank && stop.fromStep() == step)
                .findFirst();
    }

    Stream<Fault.Stop> stops() {
        return of(Fault.Stop.class);
    }

    /// Whether a rank waits for ever for one of its communicators to be made.
    boolean isStuckInSetup(int rank, List<Communicator> communicators) {
        return of(Fault.StuckSetup.class)
                .anyMatch(stuck -> communicators.stream()
                        .anyMatch(communicator ->
                                communicator.role() == stuck.role() && communicator.commRank(stuck.rank()) >= 0));
    }

    /// Nodes that are killed in a step.
    List<Integer> crashes(int step) {
        return of(Fault.Crash.class)
                .filter(crash -> crash.fromStep() == step)
                .map(Fault.Crash::node)
                .distinct()
                .toList();
    }

    /// Ranks whose process alone is killed in a step.
    List<Integer> kills(int step) {
        return of(Fault.Kill.class)
                .filter(kill -> kill.fromStep() == step)
                .map(Fault.Kill::rank)
                .distinct()
                .toList();
    }

    private <F extends Fault> Stream<F> of(Class<F> kind) {
        return faults.stream().filter(kind::isInstance).map(kind::cast);
    }

    /// Host index of the group at which everything ends for a rank.
    static int indexOf(Fault.Stop stop, StepProgram program) {
        return program.streams().stream()
                .flatMap(List::stream)
                .filter(Item.Launch.class::isInstance)
                .map(Item.Launch.class::cast)
                .filter(launch -> launch.communicator().role() == stop.role())
                .sorted(Comparator.comparingInt(Item.Launch::hostIndex))
                .skip(stop.index())
                .findFirst()
                .map(Item.Launch::hostIndex)
                .orElseThrow(() -> noSuchOperation(stop));
    }

    private static InvalidConfigException noSuchOperation(Fault.Stop stop) {
        return new InvalidConfigException(List.of("fault %s: rank %d has no operation %d in group %s in step %d"
                .formatted(stop.kind(), stop.rank(), stop.index(), stop.role().prefix(), stop.fromStep())));
    }
}
