// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every family obeys the rules of Prometheus' naming and of this project.
class MetricCatalogueTest {
    static Stream<MetricFamily> families() {
        return MetricCatalogue.all().stream();
    }

    @Test
    void namesEachFamilyOnce() {
        assertThat(families().map(MetricFamily::name)).doesNotHaveDuplicates();
        assertThat(families().map(MetricFamily::baseName)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("families")
    void usesItsOwnTwoPrefixes(MetricFamily family) {
        assertThat(family.name()).matches("(nccl|lockstep)_[a-z0-9]+(_[a-z0-9]+)*");
    }

    @ParameterizedTest
    @MethodSource("families")
    void leavesJobAndInstanceToPrometheus(MetricFamily family) {
        assertThat(family.labels()).extracting(MetricLabel::label).doesNotContain("job", "instance", "le");
        assertThat(family.labels()).doesNotHaveDuplicates();
    }

    /// One brain watches all nodes, so that its own families are of none.
    @Test
    void namesTheNodeOfWhateverAnAgentServes() {
        assertThat(families().filter(family -> !BrainMetrics.all().contains(family)))
                .allSatisfy(family -> assertThat(family.labels()).contains(MetricLabel.NODE));
    }

    @ParameterizedTest
    @MethodSource("families")
    void keepsAlgorithmAndProtocolOffHistograms(MetricFamily family) {
        if (family.kind() == MetricKind.HISTOGRAM) {
            assertThat(family.labels()).doesNotContain(MetricLabel.ALGO, MetricLabel.PROTO);
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void saysInASentenceWhatItIs(MetricFamily family) {
        assertThat(family.help()).endsWith(".").doesNotContain("\n", "  ");
        assertThat(family.series()).isNotBlank();
        assertThat(family.since()).matches("\\d+\\.\\d+\\.\\d+");
    }

    @Test
    void explainsEveryLabelAndUsesIt() {
        assertThat(MetricLabel.values())
                .allSatisfy(label -> assertThat(label.meaning()).endsWith("."))
                .allMatch(label -> families().anyMatch(family -> family.labels().contains(label)));
    }

    @Test
    void refusesACounterWithoutTotal() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> family("nccl_calls", MetricKind.COUNTER, MetricUnit.NONE))
                .withMessageContaining("nccl_calls");
    }

    @Test
    void refusesAGaugeThatLooksLikeACounter() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> family("nccl_calls_total", MetricKind.GAUGE, MetricUnit.NONE))
                .withMessageContaining("_total");
    }

    @Test
    void refusesANameWithoutItsUnit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> family("nccl_wait", MetricKind.GAUGE, MetricUnit.SECONDS))
                .withMessageContaining("unit");
    }

    private static MetricFamily family(String name, MetricKind kind, MetricUnit unit) {
        return new MetricFamily(name, kind, unit, "Help.", List.of(), "1", "0.1.0");
    }
}
