// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// All recording rules, in the files that they are committed in.
public final class RecordingRules {
    /// Who is late is looked at with every scrape; what costs more, less often, so that each group takes less than a
    /// quarter of its interval at 1,000 GPUs (docs/operations/sizing.md).
    private static final Duration SCRAPE = Duration.ofSeconds(15);
    private static final Duration TWO_SCRAPES = Duration.ofSeconds(30);
    private static final Duration LATENCIES = Duration.ofMinutes(1);
    private static final Duration BASELINES = Duration.ofMinutes(5);

    private RecordingRules() {}

    /// The files for a Prometheus of that flavour.
    public static List<RuleFile> files(Flavour flavour) {
        return List.of(
                new RuleFile(
                        "lockstep-ranks.rules.yml",
                        "Who waits for whom, what ranks carry, and what is in flight.",
                        List.of(
                                group("lockstep-ranks", SCRAPE, ranks(flavour)),
                                group("lockstep-load", TWO_SCRAPES, LoadRules.all()),
                                group("lockstep-inflight", SCRAPE, InFlightRules.all()))),
                new RuleFile(
                        "lockstep-quantiles.rules.yml",
                        "Latencies over five minutes.",
                        List.of(
                                group("lockstep-quantiles", LATENCIES, QuantileRules.of(flavour)),
                                group("lockstep-rank-quantiles", LATENCIES, QuantileRules.ofRanks(flavour)),
                                group("lockstep-brain", LATENCIES, BrainRules.of(flavour)))),
                new RuleFile(
                        "lockstep-devices.rules.yml",
                        "How long NCCL's steps are on the network, how far links of devices are used, and how often they fail.",
                        List.of(
                                group("lockstep-edges", TWO_SCRAPES, EdgeRules.all()),
                                group("lockstep-devices", TWO_SCRAPES, DeviceRules.all()))),
                new RuleFile(
                        "lockstep-baselines.rules.yml",
                        "What is usual for a shape, and how the present compares with it.",
                        List.of(group("lockstep-baselines", BASELINES, BaselineRules.all()))),
                new RuleFile(
                        "lockstep-names.rules.yml",
                        "The histograms again, a name for each function: leave it out unless you want those names, it"
                                + " stores every bucket twice.",
                        List.of(group("lockstep-names", TWO_SCRAPES, NameRules.of(flavour)))));
    }

    private static List<RecordingRule> ranks(Flavour flavour) {
        return Stream.concat(RankRules.of(flavour).stream(), BlameRules.all().stream())
                .toList();
    }

    private static RuleGroup group(String name, Duration interval, List<RecordingRule> rules) {
        return new RuleGroup(name, interval, List.<Rule>copyOf(rules));
    }
}
