// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.CommittedFiles;
import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.peer.Promtool;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.Promql;
import dev.lockstep.cli.rules.model.RecordingRule;
import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.core.metric.MetricCatalogue;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The committed rule files are what the command writes, Prometheus takes them, and they use only what exists.
class RulePackTest {
    private static final Path DEPLOY = Checkout.root().resolve("deploy");

    /// Series of others: Prometheus' own and what dcgm-exporter serves.
    private static final Set<String> FOREIGN = Set.of("up", "ALERTS");

    @TempDir
    private Path folder;

    @Test
    void keepsTheCommittedFilesFresh() {
        CommittedFiles.assertFresh(RulePack.files(), "./lockstep rules");
    }

    @Test
    void commitsNoRuleFileThatItDoesNotWrite() throws IOException {
        try (Stream<Path> files = Files.walk(DEPLOY.resolve("prometheus"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".rules.yml")))
                    .map(file -> DEPLOY.relativize(file).toString())
                    .containsExactlyInAnyOrderElementsOf(
                            RulePack.files().stream().map(GeneratedFile::path).toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void passesPromtool(Flavour flavour) throws IOException, InterruptedException {
        assumeTrue(Promtool.isInstalled(), "apt-get install prometheus");
        List<String> arguments = new ArrayList<>(List.of("check", "rules"));
        for (RuleFile file : RulePack.of(flavour)) {
            arguments.add(new GeneratedFile(file.name(), file.yaml())
                    .writeBelow(folder)
                    .toString());
        }

        Promtool.Result result = Promtool.run(folder, arguments);

        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(result.text()).doesNotContain("FAILED");
    }

    @Test
    void hasAConfigurationThatLoadsThem() throws IOException, InterruptedException {
        assumeTrue(Promtool.isInstalled(), "apt-get install prometheus");

        Promtool.Result result = Promtool.run(DEPLOY, List.of("check", "config", "prometheus/prometheus.yml"));

        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(result.text()).contains("lockstep-alerts.rules.yml", "classic/lockstep-ranks.rules.yml");
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void usesOnlyMetricsOfTheCatalogueAndRecordedOnes(Flavour flavour) {
        Set<String> known = MetricCatalogue.all().stream()
                .flatMap(family -> served(family, flavour))
                .collect(Collectors.toSet());
        rules(flavour).filter(RecordingRule.class::isInstance).map(Rule::name).forEach(known::add);
        known.addAll(FOREIGN);

        assertThat(rules(flavour))
                .allSatisfy(rule -> assertThat(Promql.metrics(rule.expression()))
                        .as(rule.name())
                        .isSubsetOf(known));
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void recordsEachSeriesOnce(Flavour flavour) {
        assertThat(rules(flavour).map(Rule::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void recordsBeforeItUsesWithinAGroup(Flavour flavour) {
        for (RuleFile file : RulePack.of(flavour)) {
            file.groups().forEach(group -> {
                List<String> names = group.rules().stream().map(Rule::name).toList();
                for (Rule rule : group.rules()) {
                    List<String> later = names.subList(names.indexOf(rule.name()) + 1, names.size());
                    assertThat(Promql.metrics(rule.expression()))
                            .as(rule.name())
                            .noneMatch(later::contains);
                }
            });
        }
    }

    private static Stream<Rule> rules(Flavour flavour) {
        return RulePack.of(flavour).stream()
                .flatMap(file -> file.groups().stream())
                .flatMap(group -> group.rules().stream());
    }

    private static Stream<String> served(MetricFamily family, Flavour flavour) {
        if (family.kind() != MetricKind.HISTOGRAM || flavour == Flavour.NATIVE) {
            return Stream.of(family.name());
        }
        return Stream.of("_bucket", "_sum", "_count").map(ending -> family.name() + ending);
    }
}
