// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.hardware;

import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.Symptom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// What agents tell a brain of the devices of a simulated job's nodes, without files between: what they make of
/// {@link FakeHardware}. Waits for credit are not told.
public final class ToldHardware {
    private static final long SECOND = 1_000_000_000L;
    private static final long BEFORE = 1_000;
    private static final int FLAP_SECONDS = 4;
    private static final int OFF_THE_BUS = 79;

    private final int gpus;
    private final Map<Symptom, Long> begins;

    /// Of the nodes of a job.
    public ToldHardware(Scenario scenario) {
        this.gpus = scenario.shape().gpusPerNode();
        this.begins = SymptomBegins.of(scenario);
    }

    /// What the agent of a node tells, so long after the job's start.
    public List<HardwareFact> of(int node, long nanos) {
        List<HardwareFact> facts = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            One one = new One(node * gpus + gpu, nanos);
            String nic = "mlx5_" + gpu;
            long before = one.since(Symptom.Kind.COUNTER_RESET) > 0 ? 0 : BEFORE;
            long downs = (one.since(Symptom.Kind.FLAPPING_NIC) + FLAP_SECONDS - 1) / FLAP_SECONDS;
            facts.add(fact(nic + ":1", Kind.LINK_ERRORS, before + 20 * one.since(Symptom.Kind.LOSSY_LINK)));
            facts.add(fact(nic + ":1", Kind.LINK_MENDED, before + 40 * one.since(Symptom.Kind.DAMAGED_SYMBOLS)));
            facts.add(fact(nic + ":1", Kind.LINK_DOWNS, before + downs));
            facts.add(new HardwareFact(
                    nic + ":1",
                    OptionalInt.empty(),
                    Kind.FIRMWARE,
                    1,
                    one.has(Symptom.Kind.ODD_FIRMWARE) ? FakeNode.OLD_FIRMWARE : SysTree.FIRMWARE));
            if (one.has(Symptom.Kind.PCIE_DOWNGRADE)) {
                facts.add(new HardwareFact(nic, OptionalInt.empty(), Kind.PCIE_NARROW, 4, "16"));
            }
            addGpu(facts, gpu, one);
        }
        return facts;
    }

    private static void addGpu(List<HardwareFact> facts, int gpu, One one) {
        OptionalInt index = OptionalInt.of(gpu);
        String name = "gpu" + gpu;
        facts.add(new HardwareFact(name, index, Kind.DRIVER, 1, FakeGpus.DRIVER));
        facts.add(new HardwareFact(
                name + "/nvlink", index, Kind.LINK_ERRORS, 9 * one.since(Symptom.Kind.NVLINK_DEGRADED), ""));
        if (one.has(Symptom.Kind.NARROW_GPU)) {
            facts.add(new HardwareFact(name, index, Kind.PCIE_NARROW, 4, "16"));
        }
        if (one.has(Symptom.Kind.THROTTLED_GPU)) {
            facts.add(new HardwareFact(name, index, Kind.THROTTLED, 1, "hardware_thermal"));
        }
        if (one.has(Symptom.Kind.PENDING_REMAP)) {
            facts.add(new HardwareFact(name, index, Kind.ROW_REMAP, 1, ""));
        }
        one.xids()
                .forEach(xid -> facts.add(new HardwareFact(
                        name, index, Kind.FAULT, 1, (xid == OFF_THE_BUS ? "off_bus " : "xid ") + xid)));
    }

    private static HardwareFact fact(String device, Kind kind, long value) {
        return new HardwareFact(device, OptionalInt.empty(), kind, value, "");
    }

    /// The devices of one rank at a moment.
    private final class One {
        private final int rank;
        private final long nanos;

        One(int rank, long nanos) {
            this.rank = rank;
            this.nanos = nanos;
        }

        boolean has(Symptom.Kind kind) {
            return since(kind) > 0;
        }

        /// Seconds since it began, counted from 1; 0 if it has not.
        long since(Symptom.Kind kind) {
            return begins.entrySet().stream()
                    .filter(begun ->
                            begun.getKey().rank() == rank && begun.getKey().kind() == kind)
                    .filter(begun -> begun.getValue() <= nanos)
                    .mapToLong(begun -> (nanos - Math.max(0, begun.getValue())) / SECOND + 1)
                    .max()
                    .orElse(0);
        }

        List<Integer> xids() {
            return begins.entrySet().stream()
                    .filter(begun ->
                            begun.getKey().rank() == rank && begun.getKey().kind() == Symptom.Kind.XID)
                    .filter(begun -> begun.getValue() <= nanos)
                    .map(begun -> begun.getKey().xid())
                    .toList();
        }
    }
}
