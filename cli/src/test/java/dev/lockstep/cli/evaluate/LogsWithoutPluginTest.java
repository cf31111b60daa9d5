// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.CaseKind;
import dev.lockstep.cli.evaluate.cases.ClusterShape;
import dev.lockstep.cli.evaluate.cases.FaultKinds;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.simulator.feed.NodeAgents;
import dev.lockstep.simulator.logs.JobLogs;
import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each fault that ends a job, twice from one scenario: told to the brain by agents with the plugin, and told to
/// `diagnose` by nothing but the logs and dumps that the job leaves without it. Both must say who did it.
/// `-Dseeds=20 -Dranks=64` for a soak.
class LogsWithoutPluginTest {
    private static final int RANKS_MAX = Integer.getInteger("ranks", 16);
    private static final int SEEDS = Integer.getInteger("seeds", 1);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hang",
                "mismatched-function",
                "mismatched-size",
                "gpu-stall",
                "stuck-transfer",
                "stuck-setup",
                "crash",
                "kill"
            })
    void diagnosesTheSameCulpritAsTheBrain(String name) throws IOException {
        CaseKind kind = FaultKinds.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<ClusterShape> shapes = ClusterShape.ALL.stream()
                .filter(shape -> shape.ranks() <= RANKS_MAX && kind.fits().test(shape))
                .toList();
        for (ClusterShape shape : shapes) {
            for (int seed = 1; seed <= SEEDS; seed++) {
                compare(kind.in(shape, kind.strengths().getFirst(), seed));
            }
        }
    }

    private void compare(Case run) throws IOException {
        String which = run.name() + " " + run.shape().name() + " seed " + run.seed();
        Incident told = lastStop(run);
        Path logs = folder.resolve(which.replace(' ', '_'));
        Diagnosis diagnosis = diagnosis(run.lives().getFirst().scenario(), logs);
        Conclusion verdict = diagnosis.conclusions().getFirst();

        assertThat(verdict.severity()).as(which).isEqualTo(Severity.P0);
        assertThat(ranks(verdict)).as(which + ": " + verdict.sentence()).isEqualTo(ranks(told, run.shape()));
        assertThat(diagnosis.incidents()).as(which).isEqualTo(1);
    }

    /// The brain's last word on why the job stands.
    private static Incident lastStop(Case run) {
        Map<String, Incident> open = new LinkedHashMap<>();
        new Trial(run)
                .run((second, look) -> look.changes().forEach(change -> {
                    Incident incident = change.incident();
                    if (incident.state() == IncidentState.OPEN
                            && incident.kind().isStop()) {
                        open.put(incident.id(), incident);
                    }
                }));
        assertThat(open).as(run.name()).hasSize(1);
        return open.values().iterator().next();
    }

    /// Nobody where all have entered: those who are named then only wait.
    private static Set<Integer> ranks(Incident incident, ClusterShape shape) {
        Set<Integer> ranks = new TreeSet<>();
        if (incident.kind() == FindingKind.HANG_ALL_ENTERED) {
            return ranks;
        }
        for (Entity culprit : incident.culprits()) {
            if (culprit.rank().isPresent()) {
                ranks.add(culprit.rank().getAsInt());
            } else {
                IntStream.range(0, shape.ranks())
                        .filter(rank -> culprit.node()
                                .filter(NodeAgents.name(shape.node(rank))::equals)
                                .isPresent())
                        .forEach(ranks::add);
            }
        }
        return ranks;
    }

    private static Set<Integer> ranks(Conclusion verdict) {
        Set<Integer> ranks = new TreeSet<>();
        verdict.culprits().forEach(culprit -> culprit.rank().ifPresent(ranks::add));
        return ranks;
    }

    private static Diagnosis diagnosis(Scenario scenario, Path logs) throws IOException {
        JobLogs.write(scenario, logs);
        List<Sighting> seen = new ArrayList<>();
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.sorted().toList()) {
                seen.addAll(
                        Scan.read(InputFile.of(String.valueOf(file.getFileName()), () -> Files.newInputStream(file))));
            }
        }
        return Diagnoser.diagnose(seen);
    }

    @Test
    void seesNothingWrongInTheLogsOfAJobThatOnlyIsSlow() throws IOException {
        CaseKind kind = FaultKinds.all().getFirst();
        Scenario slow = kind.in(ClusterShape.ALL.getFirst(), kind.strengths().getLast(), 1)
                .lives()
                .getFirst()
                .scenario();

        assertThat(diagnosis(slow, folder.resolve("slow")).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void writesTheSameFilesFromTheSameScenario() throws IOException {
        CaseKind kind = FaultKinds.all().stream()
                .filter(each -> each.name().equals("hang"))
                .findFirst()
                .orElseThrow();
        Scenario scenario =
                kind.in(ClusterShape.ALL.getFirst(), 0, 3).lives().getFirst().scenario();
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        int files = JobLogs.write(scenario, first);

        assertThat(JobLogs.write(scenario, second)).isEqualTo(files);
        try (Stream<Path> all = Files.list(first)) {
            for (Path file : all.toList()) {
                assertThat(second.resolve(String.valueOf(file.getFileName()))).hasSameBinaryContentAs(file);
            }
        }
    }
}
