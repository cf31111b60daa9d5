// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.match.FunctionWindow;
import dev.lockstep.core.analysis.match.MatchLimits;
import dev.lockstep.core.analysis.match.Tallies;
import dev.lockstep.core.model.NcclFunction;
import java.util.List;

/// Hands the operations of one job to its detectors when all ranks have told of them.
final class Matching {
    private final MatchLimits limits;
    private final List<Detector> detectors;
    private final Tallies tallies = new Tallies();
    private long nowNanos;

    Matching(MatchLimits limits, List<Detector> detectors) {
        this.limits = limits;
        this.detectors = detectors;
    }

    /// Whether the ranks end such an operation together, so that the shortest duration is its transfer.
    static boolean alignsEnds(NcclFunction function) {
        return switch (function) {
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> true;
            case BROADCAST, REDUCE, GATHER, SCATTER, SEND, RECV, OTHER -> false;
        };
    }

    void isNow(long nanos) {
        nowNanos = nanos;
    }

    FunctionWindow window(CommunicatorState communicator, NcclFunction function) {
        return new FunctionWindow(function, communicator.ranks(), limits, tallies, row -> {
            for (Detector detector : detectors) {
                detector.closed(communicator, row, nowNanos);
            }
        });
    }

    Tallies tallies() {
        return tallies;
    }
}
