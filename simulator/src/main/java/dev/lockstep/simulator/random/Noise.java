// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.random;

/// Random numbers as a function of seed, purpose and three keys (for example rank, step, position).
/// The same on every machine and in every order of asking. Safe for any thread.
public final class Noise {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final long seed;

    public Noise(long seed) {
        this.seed = mix(seed + GOLDEN);
    }

    /// 64 random bits.
    public long bits(Draw draw, long first, long second, long third) {
        return bits(prefix(draw, first, second), third);
    }

    /// What draws that differ in their third key alone have in common.
    public long prefix(Draw draw, long first, long second) {
        long state = mix(seed ^ (draw.key() * GOLDEN));
        state = mix(state ^ (first * GOLDEN + 1));
        return mix(state ^ (second * GOLDEN + 2));
    }

    private static long bits(long prefix, long third) {
        return mix(prefix ^ (third * GOLDEN + 3));
    }

    /// Uniform in 0 (in) … 1 (out).
    public double uniform(Draw draw, long first, long second, long third) {
        return uniform(prefix(draw, first, second), third);
    }

    /// Uniform in 0 (in) … 1 (out), from a prefix and the third key.
    public static double uniform(long prefix, long third) {
        return (bits(prefix, third) >>> 11) * 0x1.0p-53;
    }

    /// A factor around 1 with that relative standard deviation, cut at three of them.
    public double factor(Draw draw, double sigma, long first, long second, long third) {
        long bits = bits(draw, first, second, third);
        double radius = StrictMath.sqrt(-2 * StrictMath.log(((bits >>> 32) + 1) * 0x1.0p-32));
        double angle = 2 * StrictMath.PI * ((bits & 0xffffffffL) * 0x1.0p-32);
        double normal = radius * StrictMath.cos(angle);
        return Math.max(0.01, 1 + sigma * Math.clamp(normal, -3.0, 3.0));
    }

    /// SplitMix64's finaliser.
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
