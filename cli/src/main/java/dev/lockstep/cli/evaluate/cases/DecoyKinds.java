// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.simulator.feed.FeedSettings;
import dev.lockstep.simulator.feed.FeedSettings.End;
import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.random.Noise;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;

/// Everything that must wake nobody.
public final class DecoyKinds {
    private static final long SECOND = CaseBuilder.SECOND;
    private static final List<Integer> ONE = List.of(0);

    private DecoyKinds() {}

    /// In the order of the report.
    public static List<CaseKind> all() {
        return List.of(
                decoy("healthy", ClusterShape::isAny, made -> {}),
                scaled("moving-imbalance", List.of(20, 100), ClusterShape::isAny, DecoyKinds::movingImbalance),
                scaled("host-pauses", List.of(20, 100), ClusterShape::isAny, DecoyKinds::hostPauses),
                scaled("heavy-stage", List.of(5, 20, 50), shape -> shape.pipeline() > 1, DecoyKinds::heavyStage),
                scaled(
                        "heavy-expert",
                        List.of(20, 100),
                        shape -> shape.data() > shape.expert() && shape.expert() > 1,
                        DecoyKinds::heavyExpert),
                decoy("checkpoint-all", ClusterShape::isAny, DecoyKinds::checkpointOfAll),
                decoy("checkpoint-one", ClusterShape::isAny, DecoyKinds::checkpointOfOne),
                decoy(
                        "evaluation",
                        ClusterShape::isAny,
                        made -> made.decoy("evaluation from=6 every=9 microbatches=6")
                                .seconds(70)),
                decoy(
                        "warm-up",
                        ClusterShape::isAny,
                        made -> made.decoy("warm-up steps=4 factor=20").seconds(90)),
                decoy("hiccup", ClusterShape::isAny, DecoyKinds::hiccup),
                decoy("congestion", ClusterShape::isSpread, DecoyKinds::congestion),
                decoy("restart", ClusterShape::isAny, DecoyKinds::restart),
                decoy("preemption", ClusterShape::isAny, DecoyKinds::preemption),
                decoy("requeue", ClusterShape::isAny, DecoyKinds::requeue),
                decoy("elastic-resize", ClusterShape::isSpread, DecoyKinds::elasticResize),
                decoy("end", ClusterShape::isAny, made -> made.steps(20).seconds(200)),
                decoy("end-without-finalize", ClusterShape::isAny, DecoyKinds::endWithoutFinalize),
                decoy("out-of-memory-at-exit", ClusterShape::isAny, DecoyKinds::outOfMemoryAtExit),
                decoy("lost-batches", ClusterShape::isAny, made -> made.delivery(Delivery.losing(0.1, made.noise()))),
                decoy("lost-records", ClusterShape::isAny, made -> made.telling(settings -> settings.losing(0.3))),
                decoy("node-without-agent", ClusterShape::isSpread, made -> made.delivery(Delivery.blind(made.node()))),
                decoy("agent-restart", ClusterShape::isAny, DecoyKinds::agentRestart),
                decoy("clock-step", ClusterShape::isAny, DecoyKinds::clockStep),
                decoy("no-incarnation", ClusterShape::isAny, DecoyKinds::noIncarnation));
    }

    private static CaseKind decoy(String name, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return scaled(name, ONE, fits, recipe);
    }

    private static CaseKind scaled(
            String name, List<Integer> strengths, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return new CaseKind(name, false, strengths, fits, recipe);
    }

    private static void movingImbalance(CaseBuilder made) {
        made.decoy("moving-imbalance share=0.2 factor=" + (1 + made.strength() * 0.03));
    }

    private static void hostPauses(CaseBuilder made) {
        made.decoy("host-pauses share=0.2 delay=%dms".formatted(made.strength() * 6));
    }

    private static void heavyStage(CaseBuilder made) {
        int stage = made.draw(made.shape().pipeline());
        made.decoy("heavy-stage stage=%d factor=%s".formatted(stage, made.factor()));
    }

    private static void heavyExpert(CaseBuilder made) {
        int expert = made.draw(made.shape().expert());
        made.decoy("heavy-expert expert=%d factor=%s".formatted(expert, made.factor()));
    }

    private static void checkpointOfAll(CaseBuilder made) {
        checkpoint(made, "");
    }

