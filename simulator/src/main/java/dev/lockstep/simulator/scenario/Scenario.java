// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import java.util.List;

/// Everything that decides a simulated job. Two runs of equal scenarios are equal to the byte. Symptoms decide nothing
/// of the job: they are what devices tell beside it.
public record Scenario(
        String name,
        long seed,
        int steps,
        Shape shape,
        Workload workload,
        Fabric fabric,
        Hosts hosts,
        List<Fault> faults,
        List<Decoy> decoys,
        List<Symptom> symptoms) {
    public Scenario {
        faults = List.copyOf(faults);
        decoys = List.copyOf(decoys);
        symptoms = List.copyOf(symptoms);
    }

    /// The same job with another seed.
    public Scenario withSeed(long other) {
        return new Scenario(name, other, steps, shape, workload, fabric, hosts, faults, decoys, symptoms);
    }

    /// The same job over another number of steps.
    public Scenario withSteps(int other) {
        return new Scenario(name, seed, other, shape, workload, fabric, hosts, faults, decoys, symptoms);
    }
}
