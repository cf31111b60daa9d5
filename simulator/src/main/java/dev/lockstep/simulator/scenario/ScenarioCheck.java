// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import java.util.ArrayList;
import java.util.List;

/// What can only be judged when all keys are read: whether groups fit the cluster and faults hit
/// something that exists.
final class ScenarioCheck {
    private final Scenario scenario;
    private final List<String> problems = new ArrayList<>();

    private ScenarioCheck(Scenario scenario) {
        this.scenario = scenario;
    }

    static List<String> problems(Scenario scenario) {
        ScenarioCheck check = new ScenarioCheck(scenario);
        check.checkShape(scenario.shape());
        check.checkSizes();
        scenario.faults().forEach(check::checkFault);
        scenario.symptoms().forEach(check::checkSymptom);
        return check.problems;
    }

    private void checkShape(Shape shape) {
        int product = shape.tensor() * shape.pipeline();
        require(
                shape.ranks() >= 2 && shape.ranks() <= Shape.RANKS_MAX,
                "cluster: %d ranks; 2 to %d are simulated".formatted(shape.ranks(), Shape.RANKS_MAX));
        if (shape.ranks() % product != 0) {
            problems.add("groups: tensor %d x pipeline %d does not divide %d ranks"
                    .formatted(shape.tensor(), shape.pipeline(), shape.ranks()));
            return;
        }
        require(
                shape.data() % shape.expert() == 0,
                "groups.expert: %d does not divide the data group of %d".formatted(shape.expert(), shape.data()));
    }

    private void checkSizes() {
        Workload workload = scenario.workload();
        require(workload.activationBytes() >= 2, "model.activation: under 2 bytes");
        require(workload.bucketBytes() >= 4, "model.bucket: under 4 bytes");
        require(
                workload.gradientBytes() <= 1_000 * workload.bucketBytes(),
                "model.bucket: makes more than 1000 buckets");
        require(Integer.bitCount(scenario.fabric().p2pChannels()) == 1, "fabric.p2p-channels: not a power of two");
        require(scenario.fabric().nvlinkBytesPerSecond() > 0, "fabric.nvlink: is zero");
        require(scenario.fabric().networkBytesPerSecond() > 0, "fabric.network: is zero");
    }

    private void checkFault(Fault fault) {
        switch (fault) {
            case Fault.LateRank late -> checkRank(fault, late.rank());
            case Fault.LateHost late -> checkRank(fault, late.rank());
            case Fault.LateNode late -> checkNode(fault, late.node());
            case Fault.SlowTrend trend -> checkRank(fault, trend.rank());
            case Fault.SlowChannel slow -> {
                checkRank(fault, slow.rank());
                int channels = scenario.fabric().channels();
                require(
                        slow.channel() < channels,
                        "fault slow-channel: there are only %d channels".formatted(channels));
            }
            case Fault.Stop stop -> checkRank(fault, stop.rank());
            case Fault.Crash crash -> checkNode(fault, crash.node());
            case Fault.Kill kill -> checkRank(fault, kill.rank());
            case Fault.StuckSetup stuck -> checkRank(fault, stuck.rank());
            case Fault.SlowLink slow -> checkPlace(fault, slow.place());
        }
        require(
                fault.fromStep() < scenario.steps(),
                "fault %s: from step %d, but there are only %d steps"
                        .formatted(fault.kind(), fault.fromStep(), scenario.steps()));
    }

    private void checkSymptom(Symptom symptom) {
        require(
                symptom.rank() < scenario.shape().ranks(),
                "hardware %s: there is no rank %d".formatted(symptom.kind().word(), symptom.rank()));
        require(
                symptom.fromStep() < scenario.steps(),
                "hardware %s: from step %d, but there are only %d steps"
                        .formatted(symptom.kind().word(), symptom.fromStep(), scenario.steps()));
    }

    private void checkPlace(Fault fault, Fault.Place place) {
        switch (place) {
            case Fault.Place.OfRank(int rank) -> checkRank(fault, rank);
            case Fault.Place.OfNode(int node) -> checkNode(fault, node);
            case Fault.Place.OfRail(int rail) ->
                require(
                        rail < scenario.shape().gpusPerNode(),
                        "fault %s: there is no rail %d".formatted(fault.kind(), rail));
        }
    }

    private void checkRank(Fault fault, int rank) {
        require(rank < scenario.shape().ranks(), "fault %s: there is no rank %d".formatted(fault.kind(), rank));
    }

    private void checkNode(Fault fault, int node) {
        require(node < scenario.shape().nodes(), "fault %s: there is no node %d".formatted(fault.kind(), node));
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }
}
