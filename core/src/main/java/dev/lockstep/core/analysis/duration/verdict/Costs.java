// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What late ranks cost. In each step all others wait as long as the latest of them is late; what several explain
/// together they share. At most: compute may run beside a kernel that waits.
final class Costs {
    private Costs() {}

    /// The late ranks with what each of them cost, the costliest first.
    static List<LateRank> of(StudiedJob job, StepTimes times, List<LateRank> late) {
        double[] costs = new double[late.size()];
        double stepsOfWindow = times.steps() / times.windows();
        for (int window = 0; window < times.windows(); window++) {
            addWindow(job.processes().size(), window, late, costs, stepsOfWindow);
        }
        List<LateRank> priced = new ArrayList<>();
        for (int i = 0; i < costs.length; i++) {
            priced.add(late.get(i).costing(costs[i]));
        }
        priced.sort(Comparator.comparingDouble(LateRank::lostGpuSeconds).reversed());
        return priced;
    }

    /// From the least delay up: what lies between a delay and the next larger one is explained by all that are as late.
    private static void addWindow(int ranks, int window, List<LateRank> late, double[] costs, double steps) {
        List<Integer> active = new ArrayList<>();
        for (int i = 0; i < late.size(); i++) {
            if (late.get(i).stretch().has(window)) {
                active.add(i);
            }
        }
        active.sort(Comparator.comparingDouble(i -> late.get(i).delaySeconds()));
        double below = 0;
        for (int place = 0; place < active.size(); place++) {
            int sharing = active.size() - place;
            double more = late.get(active.get(place)).delaySeconds() - below;
            below += more;
            for (int i : active.subList(place, active.size())) {
                costs[i] += more * (ranks - sharing) * steps / sharing;
            }
        }
    }
}
