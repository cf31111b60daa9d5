// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.truth;

import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes `faults.json`: which faults were injected, into what and when each began, in nanoseconds
/// of true time since the job's start.
///
/// ```
/// {"scenario":"late-rank","seed":7,"faults":[{"kind":"late-rank","entity":"rank 5",
///  "from_step":20,"to_step":null,"onset_ns":4012345678}]}
/// ```
public final class FaultSummary {
    private FaultSummary() {}

    /// Replaces the summary in a directory at once: every node of a cluster may write the same there.
    ///
    /// @param onsets when the steps began, as far as they were generated
    public static void write(Path directory, Scenario scenario, StepOnsets onsets) throws IOException {
        Path file = Files.createTempFile(directory, "faults", ".json");
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), Files.newOutputStream(file))) {
            json.writeStartObject();
            json.writeStringProperty("scenario", scenario.name());
            json.writeNumberProperty("seed", scenario.seed());
            json.writeArrayPropertyStart("faults");
            scenario.faults().forEach(fault -> write(fault, onsets, json));
            json.writeEndArray();
            json.writeEndObject();
        }
        Files.move(
                file,
                directory.resolve("faults.json"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void write(Fault fault, StepOnsets onsets, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("kind", fault.kind());
        json.writeStringProperty("entity", fault.entity());
        json.writeNumberProperty("from_step", fault.fromStep());
        OptionalInt end = fault.endStep();
        if (end.isPresent()) {
            json.writeNumberProperty("to_step", end.getAsInt());
        } else {
            json.writeNullProperty("to_step");
        }
        OptionalLong onset = onsets.of(fault.fromStep());
        if (onset.isPresent()) {
            json.writeNumberProperty("onset_ns", onset.getAsLong());
        } else {
            json.writeNullProperty("onset_ns");
        }
        json.writeEndObject();
    }
}
