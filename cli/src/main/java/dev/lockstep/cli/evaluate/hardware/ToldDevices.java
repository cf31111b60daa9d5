// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.hardware;

import dev.lockstep.cli.evaluate.cases.CaseBuilder;
import dev.lockstep.cli.evaluate.cases.Delivery;
import dev.lockstep.simulator.hardware.ToldHardware;
import dev.lockstep.simulator.scenario.Symptom;
import java.util.Optional;
import java.util.stream.Stream;

/// Agents that tell of the devices of their nodes every few seconds, beside the job.
final class ToldDevices {
    private static final long EVERY_NANOS = 5 * CaseBuilder.SECOND;

    private ToldDevices() {}

    /// Of the job as it is by now.
    static Delivery of(CaseBuilder made) {
        ToldHardware devices = new ToldHardware(made.scenario());
        return (feed, node, now) -> Optional.of(now % EVERY_NANOS == 0 ? feed.with(devices.of(node, now)) : feed);
    }

    /// What agents call the device that has a symptom.
    static String device(String symptom, int rank, int gpus) {
        return Stream.of(Symptom.Kind.values())
                .filter(kind -> kind.word().equals(symptom))
                .findFirst()
                .map(kind -> new Symptom(kind, rank, 0, 0).device(gpus))
                .orElseThrow();
    }
}
