// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.simulator.network.Moment.What;
import dev.lockstep.simulator.network.StepShares.Slowness;
import dev.lockstep.simulator.network.StepShares.Where;
import dev.lockstep.simulator.scenario.Fault.Holder;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.Examples;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.GroupState;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.timeline.Operations;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {
    private record Played(OperationRun operation, NetworkPart part) {}

    private static List<Played> played(Scenario scenario, int fromStep) {
        Cluster cluster = Cluster.of(scenario);
        NetworkPlan plan = new NetworkPlan(cluster);
        Operations operations = new Operations(cluster);
        Timeline timeline = new Timeline(cluster);
        List<Played> played = new ArrayList<>();
        for (Optional<StepRun> step = timeline.next(); step.isPresent(); step = timeline.next()) {
            if (step.get().step() < fromStep) {
                continue;
            }
            for (List<GroupRun> ofRank : step.get().byRank()) {
                for (GroupRun run : ofRank) {
                    for (OperationRun operation : operations.of(run)) {
                        plan.parts(operation).forEach(part -> played.add(new Played(operation, part)));
                    }
                }
            }
        }
        return played;
    }

    /// Nanoseconds that the first step of a send was on the network.
    private static long onTheWire(NetworkPart part) {
        return at(part, What.STOP) - at(part, What.NETWORK);
    }

    private static long at(NetworkPart part, What what) {
        return part.moments().stream()
                .filter(moment -> moment.what() == what && moment.step() == 0)
                .mapToLong(Moment::trueNanos)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void goesBetweenNodesOnlyAndInTheOrderOfTime() {
        List<Played> played = played(Examples.named("pipeline-experts").withSteps(3), 0);

        assertThat(played).isNotEmpty().allSatisfy(one -> {
            assertThat(one.operation().group().launch().communicator().nodes()).isGreaterThan(1);
            assertThat(one.part().moments()).extracting(Moment::trueNanos).isSorted();
            assertThat(one.part().moments())
                    .filteredOn(moment -> moment.what() == What.STOP)
                    .hasSize(NetworkPlan.STEPS);
        });
    }

    @Test
    void putsWhatASlowPathCostsOnItsOwnWire() {
        List<Played> sends = played(Examples.named("slow-link").withSteps(24), 22).stream()
                .filter(one -> one.part().direction() == Direction.SEND)
                .filter(one -> one.operation().group().state() == GroupState.DONE)
                .toList();
        double ofSlow = share(sends, true);
        double ofOthers = share(sends, false);

        assertThat(ofOthers).isBetween(0.0, 0.2);
        assertThat(ofSlow).isGreaterThan(4 * ofOthers);
    }

    /// Which part of the transfers of its communicator the sends from or to rank 9 are on the wire; those of others in
    /// the same communicators.
    private static double share(List<Played> sends, boolean isSlow) {
        return sends.stream()
                .filter(one -> one.operation().group().launch().communicator().commRank(9) >= 0)
                .filter(one -> touchesNine(one) == isSlow)
                .mapToDouble(one -> onTheWire(one.part())
                        * (double) NetworkPlan.STEPS
                        / one.operation().group().transfer().nanos())
                .average()
                .orElseThrow();
    }

    private static boolean touchesNine(Played one) {
        var communicator = one.operation().group().launch().communicator();
        return one.operation().group().rank() == 9
                || communicator.worldRank(one.part().peer()) == 9;
    }

    @Test
    void waitsForDataWhileARankIsLate() {
        StepStates waiting = StepShares.of(Direction.SEND, 1000, 600, Slowness.NONE);

        assertThat(waiting.gpu()).isEqualTo(600 + 80);
        assertThat(waiting.network()).isEqualTo(280);
        assertThat(waiting.sum()).isEqualTo(1000);
    }

    @Test
    void sharesOutAllOfAReceivesTime() {
        for (double left : new double[] {1, 0.5, 0.1}) {
            for (Holder holder : Holder.values()) {
                for (Where where : Where.values()) {
                    assertThat(StepShares.of(Direction.RECEIVE, 10_000, 1_000, new Slowness(left, holder, where))
                                    .sum())
                            .as("%s of %s at %s", left, where, holder)
                            .isBetween(9_990L, 10_000L);
                }
            }
        }
    }

    @Test
    void aSlowGpuNeitherMakesNorTakesAndASlowHostGivesNoRoom() {
        Slowness gpu = new Slowness(0.1, Holder.SENDER, Where.HERE);
        Slowness host = new Slowness(0.1, Holder.RECEIVER, Where.HERE);
        Slowness before = new Slowness(0.1, Holder.RECEIVER, Where.AT_PEER);

        assertThat(StepShares.of(Direction.SEND, 1000, 0, gpu).gpu()).isGreaterThan(900);
        assertThat(StepShares.of(Direction.RECEIVE, 1000, 0, gpu).gpu()).isGreaterThan(900);
        assertThat(StepShares.of(Direction.RECEIVE, 1000, 0, host).gpu()).isLessThan(100);
        assertThat(StepShares.of(Direction.SEND, 1000, 0, before).peer()).isGreaterThan(900);
    }
}
