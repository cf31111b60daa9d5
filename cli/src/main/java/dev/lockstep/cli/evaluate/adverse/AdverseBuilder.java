// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.adverse;

import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.ClusterShape;
import dev.lockstep.cli.evaluate.cases.Culprit;
import dev.lockstep.cli.evaluate.cases.Delivery;
import dev.lockstep.cli.evaluate.cases.Expectation;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.simulator.adverse.AdverseCluster;
import dev.lockstep.simulator.adverse.Plan;
import dev.lockstep.simulator.adverse.Style;
import dev.lockstep.simulator.adverse.Trouble;
import dev.lockstep.simulator.adverse.Trouble.Slow;
import dev.lockstep.simulator.adverse.Trouble.Stop;
import dev.lockstep.simulator.adverse.Trouble.What;
import dev.lockstep.simulator.adverse.Unrest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A case in the making. The job is drawn at once, its fault follows.
public final class AdverseBuilder {
    private static final int ALWAYS = Integer.MAX_VALUE;
    private static final double SECONDS_MIN = 70;
    private static final double STEPS_SEEN = 30;
    private static final double SECONDS_MAX = 900;
    private static final double STOP_SECONDS = 200;
    private static final double CLUSTER_SECONDS_MAX = 6_000;
    private static final int[][] CLUSTERS = {
        {1, 6}, {1, 8}, {2, 6}, {3, 4}, {2, 8}, {4, 6}, {6, 4}, {5, 8}, {4, 8}, {6, 8}, {25, 4}, {16, 8}, {32, 8},
        {128, 8}
    };

    private final AdverseKind kind;
    private final long seed;
    private final SplittableRandom random;
    private final List<Slow> slow = new ArrayList<>();
    private final List<Expectation> expected = new ArrayList<>();
    private Optional<Stop> stop = Optional.empty();
    private Plan plan;
    private Optional<Plan> secondLife = Optional.empty();
    private double longer;

    AdverseBuilder(AdverseKind kind, long seed) {
        this.kind = kind;
        this.seed = seed;
        this.random = new SplittableRandom(seed * 1_000_003 + kind.name().hashCode() + kind.strength());
        this.plan = draw(style -> true);
    }

    private Plan draw(Predicate<Style> allowed) {
        int[] cluster = CLUSTERS[random.nextInt(CLUSTERS.length)];
        List<Style> styles = fitting(cluster[0], allowed);
        while (styles.isEmpty()) {
            cluster = CLUSTERS[random.nextInt(CLUSTERS.length)];
            styles = fitting(cluster[0], allowed);
        }
        Style style = styles.get(random.nextInt(styles.size()));
        boolean isLarge = cluster[0] * cluster[1] > 64;
        double slowest = style == Style.RARE ? 30 : isLarge ? 4 : 12;
        double fastest = style == Style.RARE ? 3 : style == Style.CHATTY || isLarge ? 0.6 : 0.1;
        double seconds = fastest * Math.pow(slowest / fastest, random.nextDouble());
        Unrest unrest = Unrest.QUIET
                .withNoise(0.004 + 0.03 * random.nextDouble(), 0.01 * random.nextDouble())
                .withLengths(0.1 * random.nextDouble(), 0.02 * random.nextDouble());
        return new Plan(
                style,
                cluster[0],
                cluster[1],
                seed,
                seconds,
                1 + random.nextInt(4),
                2 + random.nextInt(isLarge ? 3 : 8),
                random.nextInt(3) > 0,
                random.nextInt(5) == 0 ? 1 + random.nextInt(2) : 0,
                0,
                unrest,
                Trouble.NONE);
    }

    private static List<Style> fitting(int nodes, Predicate<Style> allowed) {
        return Arrays.stream(Style.values())
                .filter(style -> style.nodesMin() <= nodes && allowed.test(style))
                .filter(style -> style != Style.WIDE_TENSOR || nodes % 2 == 0)
                .toList();
    }

    /// The job without its fault.
    Plan plan() {
        return plan;
    }

    double part() {
        return kind.strength() / 100.0;
    }

    int draw(int bound) {
        return random.nextInt(bound);
    }

    int rank() {
        return draw(plan.ranks());
    }

