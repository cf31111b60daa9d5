// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Whether the agent does its work: every source was read not long ago, whatever came of it. A source that fails is
/// no reason to restart the agent, and `lockstep_source_success` tells of it.
public record HealthCheck(Duration ageMax) {
    private static final int INTERVALS_MAX = 10;
    private static final int HARDWARE_INTERVALS_MAX = 3;
    private static final Duration LEAST = Duration.ofSeconds(10);

    /// Ten readings may be missing, and 10 s are always allowed.
    public static HealthCheck every(Duration pollInterval) {
        return new HealthCheck(longer(LEAST, pollInterval.multipliedBy(INTERVALS_MAX)));
    }

    /// The same where hardware is read too, of which three readings may be missing.
    public HealthCheck andEvery(Duration hardwareInterval) {
        return new HealthCheck(longer(ageMax, hardwareInterval.multipliedBy(HARDWARE_INTERVALS_MAX)));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /// One line why the agent is not well; empty if it is.
    Optional<String> problem(NodeSnapshot snapshot, Instant now) {
        if (!snapshot.pending().isEmpty()) {
            return Optional.of("starting: " + String.join(", ", snapshot.pending()) + " not read yet, "
                    + snapshot.age(now).toSeconds() + " s after the start");
        }
        return snapshot.sources().stream()
                .filter(source -> isOld(source, now))
                .map(source -> line(source, now))
                .findFirst();
    }

    private boolean isOld(SourceSnapshot source, Instant now) {
        return NodeSnapshot.between(source.readAt(), now).compareTo(ageMax) > 0;
    }

    private String line(SourceSnapshot source, Instant now) {
        return source.name() + " was last read "
                + NodeSnapshot.between(source.readAt(), now).toSeconds()
                + " s ago, more than " + ageMax.toSeconds() + " s: its thread hangs or has died, restart the agent";
    }
}
