// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.truth.TruthWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Freezes the generator: the truth of every example is the same to the byte. A change on purpose
/// is written down with `-Dupdate`.
class TruthGoldenTest {
    private static final int STEPS = 40;

    @SuppressWarnings("unused") // JUnit reads it.
    private static final List<String> NAMES = Examples.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void generatesTheSameTruthAsEver(String name) throws IOException {
        String digest = digest(Examples.named(name));

        if (Boolean.getBoolean("update")) {
            Map<String, String> all = golden();
            all.put(name, digest);
            Files.write(
                    file(),
                    all.entrySet().stream()
                            .map(e -> e.getKey() + " " + e.getValue())
                            .toList());
        }
        assertThat(digest).isEqualTo(golden().get(name));
    }

    @Test
    void generatesAnotherTruthFromAnotherSeed() {
        Scenario scenario = Examples.named("healthy");

        assertThat(digest(scenario.withSeed(99))).isNotEqualTo(digest(scenario));
    }

    private static Map<String, String> golden() throws IOException {
        Map<String, String> all = new TreeMap<>();
        if (Files.exists(file())) {
            for (String line : Files.readAllLines(file())) {
                String[] words = line.split(" ", 2);
                all.put(words[0], words[1]);
            }
        }
        return all;
    }

    private static Path file() {
        return Examples.directory().resolve("truth.sha256");
    }

    private static String digest(Scenario scenario) {
        Scenario shorter = scenario.withSteps(Math.min(STEPS, scenario.steps()));
        Cluster cluster = Cluster.of(shorter);
        Operations operations = new Operations(cluster);
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            var sink = new DigestOutputStream(OutputStream.nullOutputStream(), sha);
            try (TruthWriter truth = TruthWriter.to(sink)) {
                for (StepRun step : Examples.steps(shorter)) {
                    step.byRank().forEach(runs -> write(cluster, operations, runs, truth));
                }
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Cluster cluster, Operations operations, List<GroupRun> runs, TruthWriter truth) {
        for (GroupRun run : runs) {
            GpuClock clock = GpuClock.of(cluster, run.rank(), GpuClock.EPOCH_NANOS);
            operations.of(run).forEach(operation -> truth.write(operation, clock));
        }
    }
}
