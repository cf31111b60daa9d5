// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RecordingRule;
import java.util.List;

/// Quantiles of what the brain measures: steps of jobs, transfers of communicators.
final class BrainRules {
    private static final String WINDOW = "5m";

    private final Flavour flavour;

    private BrainRules(Flavour flavour) {
        this.flavour = flavour;
    }

    static List<RecordingRule> of(Flavour flavour) {
        BrainRules rules = new BrainRules(flavour);
        String step = "of a step of the job, where its operations repeat.";
        return List.of(
                rules.quantile(Level.JOB, "lockstep_step_seconds", 50, step),
                rules.quantile(Level.JOB, "lockstep_step_seconds", 95, step),
                rules.quantile(
                        Level.COMMUNICATOR_FUNCTION,
                        "lockstep_transfer_seconds",
                        50,
                        "that one function of a communicator takes once all ranks are there."));
    }

    /// Without observations the quantile is no number, which is not above 0.
    private RecordingRule quantile(Level level, String histogram, int percent, String what) {
        return level.record(
                histogram + ":p" + percent + "_5m",
                RankRules.SECONDS,
                "P" + percent + " over five minutes of the time " + what + " From the brain.",
                "histogram_quantile(" + percent / 100.0 + ",\n  sum by (" + flavour.withBuckets(level.labels()) + ") ("
                        + flavour.bucketRate(histogram, "", WINDOW) + ")) > 0");
    }
}
