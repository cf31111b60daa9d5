// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.model.OperationInFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Who made the least progress in an operation that all have entered, by the channels that are done.
final class Behind {
    private Behind() {}

    /// The few whose channels are behind; nobody where all are alike or most are behind.
    static List<Actor> in(List<Seat> row, Wait wait) {
        long ordinal = wait.operation().orElseThrow().ordinal();
        int least = Integer.MAX_VALUE;
        int most = 0;
        List<Actor> behind = new ArrayList<>();
        for (Seat seat : row) {
            Optional<OperationInFlight> own = seat.inFlight(ordinal);
            int stopped = own.map(OperationInFlight::channelsStopped).orElse(Integer.MAX_VALUE);
            if (stopped < least) {
                behind.clear();
            }
            if (own.isPresent() && stopped <= least) {
                behind.add(seat.actor());
            }
            least = Math.min(least, stopped);
            most = own.isPresent() ? Math.max(most, stopped) : most;
        }
        return most > least && behind.size() * 2 <= row.size() ? behind : List.of();
    }
}
