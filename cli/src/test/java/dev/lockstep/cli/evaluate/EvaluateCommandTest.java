// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.evaluate.adverse.AdverseCases;
import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.CaseKind;
import dev.lockstep.cli.evaluate.cases.CaseList;
import dev.lockstep.cli.process.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EvaluateCommandTest {
    private record Ran(int code, String out, String err) {}

    @Test
    void saysTheSameEachTime() {
        String[] words = {"--runs", "2", "--only", "late-host", "--ranks-max", "24", "--json"};

        assertThat(run(words).out()).isEqualTo(run(words).out()).contains("\"kind\":\"late-host\"");
    }

    @Test
    void wakesNobodyForAHealthyJob() {
        Ran ran = run("--case", "healthy/0/2x4-t2-p1-e1/3");

        assertThat(ran.code()).as(ran.out()).isEqualTo(ExitCode.OK);
        assertThat(ran.out()).contains("decoys: 1 of 1 runs woke nobody, 1.000 (0.207–1.000)");
    }

    @Test
    void explainsARun() {
        Ran ran = run("--case", "late-rank/100/2x4-t2-p1-e1/3", "--explain");

        assertThat(ran.out()).contains("fault  LateRank[rank=").contains("expected  [STRAGGLER_GPU] of rank ");
    }

    @Test
    void listsItsKinds() {
        assertThat(run("--only", "list").out()).contains("fault  late-rank\n").contains("decoy  checkpoint-one\n");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(run("--only", "gremlin").code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run("--case", "late-rank/20/nowhere/1").err()).contains("no such run");
        assertThat(run("--runs", "0").code()).isEqualTo(ExitCode.BAD_USAGE);
    }

    @Test
    void findsEveryCaseByItsName() {
        List<Case> cases = new CaseList(Optional.empty(), 1, 1_024).of(100, 7);

        assertThat(cases).hasSize(200).extracting(Case::name).doesNotHaveDuplicates();
        for (Case each : cases) {
            Case again = CaseList.named(each.name()).orElseThrow();
            assertThat(again.lives().getFirst().scenario())
                    .isEqualTo(each.lives().getFirst().scenario());
            assertThat(again.expected()).isEqualTo(each.expected());
        }
    }

    @Test
    void findsEveryCaseOfTheSecondGeneratorByItsName() {
        List<Case> cases = new AdverseCases(Optional.empty(), 20, 64).of(60, 7);

        assertThat(cases).hasSize(120).extracting(Case::name).doesNotHaveDuplicates();
        for (Case each : cases) {
            assertThat(each.shape().ranks()).isBetween(20, 64);
            assertThat(each.expected().isEmpty()).as(each.name()).isEqualTo(!each.isFault());
            assertThat(AdverseCases.named(each.name()).orElseThrow().adverse()).isEqualTo(each.adverse());
        }
    }

    @Test
    void runsACaseOfTheSecondGenerator() {
        Ran ran = run("--case", "adverse-rank/50/1x6-twins/2051");

        assertThat(ran.code()).as(ran.out()).isEqualTo(ExitCode.OK);
    }

    @Test
    void namesTheDeviceOfAFaultAndWakesNobodyForItsDecoy() {
        Ran fault = run("--case", "pcie-downgrade+steps/100/2x4-t2-p1-e1/6");
        Ran decoy = run("--hardware", "--only", "xmit-wait", "--runs", "1", "--ranks-max", "24");

        assertThat(fault.code()).as(fault.out()).isEqualTo(ExitCode.OK);
        assertThat(decoy.code()).as(decoy.out()).isEqualTo(ExitCode.OK);
        assertThat(run("--hardware", "--only", "list").out())
                .contains("fault  slow-rail\n")
                .contains("decoy  counters-reset\n");
    }

    @Test
    void takesOnlyClustersOfTheRanksThatAreWanted() {
        assertThat(new CaseList(Optional.empty(), 1_024, 1_024).of(30, 7))
                .allSatisfy(each -> assertThat(each.shape().ranks()).isEqualTo(1_024));
        assertThat(run("--ranks-min", "64", "--ranks-max", "32").code()).isEqualTo(ExitCode.BAD_USAGE);
    }

    @Test
    void expectsSomethingOfFaultsAlone() {
        for (Case each : new CaseList(Optional.empty(), 1, 64).of(60, 1)) {
            assertThat(each.expected().isEmpty()).as(each.name()).isEqualTo(!each.isFault());
        }
        assertThat(new HashSet<>(CaseList.kinds().stream().map(CaseKind::name).toList()))
                .hasSameSizeAs(CaseList.kinds());
    }

    private static Ran run(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new EvaluateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
        return new Ran(code, out.toString(), err.toString());
    }
}
