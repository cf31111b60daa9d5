// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The nodes on which one or more such jobs run, one after the other, and what their agents send second by second.
/// Belongs to one thread.
public final class AdverseCluster {
    private static final double SECOND = 1e9;
    private static final long EPOCH_NANOS = 1_796_000_000_000_000_000L;
    /// From the end of one life to the next.
    private static final long PAUSE_NANOS = 10_000_000_000L;
    /// So long an agent tells that a process is gone.
    private static final long TOLD_NANOS = 120_000_000_000L;

    private static final class Job {
        private final Plan plan;
        private final Engine engine;
        private final List<RankTeller> tellers = new ArrayList<>();
        private final boolean[] isAgentThere;
        private OptionalLong onset = OptionalLong.empty();

        private Job(Plan plan) {
            this.plan = plan;
            this.engine = new Engine(plan);
            this.isAgentThere = new boolean[plan.nodes()];
            engine.workers()
                    .forEach(worker -> tellers.add(new RankTeller(plan, worker, engine.groups(), engine.load())));
        }

        private void generate(long now) {
            while (!engine.isStopped() && engine.beginNanos() <= now) {
                if (engine.step() == plan.trouble().from()) {
                    onset = OptionalLong.of(startNanos() + engine.beginNanos());
                }
                engine.run();
            }
        }

        private List<ProcessFeed> killed(int node) {
            return tellers.subList(node * plan.gpus(), (node + 1) * plan.gpus()).stream()
                    .map(RankTeller::killed)
                    .toList();
        }

        private long startNanos() {
            return Math.round(plan.startSeconds() * SECOND);
        }

        private List<ProcessFeed> of(int node, long now) {
            List<ProcessFeed> told = new ArrayList<>();
            boolean isLate = node == plan.nodes() - 1 && now < plan.unrest().lateAgentSeconds() * SECOND;
            if (now < 0 || isLate) {
                return told;
            }
            for (int local = 0; local < plan.gpus(); local++) {
                boolean isFirst = !isAgentThere[node] && plan.unrest().lateAgentSeconds() > 0;
                told.add(tellers.get(node * plan.gpus() + local).until(now, isFirst && node == plan.nodes() - 1));
            }
            isAgentThere[node] = true;
            return told;
        }
    }

    private final List<Job> jobs;
    private final Load clocks;
    private final int nodes;
    private long batch;

    /// The lives of a job, on the same nodes; each ends where the next one starts.
    public AdverseCluster(List<Plan> lives) {
        this.jobs = lives.stream().map(Job::new).toList();
        this.clocks = new Load(lives.getFirst());
        this.nodes = lives.stream().mapToInt(Plan::nodes).max().orElseThrow();
    }

    /// The label `node` of a node.
    public static String node(int node) {
        return "worker-%03d.example".formatted(node);
    }

    /// UUID of a GPU.
    public static String gpu(int node, int local) {
        return "GPU-%08x-0000-0000-0000-%012x".formatted(node, local);
    }

    /// What agents call a communicator.
    static String id(long hash) {
        return "%016x".formatted(hash);
    }

    /// The communicator of all ranks of a life.
    public static String world(Plan plan) {
        return id(new Programs(plan, new Load(plan)).groups().getFirst().hash());
    }

    /// When the first fault of the first life set in; absent before.
    public OptionalLong onsetNanos() {
        return jobs.getFirst().onset;
    }

    /// What the agents send at a moment, which must grow.
    public List<NodeFeed> batches(long nanos) {
        batch++;
        List<NodeFeed> feeds = new ArrayList<>();
        for (Job job : jobs) {
            job.generate(nanos - job.startNanos());
        }
        for (int node = 0; node < nodes; node++) {
            long read = nanos - clocks.clockNanos(2, node) % 1_000_000_000L;
            List<ProcessFeed> processes = new ArrayList<>();
            for (int i = 0; i < jobs.size(); i++) {
                Job job = jobs.get(i);
                long end = i + 1 < jobs.size() ? jobs.get(i + 1).startNanos() - PAUSE_NANOS : Long.MAX_VALUE;
                if (node < job.plan.nodes() && read - TOLD_NANOS < end) {
                    processes.addAll(read < end ? job.of(node, read - job.startNanos()) : job.killed(node));
                }
            }
            feeds.add(new NodeFeed(
                    node(node),
                    "agent-" + node,
                    batch,
                    EPOCH_NANOS + read,
                    clocks.clockNanos(0, node) + read,
                    jobs.getFirst().plan.sampling(),
                    processes,
                    Map.of(),
                    List.of()));
        }
        return feeds;
    }

    /// The node of a rank.
    public static Optional<String> nodeOf(Plan plan, int rank) {
        return rank < 0 || rank >= plan.ranks() ? Optional.empty() : Optional.of(node(rank / plan.gpus()));
    }
}
