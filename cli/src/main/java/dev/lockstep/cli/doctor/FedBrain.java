// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What an agent says under `/metrics` of one brain that it feeds.
///
/// @param name host and port
/// @param staleSeconds since the brain last took a batch; absent if it never did
/// @param refused attempts that failed since the agent started, by reason
/// @param dropped batches that it will never have
record FedBrain(String name, OptionalDouble staleSeconds, Map<String, Long> refused, long dropped) {
    private static final Pattern SAMPLE = Pattern.compile("(lockstep_\\w+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /// One line: `lockstep_feed_refused_total{brain="brain:28030",node="a",reason="tls"} 3.0`.
    private record Sample(String name, Map<String, String> labels, double value) {}

    /// All of them, by their names.
    static List<FedBrain> in(String metrics) {
        Map<String, List<Sample>> byBrain = new TreeMap<>();
        for (Sample sample : samples(metrics)) {
            String brain = sample.labels().getOrDefault("brain", "");
            if (!brain.isEmpty()) {
                byBrain.computeIfAbsent(brain, _ -> new ArrayList<>()).add(sample);
            }
        }
        return byBrain.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static FedBrain of(String name, List<Sample> samples) {
        OptionalDouble stale = OptionalDouble.empty();
        Map<String, Long> refused = new TreeMap<>();
        long dropped = 0;
        for (Sample sample : samples) {
            switch (sample.name()) {
                case "lockstep_feed_staleness_seconds" -> stale = OptionalDouble.of(sample.value());
                case "lockstep_feed_batches_dropped_total" -> dropped = (long) sample.value();
                case "lockstep_feed_refused_total" ->
                    refused.put(sample.labels().getOrDefault("reason", ""), (long) sample.value());
                default -> {}
            }
        }
        return new FedBrain(name, stale, refused, dropped);
    }

    private static List<Sample> samples(String metrics) {
        List<Sample> samples = new ArrayList<>();
        metrics.lines().map(SAMPLE::matcher).filter(Matcher::matches).forEach(line -> {
            Map<String, String> labels = new HashMap<>();
            LABEL.matcher(line.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
            number(line.group(3)).ifPresent(value -> samples.add(new Sample(line.group(1), labels, value)));
        });
        return samples;
    }

    private static OptionalDouble number(String text) {
        try {
            return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }
}
