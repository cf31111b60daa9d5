// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import java.util.SplittableRandom;

/// How long the ranks of a job compute and how long their hosts pause.
final class Load {
    private static final double SECOND = 1e9;
    private static final double TAIL_SHARE = 0.004;
    private static final double TAIL_FACTOR = 0.5;
    private static final double WARM_UP_FACTOR = 3;
    private static final double CAP_STEPS = 17;
    private static final double UNEVEN = 0.25;
    private static final int ALL = -1;

    private final Plan plan;

    Load(Plan plan) {
        this.plan = plan;
    }

    /// Always the same for the same numbers.
    private SplittableRandom draw(long what, long rank, long step, long part) {
        long mixed = plan.seed() * 0x9e3779b97f4a7c15L + what;
        mixed = (mixed ^ rank) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 31) ^ step) * 0x94d049bb133111ebL;
        mixed = (mixed ^ (mixed >>> 29) ^ part) * 0xd6e8feb86659fd93L;
        return new SplittableRandom(mixed ^ (mixed >>> 32));
    }

    private double normal(long what, long rank, long step, long part) {
        return draw(what, rank, step, part).nextGaussian();
    }

    /// A part of what a rank computes in a step.
    long nanos(int rank, int step, int part, double share) {
        Unrest unrest = plan.unrest();
        double noise = Math.exp(unrest.noise() * normal(1, rank, step, part));
        SplittableRandom tail = draw(2, rank, step, part);
        if (unrest.noise() > 0 && tail.nextDouble() < TAIL_SHARE) {
            noise += -Math.log(1 - tail.nextDouble()) * TAIL_FACTOR;
        }
        double own = 1 + unrest.spread() * Math.clamp(normal(3, rank, 0, 0), -2, 2);
        double step_ = Math.exp(unrest.lengths() * normal(4, ALL, step, 0));
        double length = Math.exp(unrest.ownLengths() * normal(5, rank, step, 0));
        double cap = 1 + unrest.cap() * (1 + Math.sin(step / CAP_STEPS)) / 2;
        double warm = step < unrest.warmUpSteps() ? WARM_UP_FACTOR : 1;
        double grown = unrest.growsAt() > 0 && step >= unrest.growsAt() ? 2 : 1;
        double healthy = plan.stepSeconds() * SECOND * share * noise * own * step_ * length * cap * warm * grown;
        return Math.round(healthy * (1 + plan.trouble().computing(rank, step)));
    }

    /// How much of the tokens of an exchange a rank has; each time another.
    double uneven(int rank, int step, int part) {
        return Math.exp(UNEVEN * normal(6, rank, step, part));
    }

    /// How late the host of a rank begins its step.
    long hostNanos(int rank, int step) {
        Unrest unrest = plan.unrest();
        double seconds = 0.002 * Math.exp(0.3 * normal(7, rank, step, 0));
        if (unrest.pauseEvery() > 0) {
            int phase = draw(8, rank, 0, 0).nextInt(unrest.pauseEvery());
            seconds += step % unrest.pauseEvery() == phase ? unrest.pauseSeconds() : 0;
        }
        seconds += plan.trouble().host(Trouble.What.HOST, rank, step) * plan.stepSeconds();
        return Math.round(seconds * SECOND);
    }

    /// How much longer a host takes for each of `calls` operations.
    long callNanos(int rank, int step, int calls) {
        double share = plan.trouble().host(Trouble.What.HOST_CALLS, rank, step);
        return Math.round(share * plan.stepSeconds() * SECOND / Math.max(1, calls));
    }

    /// By what a transfer differs from the mean.
    double transfer(Group group, long number) {
        return Math.exp(0.03 * normal(9, group.index(), number, 0));
    }

    boolean isEvaluation(int step) {
        int every = plan.unrest().evaluateEvery();
        return every > 0 && step % every >= every - 2;
    }

    /// Clocks of a GPU or node: where they stood at the start of the job.
    long clockNanos(int what, int which) {
        return 3_600_000_000_000L + draw(10 + what, which, 0, 0).nextLong(900_000_000_000_000L);
    }

    /// How fast the clock of a GPU goes, beside true time.
    double clockRate(int gpu) {
        return 1 + 2e-5 * normal(12, gpu, 0, 0);
    }
}