    private static void checkpointOfOne(CaseBuilder made) {
        checkpoint(made, " rank=" + (made.draw(2) == 0 ? 0 : made.rank()));
    }

    /// Twice, so that the job is seen to go on.
    private static void checkpoint(CaseBuilder made, String rank) {
        int pause = 20 + made.draw(70);
        made.decoy("checkpoint from=%d every=12 for=%ds%s".formatted(made.from(), pause, rank));
        made.steps(30).seconds(45 + 2 * pause);
    }

    private static void hiccup(CaseBuilder made) {
        int from = made.from();
        made.hiccup("late-rank rank=%d from=%d to=%d factor=3".formatted(made.rank(), from, from + 1));
        made.hiccup("late-rank rank=%d from=%d to=%d factor=2".formatted(made.rank(), from + 9, from + 10));
    }

    private static void congestion(CaseBuilder made) {
        made.decoy("congestion from=%d to=%d factor=0.4".formatted(made.from(), made.from() + 12));
    }

    private static void restart(CaseBuilder made) {
        again(made, 20, 27, made.shape(), spread(made, 15, 3));
    }

    private static void requeue(CaseBuilder made) {
        again(made, 20, 80, made.shape(), spread(made, 15, 5));
    }

    private static void elasticResize(CaseBuilder made) {
        ClusterShape all = made.shape();
        int groups = all.tensor() * all.pipeline() * all.expert();
        int nodes = all.nodes() - 1;
        while (nodes > 1 && nodes * all.gpus() % groups != 0) {
            nodes--;
        }
        ClusterShape fewer = new ClusterShape(
                nodes,
                all.gpus(),
                all.tensor(),
                all.pipeline(),
                all.expert(),
                all.named(),
                all.layers(),
                all.microbatches(),
                all.weight());
        again(made, 20, 22, nodes * all.gpus() % groups == 0 ? fewer : all, spread(made, 15, 2));
    }

    /// A life that is killed, and the next one after it.
    private static void again(CaseBuilder made, int steps, int startSecond, ClusterShape next, IntToLongFunction end) {
        String job = "job-" + made.draw(1_000);
        made.steps(steps)
                .seconds(startSecond + steps + 5)
                .live(made.shape(), FeedSettings.of(job, "life-1").ending(End.killed(end)))
                .live(next, FeedSettings.of(job, "life-2").startingAt(startSecond * SECOND));
    }

    private static void preemption(CaseBuilder made) {
        IntToLongFunction end = spread(made, 15 + made.draw(10), 4);
        made.telling(settings -> settings.ending(End.killed(end))).seconds(200);
    }

    /// Each process ends within `span` seconds after `second`, in the middle of whatever it does.
    private static IntToLongFunction spread(CaseBuilder made, int second, int span) {
        Noise noise = made.noise();
        return rank -> second * SECOND + Math.round(noise.uniform(Draw.DECOY, rank, 7, 0) * span * SECOND);
    }

    private static void endWithoutFinalize(CaseBuilder made) {
        made.steps(20).telling(settings -> settings.ending(End.LEFT)).seconds(200);
    }

    /// One process dies when all is done, the launcher kills the others within half a minute.
    private static void outOfMemoryAtExit(CaseBuilder made) {
        int victim = made.rank();
        IntToLongFunction others = spread(made, 5 + made.draw(20), 2);
        IntToLongFunction linger = rank -> rank == victim ? SECOND / 2 : others.applyAsLong(rank);
        End end = new End(rank -> Long.MAX_VALUE, linger, false);
        made.telling(settings -> settings.ending(end)).steps(20).seconds(200);
    }

    private static void agentRestart(CaseBuilder made) {
        long from = (long) (made.from() + made.draw(10)) * SECOND;
        made.delivery(Delivery.restart(made.node(), from, from + 8 * SECOND));
    }

    private static void clockStep(CaseBuilder made) {
        long by = (made.draw(2) == 0 ? -1 : 1) * (1L + made.draw(3_600)) * SECOND;
        made.delivery(Delivery.clockStep(made.node(), made.from() * SECOND, by));
    }

    private static void noIncarnation(CaseBuilder made) {
        made.telling(FeedSettings::withoutIncarnation);
    }
}
