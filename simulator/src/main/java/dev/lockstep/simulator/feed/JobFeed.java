// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import dev.lockstep.simulator.truth.StepOnsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One life of a simulated job as its nodes' agents see it: what every process did since the moment told
/// before. Steps are generated when their time comes, so memory holds two or three of them, however long the
/// job is.
///
/// ```java
/// for (long now = SECOND; now < end; now += SECOND) {
///     agents.batches(now, job.until(now)).forEach(brain::accept);
/// }
/// ```
///
/// A job that hangs goes on telling of what is in flight; nothing ends it but a kill. Agents read up to a
/// second before, each at its own place in the second. Belongs to one thread.
public final class JobFeed {
    private final FeedSettings settings;
    private final Timeline timeline;
    private final StepOnsets onsets;
    private final List<RankFeed> ranks = new ArrayList<>();
    private final Noise noise;
    private final int nodes;
    private long stepBegin;
    private boolean isGenerated;

    /// A life of that job.
    public JobFeed(Scenario scenario, FeedSettings settings) {
        Cluster cluster = Cluster.of(scenario);
        this.settings = settings;
        this.noise = cluster.noise();
        this.timeline = new Timeline(cluster);
        this.onsets = new StepOnsets(scenario);
        this.nodes = scenario.shape().nodes();
        for (int rank = 0; rank < scenario.shape().ranks(); rank++) {
            ranks.add(new RankFeed(cluster, rank, settings));
        }
    }

    /// What happened up to that moment since the one before, of the processes of each node. Nothing before
    /// the job starts and once its end was told.
    ///
    /// @param nanos on the clock of {@link NodeAgents}; it must grow
    public List<List<ProcessFeed>> until(long nanos) {
        long now = nanos - settings.startNanos();
        List<List<ProcessFeed>> byNode = new ArrayList<>(nodes);
        for (int node = 0; node < nodes; node++) {
            byNode.add(new ArrayList<>());
        }
        if (now >= 0) {
            generate(now);
            for (RankFeed rank : ranks) {
                long read = NodeAgents.readNanos(noise, rank.node(), now);
                if (read >= 0) {
                    rank.until(read).ifPresent(byNode.get(rank.node())::add);
                }
            }
        }
        return byNode;
    }

    /// When a fault sets in, on the clock of {@link NodeAgents}; absent until the job has come there.
    public OptionalLong onsetNanos(Fault fault) {
        OptionalLong onset = onsets.of(fault.fromStep());
        return onset.isPresent() ? OptionalLong.of(settings.startNanos() + onset.getAsLong()) : onset;
    }

    /// Whether the last process has ended and was told of.
    public boolean isOver() {
        return ranks.stream().allMatch(RankFeed::isOver);
    }

    /// Groups of operations that are held; does not grow with the job.
    int openGroups() {
        return ranks.stream().mapToInt(RankFeed::openGroups).sum();
    }

    private void generate(long now) {
        while (!isGenerated && ranks.stream().anyMatch(rank -> !rank.isKnownUntil(now))) {
            Optional<StepRun> step = timeline.next();
            step.ifPresentOrElse(this::take, this::finish);
        }
    }

    private void take(StepRun step) {
        onsets.begin(step.step(), stepBegin);
        stepBegin = step.endNanos();
        for (RankFeed rank : ranks) {
            List<GroupRun> runs = step.byRank().get(rank.rank());
            rank.take(runs, step.killedNanos(rank.rank(), rank.node()));
        }
        isGenerated = step.stopped();
    }

    private void finish() {
        isGenerated = true;
        ranks.forEach(rank -> rank.endAfter(stepBegin));
    }
}