    /// A rank of another node, of another GPU where there is one node.
    int other(int rank) {
        int by = plan.nodes() > 1 ? plan.gpus() * (1 + draw(plan.nodes() - 1)) : 1 + draw(plan.gpus() - 1);
        return (rank + by) % plan.ranks();
    }

    /// A step some while after the start.
    int later() {
        return (int) Math.ceil(Math.max(5, 15 / plan.stepSeconds()));
    }

    AdverseBuilder where(Predicate<Style> allowed) {
        return where(1, allowed);
    }

    /// A job of such a style on so many nodes at least.
    AdverseBuilder where(int nodesMin, Predicate<Style> allowed) {
        while (plan.nodes() < nodesMin || !allowed.test(plan.style())) {
            plan = draw(allowed);
        }
        return this;
    }

    AdverseBuilder unrest(UnaryOperator<Unrest> change) {
        plan = new Plan(
                plan.style(),
                plan.nodes(),
                plan.gpus(),
                plan.seed(),
                plan.stepSeconds(),
                plan.microsteps(),
                plan.layers(),
                plan.isNamed(),
                plan.sampling(),
                plan.startSeconds(),
                change.apply(plan.unrest()),
                plan.trouble());
        return this;
    }

    AdverseBuilder longer(double seconds) {
        longer += seconds;
        return this;
    }

    Culprit gpu(int rank) {
        int node = rank / plan.gpus();
        return new Culprit.OfGpu(rank, AdverseCluster.gpu(node, rank % plan.gpus()));
    }

    Culprit host(int node) {
        return new Culprit.OfHost(AdverseCluster.node(node), plan.gpus());
    }

    Culprit path(int node) {
        Set<String> nodes =
                IntStream.range(0, plan.nodes()).mapToObj(AdverseCluster::node).collect(Collectors.toSet());
        return new Culprit.OfPathAmong(AdverseCluster.node(node), nodes);
    }

    Culprit world() {
        Set<Integer> ranks = IntStream.range(0, plan.ranks()).boxed().collect(Collectors.toSet());
        return new Culprit.OfCommunicator(AdverseCluster.world(plan), ranks);
    }

    /// Ranks that are slow from a step on.
    AdverseBuilder slow(What what, int first, int count, int from, int every, double by) {
        slow.add(new Slow(what, first, count, from, ALWAYS, every, by));
        return this;
    }

    AdverseBuilder slow(Slow other) {
        slow.add(other);
        return this;
    }

    AdverseBuilder stop(Stop other) {
        stop = Optional.of(other);
        return this;
    }

    AdverseBuilder expect(Set<FindingKind> kinds, Culprit culprit) {
        expected.add(new Expectation(kinds, culprit, expected.size()));
        return this;
    }

    /// The job comes again on the same nodes, with another fault.
    AdverseBuilder again(double startSeconds, Trouble trouble) {
        secondLife = Optional.of(new Plan(
                plan.style(),
                plan.nodes(),
                plan.gpus(),
                plan.seed() + 500_000,
                plan.stepSeconds(),
                plan.microsteps(),
                plan.layers(),
                plan.isNamed(),
                plan.sampling(),
                startSeconds,
                plan.unrest(),
                trouble));
        return this;
    }

    Case build() {
        Plan made = plan.with(new Trouble(slow, stop));
        double onset = made.trouble().from() == ALWAYS ? 0 : made.trouble().from() * plan.stepSeconds();
        double seen = Math.clamp(STEPS_SEEN * plan.stepSeconds(), SECONDS_MIN, SECONDS_MAX);
        seen = Math.min(seen, Math.max(SECONDS_MIN, CLUSTER_SECONDS_MAX * 8 / plan.ranks()));
        double seconds = onset * 1.3 + longer + (stop.isPresent() ? STOP_SECONDS + 8 * plan.stepSeconds() : seen);
        List<Plan> lives = new ArrayList<>(List.of(made));
        secondLife.ifPresent(lives::add);
        ClusterShape shape = new ClusterShape(plan.nodes(), plan.gpus(), 1, 1, 1, plan.isNamed(), plan.layers(), 1, 1);
        return new Case(
                kind.name(),
                kind.isFault(),
                kind.strength(),
                shape,
                seed,
                plan.sampling(),
                List.of(),
                lives,
                Delivery.PLAIN,
                expected,
                (int) Math.ceil(seconds));
    }
}
