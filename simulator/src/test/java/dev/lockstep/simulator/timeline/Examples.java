// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The example scenarios and all steps of one.
public final class Examples {
    /// Names of the files in testdata/scenarios.
    public static final List<String> NAMES =
            List.of("healthy", "late-rank", "late-host", "slow-link", "hang", "crash", "pipeline-experts");

    private Examples() {}

    /// An example by its name.
    public static Scenario named(String name) {
        try {
            return ScenarioFile.read(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Where the example lies.
    public static Path file(String name) {
        return directory().resolve(name + ".scenario");
    }

    static Path directory() {
        return root().resolve("testdata/scenarios");
    }

    /// The checkout.
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("testdata/scenarios"))) {
            here = Objects.requireNonNull(here.getParent(), "no testdata above");
        }
        return here;
    }

    static List<StepRun> steps(Scenario scenario) {
        Timeline timeline = new Timeline(Cluster.of(scenario));
        List<StepRun> steps = new ArrayList<>();
        for (Optional<StepRun> step = timeline.next(); step.isPresent(); step = timeline.next()) {
            steps.add(step.get());
        }
        return steps;
    }
}
