// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.blame.time.Durations;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.Figures;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a job's time went to: transfers, steps, and waits for those who are late.
final class TimeAccount {
    private final Map<CommunicatorKey, Map<NcclFunction, Durations>> transfers = new LinkedHashMap<>();
    private final Durations steps = new Durations();

    void transferred(CommunicatorKey communicator, Row row) {
        transfers
                .computeIfAbsent(communicator, key -> new EnumMap<>(NcclFunction.class))
                .computeIfAbsent(row.function(), key -> new Durations())
                .add((long) row.transferNanos(), 1);
    }

    /// A span of so many steps.
    void stepped(JudgedSpan span, double stepsInIt) {
        if (stepsInIt >= 1 && span.lengthNanos() > 0) {
            steps.add((long) (span.lengthNanos() / stepsInIt), Math.round(stepsInIt));
        }
    }

    /// Charges what the others of a crew lost in a span to the latest of those that are named. Each of them
    /// loses by how much less it was late itself: the others are all there before the latest is, and their
    /// waits in several communicators are one wait.
    static void charge(JudgedSpan span, List<Late> late, List<Seat> seats) {
        int latest = -1;
        for (Late one : late) {
            if (latest < 0 || span.excess()[one.place()] > span.excess()[latest]) {
                latest = one.place();
            }
        }
        if (latest < 0 || !(span.excess()[latest] > 0)) {
            return;
        }
        double lost = 0;
        for (int place = 0; place < seats.size(); place++) {
            float own = Float.isNaN(span.excess()[place]) ? 0 : Math.max(0, span.excess()[place]);
            lost += place == latest ? 0 : Math.max(0, span.excess()[latest] - own);
        }
        seats.get(latest).loses(lost);
    }

    Figures figures(Collection<Seat> seats) {
        List<Figures.RankTime> ranks = seats.stream()
                .map(seat ->
                        new Figures.RankTime(seat.member().entity(), seat.waitNanos() / 1e9, seat.lostNanos() / 1e9))
                .toList();
        List<Figures.Transfers> all = new ArrayList<>();
        transfers.forEach((communicator, byFunction) -> byFunction.forEach((function, durations) ->
                all.add(new Figures.Transfers(communicator, function, durations.histogram()))));
        return new Figures(ranks, all, steps.histogram(), List.of());
    }
}
