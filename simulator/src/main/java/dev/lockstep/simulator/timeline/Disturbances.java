// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Decoy;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Role;
import java.util.List;
import java.util.Optional;

/// What the decoys of a scenario do to a rank at a step. What they change of the program or of the links is
/// no business of this.
final class Disturbances {
    private static final double SAVING_SPREAD = 0.1;

    private final List<Decoy> decoys;
    private final Cluster cluster;

    Disturbances(Cluster cluster) {
        this.decoys = cluster.scenario().decoys();
        this.cluster = cluster;
    }

    double computeFactor(int rank, int step) {
        double factor = 1;
        for (int i = 0; i < decoys.size(); i++) {
            factor *= switch (decoys.get(i)) {
                case Decoy.MovingImbalance(double share, double most) ->
                    happens(share, i, rank, step) ? 1 + (most - 1) * strength(i, rank, step) : 1;
                case Decoy.HeavyStage(int stage, double more) ->
                    cluster.layout().stage(rank) == stage ? more : 1;
                case Decoy.HeavyExpert(int expert, double more) -> expertOf(rank) == expert ? more : 1;
                case Decoy.WarmUp(int steps, double most) ->
                    step < steps ? 1 + (most - 1) * strength(i, rank, step) : 1;
                default -> 1;
            };
        }
        return factor;
    }

    long hostDelayNanos(int rank, int step) {
        long delay = 0;
        for (int i = 0; i < decoys.size(); i++) {
            delay += switch (decoys.get(i)) {
                case Decoy.HostPauses(double share, long most) ->
                    happens(share, i, rank, step) ? Math.round(most * strength(i, rank, step)) : 0;
                case Decoy.Checkpoint saving when saving.isBefore(step) -> savingNanos(saving, i, rank, step);
                default -> 0;
            };
        }
        return delay;
    }

    private long savingNanos(Decoy.Checkpoint saving, int decoy, int rank, int step) {
        if (saving.rank() == rank) {
            return saving.nanos();
        }
        double shorter = 1 - SAVING_SPREAD * noise().uniform(Draw.DECOY_STRENGTH, decoy, rank, step);
        return saving.rank() == Decoy.Checkpoint.ALL ? Math.round(saving.nanos() * shorter) : 0;
    }

    private boolean happens(double share, int decoy, int rank, int step) {
        return noise().uniform(Draw.DECOY, decoy, rank, step) < share;
    }

    /// From 0 to 1, and rarely near 1.
    private double strength(int decoy, int rank, int step) {
        double uniform = noise().uniform(Draw.DECOY_STRENGTH, decoy, rank, step);
        return uniform * uniform * uniform;
    }

    private int expertOf(int rank) {
        Optional<Communicator> expert = cluster.communicators().of(rank, Role.EXPERT);
        return expert.isPresent() ? expert.get().commRank(rank) : -1;
    }

    private Noise noise() {
        return cluster.noise();
    }
}
