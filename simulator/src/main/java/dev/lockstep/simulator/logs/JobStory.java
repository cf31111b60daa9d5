// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a job did, as far as its logs and dumps show it.
final class JobStory {
    private final Cluster cluster;
    private final List<RankStory> ranks = new ArrayList<>();
    private final List<Long> stepEnds = new ArrayList<>();
    private final Optional<Fault.StuckSetup> stuckSetup;
    private boolean hasStopped;

    private JobStory(Scenario scenario) {
        this.cluster = Cluster.of(scenario);
        this.stuckSetup = scenario.faults().stream()
                .filter(Fault.StuckSetup.class::isInstance)
                .map(Fault.StuckSetup.class::cast)
                .findFirst();
        for (int rank = 0; rank < cluster.layout().ranks(); rank++) {
            ranks.add(new RankStory(rank, cluster.communicators().of(rank)));
        }
    }

    static JobStory of(Scenario scenario) {
        JobStory story = new JobStory(scenario);
        if (story.stuckSetup.isEmpty()) {
            story.play();
        }
        return story;
    }

    private void play() {
        Timeline timeline = new Timeline(cluster);
        for (Optional<StepRun> next = timeline.next(); next.isPresent(); next = timeline.next()) {
            StepRun step = next.get();
            for (RankStory rank : ranks) {
                rank.take(step.byRank().get(rank.rank()));
                OptionalLong killed =
                        step.killedNanos(rank.rank(), cluster.layout().node(rank.rank()));
                killed.ifPresent(rank::kill);
            }
            hasStopped = step.stopped();
            if (!hasStopped) {
                stepEnds.add(step.endNanos());
            }
        }
    }

    Cluster cluster() {
        return cluster;
    }

    List<RankStory> ranks() {
        return ranks;
    }

    /// When each step that came to its end did so.
    List<Long> stepEnds() {
        return stepEnds;
    }

    /// The fault by which the job never got through its set-up.
    Optional<Fault.StuckSetup> stuckSetup() {
        return stuckSetup;
    }

    /// When the first process was killed; absent if none was.
    OptionalLong firstKilledNanos() {
        return ranks.stream().flatMapToLong(rank -> rank.killedNanos().stream()).min();
    }

    /// Whether ranks wait for ever.
    boolean hasStopped() {
        return hasStopped;
    }
}
