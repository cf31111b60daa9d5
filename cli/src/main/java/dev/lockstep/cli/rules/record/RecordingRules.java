// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import java.time.Duration;
import java.util.List;

/// All recording rules, in the files that they are committed in.
public final class RecordingRules {
    private static final Duration SCRAPE = Duration.ofSeconds(15);

    private RecordingRules() {}

    /// The files for a Prometheus of that flavour.
    public static List<RuleFile> files(Flavour flavour) {
        return List.of(new RuleFile(
                "lockstep-ranks.rules.yml",
                "How long each rank is in its collectives, who waits and for whom.",
                List.of(group("lockstep-ranks", SCRAPE, RankRules.of(flavour)))));
    }

    private static RuleGroup group(String name, Duration interval, List<RecordingRule> rules) {
        return new RuleGroup(name, interval, List.<Rule>copyOf(rules));
    }
}
