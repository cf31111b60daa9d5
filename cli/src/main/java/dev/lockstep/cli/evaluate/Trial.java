// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.Expectation;
import dev.lockstep.cli.evaluate.cases.Life;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.incident.IncidentChange;
import dev.lockstep.core.analysis.incident.IncidentSettings;
import dev.lockstep.core.analysis.incident.Incidents;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.simulator.adverse.AdverseCluster;
import dev.lockstep.simulator.feed.JobFeed;
import dev.lockstep.simulator.feed.NodeAgents;
import dev.lockstep.simulator.scenario.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/// Runs one case through a brain of its own, second by second of the job's time, as its server would.
final class Trial {
    private static final long SECOND = 1_000_000_000L;

    /// What happens on the way, for those who want to look.
    record Look(int second, List<Finding> findings, List<IncidentChange> changes) {}

    private final Case run;
    private final Brain brain = new Brain(BrainSettings.defaults());
    private final Incidents incidents = new Incidents(IncidentSettings.defaults());
    private final NodeAgents agents;
    private final List<JobFeed> lives = new ArrayList<>();
    private final Optional<AdverseCluster> adverse;
    private final Judge judge;

    Trial(Case run) {
        this.run = run;
        this.agents = new NodeAgents(run.seed(), run.sampling());
        this.judge = new Judge(run);
        this.adverse = run.adverse().isEmpty() ? Optional.empty() : Optional.of(new AdverseCluster(run.adverse()));
        for (Life life : run.lives()) {
            lives.add(new JobFeed(life.scenario(), life.settings()));
        }
    }

    /// The verdict at the end.
    Verdict run() {
        return run((second, look) -> {});
    }

    /// The same, with a look at each second.
    Verdict run(BiConsumer<Integer, Look> watcher) {
        for (int second = 1; second <= run.seconds(); second++) {
            long now = second * SECOND;
            deliver(now);
            List<Finding> findings = brain.examine(now);
            List<IncidentChange> changes =
                    incidents.update(findings, brain.sights(now), now, NodeAgents.EPOCH_NANOS + now);
            judge.look(now, changes);
            watcher.accept(second, new Look(second, findings, changes));
        }
        return judge.verdict(this::onset);
    }

    private void deliver(long now) {
        List<NodeFeed> feeds = adverse.isPresent() ? adverse.get().batches(now) : agents.batches(now, processes(now));
        for (int node = 0; node < feeds.size(); node++) {
            run.delivery().deliver(feeds.get(node), node, now).ifPresent(feed -> brain.accept(feed, now));
        }
    }

    /// Of each node, of all lives.
    private List<List<ProcessFeed>> processes(long now) {
        List<List<ProcessFeed>> byNode = new ArrayList<>();
        for (JobFeed life : lives) {
            List<List<ProcessFeed>> own = life.until(now);
            for (int node = 0; node < own.size(); node++) {
                if (node == byNode.size()) {
                    byNode.add(new ArrayList<>());
                }
                byNode.get(node).addAll(own.get(node));
            }
        }
        return byNode;
    }

    private OptionalLong onset(Expectation expectation) {
        if (adverse.isPresent()) {
            return adverse.get().onsetNanos();
        }
        if (expectation.fault() == Expectation.NO_FAULT) {
            return OptionalLong.of(0);
        }
        Fault fault = run.lives().getFirst().scenario().faults().get(expectation.fault());
        return lives.getFirst().onsetNanos(fault);
    }
}
