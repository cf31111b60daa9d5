// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.process.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the real library wrote of jobs whose truth is known, where such files lie beside the checkout.
class AnalyzeSetsTest {
    private static Analysis set(String name) {
        Path folder = Checkout.root().resolveSibling("shared").resolve("data").resolve(name);
        assumeTrue(Files.isDirectory(folder), "no shared/data/" + name + " beside the checkout");
        return Analysis.of(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"healthy", "verbose", "json-v4.2", "hang-rank3", "alltoall", "unknown-datatype"})
    void namesNobodyWhereNobodyIsLate(String name) {
        Analysis analysis = set(name);
        assertThat(analysis.verdict()).startsWith("Nobody is late and no path is slow");
        assertThat(analysis.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void namesTheStragglerAndCallsTheOthersVictims() {
        Analysis analysis = set("straggler-rank5");
        assertThat(analysis.verdict()).startsWith("Rank 5 (").contains("is late in all its communicators");
        assertThat(analysis.out())
                .contains("victims in TP_1: ranks 4, 6, 7")
                .contains("victims in DP_1: ranks 1, 9, 13")
                .contains("echo in DP_0: rank 4")
                .contains("echo in DP_2: rank 6")
                .contains("echo in DP_3: rank 7")
                .doesNotContain("more below");
        assertThat(analysis.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void findsTheSlowPathByIntersectionAndNoLateRank() {
        Analysis analysis = set("slow-link-rank9");
        assertThat(analysis.verdict()).contains("one of ranks 1, 5, 9, 13, and no rank is late");
        assertThat(analysis.out())
                .contains("transfers of DP_1, WORLD")
                .contains("from step 20 on")
                .doesNotContain("straggler");
    }

    @Test
    void saysThatAHangCannotBeTold() {
        assertThat(set("hang-rank3").out())
                .contains("ended together")
                .contains("ranks 3, 7, 11, 15 in DP_3: AllGather ends with number 27, one operation before")
                .contains("a hang cannot be told from an end by these files");
    }

    @Test
    void countsCutLinesAndNamesNobodyOfTwoFiles() {
        Analysis analysis = set("killed-truncated");
        assertThat(analysis.verdict()).startsWith("Nobody can be named").contains("2 of 8 ranks");
        assertThat(analysis.out()).contains("2 cut_line");
    }

    @Test
    void saysHowLittleIsSeenOfSendAndRecv() {
        assertThat(set("alltoall").out())
                .contains("2940 Sends and Recvs")
                .contains("coverage 47 %")
                .contains("3524 Send and Recv without a record");
    }

    @Test
    void refusesImpossibleSizes() {
        assertThat(set("unknown-datatype").out())
                .contains("311 impossible_size")
                .contains("coverage 49 %");
    }

    @Test
    void showsAlgorithmAndProtocolWhereTheyAreTold() {
        assertThat(set("json-v4.2").out()).contains("AllReduce NVLS/SIMPLE").contains("AllGather RING/SIMPLE");
    }
}
