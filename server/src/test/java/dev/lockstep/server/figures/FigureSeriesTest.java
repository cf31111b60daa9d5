// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.brain.BrainView;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.Figures;
import dev.lockstep.core.analysis.job.Figures.RankTime;
import dev.lockstep.core.analysis.job.Figures.Transfers;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.server.figures.JobFigures.OfJob;
import dev.lockstep.server.figures.JobFigures.OfRank;
import dev.lockstep.server.figures.JobFigures.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is served of the time of jobs.
class FigureSeriesTest {
    private final FigureSeries series = new FigureSeries();

    @Test
    void showsEachRankUnderItsPlace() {
        JobFigures figures = series.take(view(job("a", "1", 0, rank(0, 1.5, 0), rank(1, 0.25, 2))));

        assertThat(figures.ranks())
                .containsExactly(
                        new OfRank("a", new Place("node-0", "", "0"), 1.5, 0),
                        new OfRank("a", new Place("node-1", "", "1"), 0.25, 2));
        assertThat(figures.jobs()).containsExactly(new OfJob("a", 0, 10, 1, steps(1)));
        assertThat(figures.transfers())
                .singleElement()
                .satisfies(each -> assertThat(each.durations().count()).isEqualTo(1));
    }

    @Test
    void neverGoesBackOverTheLivesOfAJob() {
        series.take(view(job("a", "1", 0, rank(0, 100, 0))));
        series.take(view(job("a", "1", 0, rank(0, 110, 0)), job("a", "2", 0, rank(0, 5, 0))));

        JobFigures figures = series.take(view(job("a", "2", 0, rank(0, 7, 0))));

        assertThat(figures.ranks())
                .singleElement()
                .satisfies(rank -> assertThat(rank.waitSeconds()).isEqualTo(117));
        assertThat(figures.jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.complete()).isEqualTo(20));
        assertThat(series.take(view()).ranks()).isEmpty();
    }

    @Test
    void estimatesWaitsFromTheSample() {
        JobFigures figures = series.take(view(job("a", "1", 3, rank(0, 1, 1))));

        assertThat(figures.ranks()).containsExactly(new OfRank("a", new Place("node-0", "", "0"), 8, 1));
    }

    @Test
    void foldsWhatIsOverItsRoomAndKeepsSumsExact() {
        RankTime[] many = IntStream.range(0, FigureSeries.RANKS_MAX + 10)
                .mapToObj(rank -> rank(rank, 1, 0.5))
                .toArray(RankTime[]::new);

        series.take(view(job("large", "1", 0, many)));
        JobFigures figures = series.take(view(job("large", "1", 0, many), job("small", "1", 0, rank(0, 1, 0))));

        assertThat(figures.foldedRanks()).isEqualTo(11);
        assertThat(figures.ranks()).hasSize(FigureSeries.RANKS_MAX + 2);
        assertThat(figures.ranks())
                .contains(new OfRank("large", Place.ELSEWHERE, 10, 5), new OfRank("small", Place.ELSEWHERE, 1, 0));
        JobFigures later = series.take(view(job("small", "1", 0, rank(0, 3, 0))));
        assertThat(later.ranks())
                .as("what comes once there is room is its own")
                .containsExactly(
                        new OfRank("small", Place.ELSEWHERE, 1, 0),
                        new OfRank("small", new Place("node-0", "", "0"), 2, 0));
    }

    @Test
    void foldsJobsThatFindNoRoomUntilTheyAreOver() {
        JobView[] many = IntStream.range(0, FigureSeries.JOBS_MAX + 2)
                .mapToObj(i -> job("job-" + i, "1", 0, rank(0, 1, 0)))
                .toArray(JobView[]::new);

        JobFigures figures = series.take(view(many));

        assertThat(figures.foldedJobs()).isEqualTo(2);
        assertThat(figures.jobs()).hasSize(FigureSeries.JOBS_MAX + 1);
        assertThat(figures.jobs().getLast()).isEqualTo(new OfJob("other", 0, 20, 2, steps(2)));
        assertThat(figures.ranks()).contains(new OfRank("other", Place.ELSEWHERE, 2, 0));
        JobFigures later = series.take(view(many[0], many[FigureSeries.JOBS_MAX]));
        assertThat(later.jobs()).extracting(OfJob::jobId).containsExactly("job-0", "other");
        assertThat(series.take(view(many[0])).foldedJobs()).isZero();
    }

    private static BrainView view(JobView... jobs) {
        return new BrainView(List.of(jobs), Map.of());
    }

    private static RankTime rank(int rank, double wait, double lost) {
        return new RankTime(Entity.ofRank(rank, Optional.of("node-" + rank), Optional.empty()), wait, lost);
    }

    private static DurationHistogram steps(long count) {
        long[] counts = new long[DurationBuckets.COUNT];
        counts[100] = count;
        return DurationHistogram.of(counts, count * 1_000);
    }

    private static JobView job(String id, String incarnation, int sampling, RankTime... ranks) {
        Transfers transfers = new Transfers(new CommunicatorKey("aa", 0), NcclFunction.ALL_REDUCE, steps(1));
        return new JobView(
                new JobKey(id, incarnation),
                new JobIdentity(id, "node-0", OptionalInt.empty()),
                OptionalInt.empty(),
                false,
                sampling,
                1,
                List.of(),
                List.of(),
                new Figures(Stream.of(ranks).toList(), List.of(transfers), steps(1), List.of()),
                new BrainView.Matched(20, 10, 1, 0));
    }
}
