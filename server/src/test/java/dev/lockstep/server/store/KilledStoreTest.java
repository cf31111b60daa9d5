// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.SomeIncidents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that keeps incidents is killed with SIGKILL; each of which it told is there, with the same start.
class KilledStoreTest {
    private static final long SEED = 42;
    private static final int KILLS = 2;

    @TempDir
    Path folder;

    @Test
    void losesNoIncidentToAKill() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        List<String> told = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            told.addAll(toldUntilKilledAfter(1 + random.nextInt(50), kill));
        }

        Map<String, Incident> kept =
                StoreFolder.incidents(folder).stream().collect(Collectors.toMap(Incident::id, Function.identity()));
        assertThat(kept.keySet()).as("seed %s", SEED).containsAll(told);
        assertThat(kept.values())
                .allSatisfy(incident -> assertThat(incident.startWallNanos()).isEqualTo(SomeIncidents.START));
    }

    private List<String> toldUntilKilledAfter(int lines, int kill) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KeepingIncidents.class.getName(),
                        folder.toString(),
                        Integer.toString(kill))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> told = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                told.add(line);
                if (told.size() == lines) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        process.waitFor();
        assertThat(told).hasSizeGreaterThanOrEqualTo(lines);
        return told;
    }
}
