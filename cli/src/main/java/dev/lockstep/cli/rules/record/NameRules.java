// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.record;

import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.core.metric.ClassicBuckets;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.NcclMetrics;
import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The histograms again, a name for each function. Nothing is summed and all labels are kept, `job` and `instance` too.
final class NameRules {
    private static final List<NcclFunction> COLLECTIVES = List.of(
            NcclFunction.ALL_REDUCE,
            NcclFunction.ALL_GATHER,
            NcclFunction.REDUCE_SCATTER,
            NcclFunction.BROADCAST,
            NcclFunction.REDUCE,
            NcclFunction.ALL_TO_ALL);

    private static final List<NcclFunction> P2P = List.of(NcclFunction.SEND, NcclFunction.RECV);

    private NameRules() {}

    static List<RecordingRule> of(Flavour flavour) {
        List<RecordingRule> rules = new ArrayList<>();
        for (NcclFunction function : COLLECTIVES) {
            String matcher = "{collective=\"" + function.ncclName() + "\"}";
            rules.addAll(of(flavour, function, NcclMetrics.COLLECTIVE_DURATION, matcher));
        }
        for (NcclFunction function : P2P) {
            String matcher = "{direction=\"" + lower(function) + "\"}";
            rules.addAll(of(flavour, function, NcclMetrics.P2P_DURATION, matcher));
        }
        return List.copyOf(rules);
    }

    private static List<RecordingRule> of(Flavour flavour, NcclFunction function, MetricFamily family, String matcher) {
        return switch (flavour) {
            case CLASSIC ->
                List.of(
                        rule(function, family, "_bucket", matcher, "seconds", "sized × " + ClassicBuckets.COUNT),
                        rule(function, family, "_sum", matcher, "seconds", "sized"),
                        rule(function, family, "_count", matcher, "observations", "sized"));
            case NATIVE -> List.of(rule(function, family, "", matcher, "seconds", "sized"));
        };
    }

    private static RecordingRule rule(
            NcclFunction function, MetricFamily family, String part, String matcher, String unit, String series) {
        List<String> labels = new ArrayList<>(List.of("job", "instance"));
        labels.addAll(family.labels().stream().map(MetricLabel::label).toList());
        if (part.equals("_bucket")) {
            labels.add("le");
        }
        String served = family.name() + part;
        return new RecordingRule(
                "nccl_" + lower(function) + "_duration" + part,
                served + matcher,
                served + " of " + function.ncclName() + " under a name of its own.",
                unit,
                labels,
                series);
    }

    private static String lower(NcclFunction function) {
        return function.ncclName().toLowerCase(Locale.ROOT);
    }
}
