// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import java.util.List;
import java.util.Optional;

/// What goes wrong.
///
/// @param slow what slows down
/// @param stop what ends it all
public record Trouble(List<Slow> slow, Optional<Stop> stop) {
    /// Nothing.
    public static final Trouble NONE = new Trouble(List.of(), Optional.empty());

    public Trouble {
        slow = List.copyOf(slow);
    }

    /// Ranks that become slow.
    ///
    /// @param first the first of them
    /// @param count how many
    /// @param from step in which it begins
    /// @param to step before which it has ended
    /// @param every it is so in one of so many steps
    /// @param by how much, as a part of what a rank computes; of a path, of the time of a transfer
    public record Slow(What what, int first, int count, int from, int to, int every, double by) {
        boolean holds(int rank, int step) {
            return rank >= first && rank < first + count && step >= from && step < to && (step - from) % every == 0;
        }
    }

    /// What is slow.
    public enum What {
        /// The GPU computes longer.
        GPU,
        /// The host begins its step late.
        HOST,
        /// The host takes longer for each operation.
        HOST_CALLS,
        /// Data takes longer between that rank's node and others.
        PATH
    }

    /// One rank and the step in which the job comes to a halt.
    ///
    /// @param call which of the collectives that the rank calls in that step
    public record Stop(How how, int rank, int step, int call) {}

    /// In which way.
    public enum How {
        /// It does not call it.
        NOT_ENTERED,
        /// It calls another function.
        OTHER_FUNCTION,
        /// It calls it with twice the size.
        OTHER_SIZE,
        /// Its GPU does not start it.
        NOT_STARTED,
        /// All start it, no data moves.
        NO_DATA,
        /// Its process dies.
        DEAD
    }

    /// The step from which on anything is wrong.
    public int from() {
        int first = slow.stream().mapToInt(Slow::from).min().orElse(Integer.MAX_VALUE);
        return Math.min(first, stop.map(Stop::step).orElse(Integer.MAX_VALUE));
    }

    double computing(int rank, int step) {
        return sum(What.GPU, rank, step);
    }

    double host(What how, int rank, int step) {
        return sum(how, rank, step);
    }

    /// How many times as long a transfer of these ranks takes.
    double transfer(Group group, int step) {
        double worst = 1;
        for (Slow one : slow) {
            boolean crosses = one.what() == What.PATH && group.nodes() > 1;
            for (int rank : group.members()) {
                worst = crosses && one.holds(rank, step) ? Math.max(worst, 1 + one.by()) : worst;
            }
        }
        return worst;
    }

    private double sum(What what, int rank, int step) {
        double sum = 0;
        for (Slow one : slow) {
            sum += one.what() == what && one.holds(rank, step) ? one.by() : 0;
        }
        return sum;
    }
}
