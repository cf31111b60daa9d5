// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/// When the first fault of a demo begins and when it ends, known beforehand, since a job follows from its scenario.
///
/// @param begin absent without a fault, or if it comes too late to work out
/// @param end absent if it stays
record FaultTimes(Optional<Instant> begin, Optional<Instant> end) {
    /// Steps that are worked out; generating them takes a second or two.
    private static final int STEPS_MAX = 5_000;

    static FaultTimes none() {
        return new FaultTimes(Optional.empty(), Optional.empty());
    }

    static FaultTimes of(Scenario scenario, Instant start) {
        return scenario.faults().stream()
                .min(Comparator.comparingInt(Fault::fromStep))
                .map(first -> of(first, scenario, start))
                .orElseGet(FaultTimes::none);
    }

    /// Those of one of the scenario's faults.
    static FaultTimes of(Fault fault, Scenario scenario, Instant start) {
        int from = fault.fromStep();
        return of(from, fault.endStep().orElse(from), scenario, start);
    }

    /// When a step begins.
    static Optional<Instant> beginOf(int step, Scenario scenario, Instant start) {
        return of(step, step, scenario, start).begin();
    }

    private static FaultTimes of(int from, int to, Scenario scenario, Instant start) {
        Timeline timeline = new Timeline(Cluster.of(scenario));
        Optional<Instant> begin = Optional.empty();
        long nanos = 0;
        for (int step = 0; step <= Math.min(to, STEPS_MAX); step++) {
            if (step == from) {
                begin = Optional.of(start.plusNanos(nanos));
            }
            if (step == to && to > from) {
                return new FaultTimes(begin, Optional.of(start.plusNanos(nanos)));
            }
            nanos = timeline.next().map(StepRun::endNanos).orElse(nanos);
        }
        return new FaultTimes(begin, Optional.empty());
    }

    /// How long after the fault began, or for what is over, ended, that is.
    Optional<Duration> since(Instant now, boolean over) {
        return (over ? end : begin).filter(time -> !now.isBefore(time)).map(time -> Duration.between(time, now));
    }
}
