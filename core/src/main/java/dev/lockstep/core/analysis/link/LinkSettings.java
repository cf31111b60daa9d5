// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import java.time.Duration;

/// When a transfer is called slow.
///
/// @param factorMin so many times its baseline
/// @param rowsMin operations of one shape that must be slow
/// @param windowNanos how much time they cover at least
/// @param steadiness share of them that must be slow
/// @param culpritsMax ranks or nodes among which a finding may leave the choice
public record LinkSettings(double factorMin, int rowsMin, long windowNanos, double steadiness, int culpritsMax) {
    /// Shapes that are followed in one communicator; the rest is not looked at.
    public static final int SHAPES_MAX = 64;

    /// What notices a link that has lost a tenth of its bandwidth.
    public static LinkSettings defaults() {
        return new LinkSettings(1.1, 5, Duration.ofSeconds(4).toNanos(), 0.85, 256);
    }
}
