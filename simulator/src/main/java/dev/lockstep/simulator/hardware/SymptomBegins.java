// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.Symptom;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.util.LinkedHashMap;
import java.util.Map;

/// When the symptoms of a job begin. A job follows from its scenario, so the moment of a step is known beforehand.
final class SymptomBegins {
    /// For what is there before the job.
    static final long EVER = Long.MIN_VALUE;

    private SymptomBegins() {}

    /// Nanoseconds since the job's start.
    static Map<Symptom, Long> of(Scenario scenario) {
        Map<Symptom, Long> begins = new LinkedHashMap<>();
        int last =
                scenario.symptoms().stream().mapToInt(Symptom::fromStep).max().orElse(-1);
        Timeline timeline = new Timeline(Cluster.of(scenario));
        long nanos = 0;
        for (int step = 0; step <= last; step++) {
            for (Symptom symptom : scenario.symptoms()) {
                if (symptom.fromStep() == step) {
                    begins.put(symptom, step == 0 ? EVER : nanos);
                }
            }
            nanos = timeline.next().map(StepRun::endNanos).orElse(nanos);
        }
        return begins;
    }
}
