// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.figures;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.brain.BrainView.CommunicatorView;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.analysis.brain.BrainView.Matched;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.Figures;
import dev.lockstep.core.analysis.job.Figures.RankTime;
import dev.lockstep.core.analysis.job.Figures.Transfers;
import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.server.figures.JobFigures.OfJob;
import dev.lockstep.server.figures.JobFigures.OfRank;
import dev.lockstep.server.figures.JobFigures.OfTransfers;
import dev.lockstep.server.figures.JobFigures.Place;
import dev.lockstep.server.figures.JobFigures.Way;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The series of one job id, over all lives of the job.
final class JobAccount {
    private record Told(CommunicatorKey communicator, NcclFunction function) {}

    /// What a rank has come to.
    private static final class Sum {
        private double waitSeconds;
        private double lostGpuSeconds;
    }

    private final String jobId;
    private final Room rankRoom;
    private final Room transferRoom;
    private final Map<Place, Sum> ranks = new LinkedHashMap<>();
    private final Map<Way, DurationHistogram> transfers = new LinkedHashMap<>();
    private DurationHistogram steps = DurationHistogram.EMPTY;
    private long complete;
    private long partial;
    private long ranksOfAll;
    private long heardOfAll;
    private int roomTakenByRanks;
    private int roomTakenByTransfers;
    private int foldedRanks;
    private int foldedTransfers;

    JobAccount(String jobId, Room rankRoom, Room transferRoom) {
        this.jobId = jobId;
        this.rankRoom = rankRoom;
        this.transferRoom = transferRoom;
    }

    String jobId() {
        return jobId;
    }

    void giveBack() {
        rankRoom.give(roomTakenByRanks);
        transferRoom.give(roomTakenByTransfers);
    }

    /// A view follows: what is no sum over time begins anew.
    void begin() {
        ranksOfAll = 0;
        heardOfAll = 0;
        foldedRanks = 0;
        foldedTransfers = 0;
    }

    /// Adds what one life of the job has done since the view before.
    void add(JobView now, Optional<JobView> before) {
        Figures then = before.map(JobView::figures).orElse(Figures.NONE);
        addRanks(now.figures().ranks(), then.ranks(), Sampling.scale(now.sampling()));
        addTransfers(now, then.transfers());
        steps = steps.plus(now.figures().steps().minus(then.steps()));
        Matched matched = before.map(JobView::matched).orElse(new Matched(0, 0, 0, 0));
        complete += Math.max(0, now.matched().complete() - matched.complete());
        partial += Math.max(0, now.matched().partial() - matched.partial());
        for (CommunicatorView communicator : now.communicators()) {
            ranksOfAll += communicator.ranks();
            heardOfAll += Math.min(communicator.heard(), communicator.ranks());
        }
    }

    /// The ranks of a job keep their order, new ones come last.
    private void addRanks(List<RankTime> now, List<RankTime> before, long sampledOneOf) {
        for (int i = 0; i < now.size(); i++) {
            RankTime rank = now.get(i);
            double waited =
                    rank.waitSeconds() - (i < before.size() ? before.get(i).waitSeconds() : 0);
            double lost =
                    rank.lostGpuSeconds() - (i < before.size() ? before.get(i).lostGpuSeconds() : 0);
            Sum sum = sumOf(place(rank.entity()));
            sum.waitSeconds += Math.max(0, waited) * sampledOneOf;
            sum.lostGpuSeconds += Math.max(0, lost);
        }
    }

    private Sum sumOf(Place place) {
        Sum sum = ranks.get(place);
        if (sum != null) {
            return sum;
        }
        if (rankRoom.take()) {
            roomTakenByRanks++;
            Sum made = new Sum();
            ranks.put(place, made);
            return made;
        }
        foldedRanks++;
        return ranks.computeIfAbsent(Place.ELSEWHERE, _ -> new Sum());
    }

    private static Place place(Entity entity) {
        OptionalInt gpu = entity.gpu().map(GpuIdentity::index).orElse(OptionalInt.empty());
        return new Place(entity.node().orElse(""), text(gpu), text(entity.rank()));
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
    }

    private void addTransfers(JobView now, List<Transfers> before) {
        Map<Told, DurationHistogram> then = new HashMap<>();
        before.forEach(each -> then.put(new Told(each.communicator(), each.function()), each.durations()));
        for (Transfers each : now.figures().transfers()) {
            DurationHistogram old =
                    then.getOrDefault(new Told(each.communicator(), each.function()), DurationHistogram.EMPTY);
            Way way = wayOf(new Way(each.communicator().id(), each.function()));
            transfers.merge(way, each.durations().minus(old), DurationHistogram::plus);
        }
    }

    private Way wayOf(Way way) {
        if (transfers.containsKey(way)) {
            return way;
        }
        if (transferRoom.take()) {
            roomTakenByTransfers++;
            return way;
        }
        foldedTransfers++;
        return new Way(JobFigures.OTHER, way.function());
    }

    OfJob job() {
        double coverage = ranksOfAll == 0 ? 0 : heardOfAll / (double) ranksOfAll;
        return new OfJob(jobId, coverage, complete, partial, steps);
    }

    void ranksInto(List<OfRank> all) {
        ranks.forEach((place, sum) -> all.add(new OfRank(jobId, place, sum.waitSeconds, sum.lostGpuSeconds)));
    }

    void transfersInto(List<OfTransfers> all) {
        transfers.forEach((way, durations) -> all.add(new OfTransfers(jobId, way, durations)));
    }

    int foldedRanks() {
        return foldedRanks;
    }

    int foldedTransfers() {
        return foldedTransfers;
    }
}
