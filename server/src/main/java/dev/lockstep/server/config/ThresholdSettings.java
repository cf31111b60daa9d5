// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import java.time.Duration;
import java.util.List;

/// The thresholds among the brain's settings: they hold for each job whose class does not say otherwise.
final class ThresholdSettings {
    static final Setting<Duration> HANG_SUSPECT = new Setting<>(
            "hang-suspect",
            Forms.time(Duration.ofSeconds(2), Duration.ofDays(1)),
            "30s",
            "a rank that waited so long without any movement is suspicious");
    static final Setting<Duration> HANG_P0 = new Setting<>(
            "hang-p0",
            Forms.time(Duration.ofSeconds(2), Duration.ofDays(1)),
            "2m",
            "a wait of so long is a hang, or of three times the longest pause that the job has shown if that is more");
    static final Setting<Duration> GONE_AFTER = new Setting<>(
            "gone-after",
            Forms.time(Duration.ofSeconds(1), Duration.ofHours(1)),
            "30s",
            "the others must live and wait so long after a process was gone: within it all may just be over");
    static final Setting<Duration> UNSEEN_AFTER = new Setting<>(
            "unseen-after",
            Forms.time(Duration.ofSeconds(10), Duration.ofDays(1)),
            "1m",
            "a process of which nothing was heard for so long is worth an incident");
    static final Setting<Double> STRAGGLER_SHARE = new Setting<>(
            "straggler-share",
            Forms.percent(1, 100),
            "8%",
            "a rank is late that needs so much longer than its peers compute in the same time");
    static final Setting<Double> SLOW_LINK_SHARE = new Setting<>(
            "slow-link-share",
            Forms.percent(1, 1_000),
            "10%",
            "a transfer is slow that takes so much longer than usual");

    private ThresholdSettings() {}

    static List<Setting<?>> all() {
        return List.of(HANG_SUSPECT, HANG_P0, GONE_AFTER, UNSEEN_AFTER, STRAGGLER_SHARE, SLOW_LINK_SHARE);
    }
}
