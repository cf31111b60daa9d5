// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

/// What `dump_stats` lines say that Inspector's ring dropped, and how much of it is not yet found as a gap.
public final class DropStats {
    private boolean stated;
    private long last;
    private long total;
    private long open;

    /// Of nothing yet.
    public DropStats() {}

    /// `droppedTotal` is the writer's running total; one that falls begins anew.
    public void state(long droppedTotal) {
        stated = true;
        if (droppedTotal > InspectorLimits.SEQUENCE_STEP_MAX) {
            return;
        }
        long more = droppedTotal >= last ? droppedTotal - last : droppedTotal;
        last = droppedTotal;
        total += more;
        open += more;
    }

    /// Takes up to `gap` numbers that are missing because of a stated drop.
    public long take(long gap) {
        long taken = Math.min(gap, open);
        open -= taken;
        return taken;
    }

    public boolean isStated() {
        return stated;
    }

    public long total() {
        return total;
    }
}
