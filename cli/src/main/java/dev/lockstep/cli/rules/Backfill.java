// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import dev.lockstep.cli.rules.record.RecordingRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The recording rules in an order in which a history can be made of what was scraped before the rules were there.
///
/// promtool evaluates a rule over past time and asks Prometheus for what it uses, so a rule must wait until Prometheus
/// has what other rules recorded. A pass is the rules whose needs the passes before it have met.
public final class Backfill {
    private Backfill() {}

    /// The groups of each pass, in order; each keeps its name and interval, and those of its rules whose turn it is.
    public static List<List<RuleGroup>> passes(List<RuleGroup> groups) {
        Map<String, Rule> recorded = new TreeMap<>();
        groups.forEach(group -> group.rules().forEach(rule -> recorded.put(rule.name(), rule)));
        int last = recorded.values().stream()
                .mapToInt(rule -> pass(rule, recorded))
                .max()
                .orElse(0);
        return IntStream.rangeClosed(1, last)
                .mapToObj(pass -> groups.stream()
                        .map(group -> only(pass, group, recorded))
                        .filter(group -> !group.rules().isEmpty())
                        .toList())
                .toList();
    }

    /// Of the groups what is needed to record these series, and nothing else.
    public static List<RuleGroup> needed(List<String> series, List<RuleGroup> groups) {
        List<String> names = new ArrayList<>(series);
        List<Rule> rules =
                groups.stream().flatMap(group -> group.rules().stream()).toList();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            rules.stream()
                    .filter(rule -> rule.name().equals(name))
                    .flatMap(rule -> Promql.metrics(rule.expression()).stream())
                    .filter(metric -> !names.contains(metric))
                    .forEach(names::add);
        }
        return groups.stream()
                .map(group -> with(group, group.rules().stream().filter(rule -> names.contains(rule.name()))))
                .filter(group -> !group.rules().isEmpty())
                .toList();
    }

    /// A file a pass and flavour. The names of functions are left out: they are what they rename.
    public static List<GeneratedFile> files() {
        return Stream.of(Flavour.values()).flatMap(Backfill::files).toList();
    }

    private static Stream<GeneratedFile> files(Flavour flavour) {
        List<RuleGroup> groups = RecordingRules.files(flavour).stream()
                .flatMap(file -> file.groups().stream())
                .filter(group ->
                        group.rules().stream().anyMatch(rule -> rule.name().contains(":")))
                .toList();
        List<List<RuleGroup>> passes = passes(groups);
        return IntStream.range(0, passes.size()).mapToObj(i -> {
            String name = "pass-" + (i + 1) + ".rules.yml";
            String about = "Pass " + (i + 1) + " of " + passes.size()
                    + " when a history is made; docs/operations/look-back.md.";
            RuleFile file = new RuleFile(name, about, passes.get(i));
            return new GeneratedFile("prometheus/backfill/" + flavour.folder() + "/" + name, file.yaml());
        });
    }

    private static RuleGroup only(int pass, RuleGroup group, Map<String, Rule> recorded) {
        return with(group, group.rules().stream().filter(rule -> pass(rule, recorded) == pass));
    }

    private static RuleGroup with(RuleGroup group, Stream<Rule> rules) {
        return new RuleGroup(group.name(), group.interval(), rules.toList());
    }

    /// One more than the last pass of what it uses. Groups record before they use, so this ends.
    private static int pass(Rule rule, Map<String, Rule> recorded) {
        return 1
                + Promql.metrics(rule.expression()).stream()
                        .map(recorded::get)
                        .filter(RecordingRule.class::isInstance)
                        .mapToInt(used -> pass(used, recorded))
                        .max()
                        .orElse(0);
    }
}
