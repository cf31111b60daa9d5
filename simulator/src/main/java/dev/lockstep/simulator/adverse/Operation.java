// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One kernel of one rank: a collective, or a group of Send and Recv. All times are nanoseconds of true time since the
/// job's start.
final class Operation {
    static final long NEVER = Long.MAX_VALUE;

    final int rank;
    final Act what;
    final Group group;
    final NcclFunction function;
    final long bytes;
    final long ordinal;
    final long sequence;
    final long enqueueNanos;
    /// From when on its GPU could start it.
    long readyNanos;
    long startNanos = NEVER;
    long stopNanos = NEVER;
    /// Peers that are still to come.
    int missing;
    /// The next one on its stream.
    @Nullable
    Operation next;

    Operation(int rank, Act what, Group group, NcclFunction function, long bytes, long[] numbers, long enqueueNanos) {
        this.rank = rank;
        this.what = what;
        this.group = group;
        this.function = function;
        this.bytes = bytes;
        this.ordinal = numbers[0];
        this.sequence = numbers[1];
        this.enqueueNanos = enqueueNanos;
    }

    /// Sends and receives; 1 for a collective.
    int calls() {
        return what instanceof Act.Exchange exchange ? exchange.sendTo().length + exchange.receiveFrom().length : 1;
    }

    boolean isDone() {
        return stopNanos != NEVER;
    }

    /// Its single calls: function and peer.
    record Single(NcclFunction function, int peer) {}

    List<Single> singles() {
        if (!(what instanceof Act.Exchange exchange)) {
            return List.of(new Single(function, -1));
        }
        List<Single> singles = new ArrayList<>();
        for (int to : exchange.sendTo()) {
            singles.add(new Single(NcclFunction.SEND, to));
        }
        for (int from : exchange.receiveFrom()) {
            singles.add(new Single(NcclFunction.RECV, from));
        }
        return singles;
    }
}
