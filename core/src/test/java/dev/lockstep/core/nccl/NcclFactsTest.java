// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Versions of NCCL and what the table says of them.
class NcclFactsTest {
    @ParameterizedTest
    @CsvSource({
        "libnccl.so.2.28.9, 2.28.9",
        "NCCL version 2.21.5+cuda12.4, 2.21.5",
        "2.30.7, 2.30.7",
        "nccl_2.27.7-1+cuda12.4_x86_64, 2.27.7"
    })
    void findsAVersionInAText(String text, String version) {
        assertThat(NcclVersion.in(text)).map(NcclVersion::toString).contains(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "libnccl.so.2", "libnccl.so", "2.28", "1.2.3456"})
    void findsNoneWhereThereIsNone(String text) {
        assertThat(NcclVersion.in(text)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> NcclVersion.of(text));
    }

    @Test
    void ordersVersionsByNumberAndNotByText() {
        assertThat(NcclVersion.of("2.9.9")).isLessThan(NcclVersion.of("2.30.0"));
        assertThat(NcclVersion.of("2.30.7").isAtLeast(NcclVersion.of("2.30.7"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "2.22.3, 0",
        "2.23.4, 1",
        "2.26.5, 3",
        "2.27.7, 4",
        "2.28.9, 5",
        "2.29.2, 6",
        "2.30.7, 6",
        "2.31.2, 7",
        "2.32.6, 7"
    })
    void knowsTheProfilerApiOfAVersion(String version, int api) {
        assertThat(ProfilerApi.of(NcclVersion.of(version))
                        .map(ProfilerApi::number)
                        .orElse(0))
                .isEqualTo(api);
    }

    @Test
    void tellsTheDefectsOfTheVersionsThatHaveThem() {
        assertThat(idsOf("2.29.7"))
                .contains("broadcast-timing", "ras-crash-2.29.7")
                .doesNotContain("copy-engine");
        assertThat(idsOf("2.28.9")).contains("ras-json", "copy-engine").doesNotContain("broadcast-timing");
        assertThat(idsOf("2.31.2")).contains("profiler-overhead").doesNotContain("symmetric-kernels");
        assertThat(idsOf("2.32.6")).doesNotContain("profiler-overhead", "pxn-segfault");
        assertThat(idsOf("2.26.5")).contains("no-gpu-times", "ras-crash-2.26.5");
    }

    @Test
    void sourcesEachFactOnceWithALink() {
        List<NcclFact> facts = NcclFacts.all();

        assertThat(facts).extracting(NcclFact::id).doesNotHaveDuplicates();
        assertThat(facts).allSatisfy(fact -> {
            assertThat(fact.source()).startsWith("https://");
            assertThat(fact.remedy()).isNotBlank();
            assertThat(fact.what() + fact.remedy()).doesNotContain("\n");
        });
    }

    @Test
    void knowsTheSettingThatHelps() {
        NcclFact broadcast = factOf("broadcast-timing");

        assertThat(broadcast.setting()).isEqualTo(Optional.of("NCCL_ALLGATHERV_ENABLE=0"));
        assertThat(broadcast.isWorkedAround(Map.of("NCCL_ALLGATHERV_ENABLE", "0")))
                .isTrue();
        assertThat(broadcast.isWorkedAround(Map.of("NCCL_ALLGATHERV_ENABLE", "1")))
                .isFalse();
        assertThat(broadcast.isWorkedAround(Map.of())).isFalse();
        assertThat(factOf("ras-json").isWorkedAround(Map.of())).isFalse();
    }

    @Test
    void saysWhichVersionsItMeans() {
        assertThat(NcclVersions.from("2.29.2").words()).isEqualTo("2.29.2 and newer");
        assertThat(NcclVersions.between("2.28.7", "2.28.9").words()).isEqualTo("2.28.7 to 2.28.9");
        assertThat(NcclVersions.named("2.27.3", "2.27.7").words()).isEqualTo("2.27.3, 2.27.7");
    }

    private static List<String> idsOf(String version) {
        return NcclFacts.of(NcclVersion.of(version)).stream().map(NcclFact::id).toList();
    }

    private static NcclFact factOf(String id) {
        return NcclFacts.all().stream()
                .filter(fact -> fact.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
