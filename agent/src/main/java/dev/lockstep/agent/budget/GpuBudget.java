// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import dev.lockstep.core.metric.SeriesCost;
import java.util.ArrayDeque;
import java.util.Deque;

/// The series of one GPU of a process, against how many it may have; of all its GPUs together where it is not known
/// which communicator is on which. Channels shown one by one are what is given up
/// first, those of the youngest communicator before others.
final class GpuBudget {
    private final int seriesMax;
    private final Deque<CommunicatorFold> withChannels = new ArrayDeque<>();
    private int used = SeriesCost.RANK;
    private int gpus = 1;

    GpuBudget(int seriesMax) {
        this.seriesMax = seriesMax;
    }

    /// There are at least so many GPUs; it never becomes fewer.
    void holdFor(int gpusAtLeast) {
        if (gpusAtLeast > gpus) {
            used += SeriesCost.RANK * (gpusAtLeast - gpus);
            gpus = gpusAtLeast;
        }
    }

    /// Takes room for series of a size class of their own, if there is room.
    boolean takesOwn(int cost) {
        return takes(cost, gpus * SeriesCost.ownMax(seriesMax));
    }

    /// Takes room for series into which others are folded, if there is room.
    boolean takesFolded(int cost) {
        return takes(cost, gpus * SeriesCost.foldedMax(seriesMax));
    }

    private boolean takes(int cost, int max) {
        while (used + cost > max && !withChannels.isEmpty()) {
            withChannels.removeLast().foldChannels();
        }
        if (used + cost > max) {
            return false;
        }
        used += cost;
        return true;
    }

    /// Takes room for channels of that communicator, if there is room without folding others.
    boolean takesChannels(CommunicatorFold of, int cost) {
        if (used + cost > gpus * SeriesCost.ownMax(seriesMax)) {
            return false;
        }
        used += cost;
        if (!withChannels.contains(of)) {
            withChannels.addLast(of);
        }
        return true;
    }

    /// The communicator shows no channels of its own any more, or is gone.
    void forgetChannelsOf(CommunicatorFold communicator) {
        withChannels.remove(communicator);
    }

    void giveBack(int cost) {
        used -= cost;
    }
}
