// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.OperationRun;
import java.util.List;
import java.util.TreeMap;

/// Plays one node's ranks into the plugin. Steps are handed over in order by one thread; how far it can
/// be ahead of the slowest rank is bounded.
public final class NodePlayer {
    private final TreeMap<Integer, RankPlayer> ranks = new TreeMap<>();

    public NodePlayer(Cluster cluster, int node, PlayerSettings settings) {
        for (int rank = 0; rank < cluster.layout().ranks(); rank++) {
            if (cluster.layout().node(rank) == node) {
                ranks.put(rank, new RankPlayer(cluster, rank, settings));
            }
        }
    }

    /// The node's world ranks.
    public List<Integer> ranks() {
        return List.copyOf(ranks.keySet());
    }

    /// The clock of a rank's GPU, as the plugin sees it.
    public GpuClock clock(int rank) {
        return player(rank).clock();
    }

    /// Makes the communicators.
    public void start() {
        ranks.values().forEach(RankPlayer::start);
    }

    /// Hands over the groups of a rank's next step.
    public void play(int rank, List<List<OperationRun>> groups) throws InterruptedException {
        player(rank).play(groups);
    }

    /// Plays everything handed over and ends the node.
    public void end(Ending ending) throws InterruptedException {
        for (RankPlayer rank : ranks.values()) {
            rank.end(ending);
        }
        for (RankPlayer rank : ranks.values()) {
            rank.join();
        }
    }

    private RankPlayer player(int rank) {
        RankPlayer player = ranks.get(rank);
        if (player == null) {
            throw new IllegalArgumentException("rank " + rank + " is on another node");
        }
        return player;
    }
}
