// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.simulator.topology.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Collects the items of a step and numbers launches, events and computations.
final class StepBuilder {
    private final List<List<Item>> streams = Stream.generate(() -> (List<Item>) new ArrayList<Item>())
            .limit(StepProgram.STREAMS)
            .toList();
    private int launches;
    private int events;
    private int computations;

    void compute(long nanos) {
        streams.get(StepProgram.COMPUTE_STREAM).add(new Item.Compute(nanos, computations++));
    }

    void call(Communicator communicator, Call call) {
        launch(StepProgram.COMPUTE_STREAM, communicator, List.of(call), false);
    }

    void group(Communicator communicator, List<Call> calls) {
        launch(StepProgram.COMPUTE_STREAM, communicator, calls, true);
    }

    void launch(int stream, Communicator communicator, List<Call> calls, boolean grouped) {
        streams.get(stream).add(new Item.Launch(launches++, communicator, calls, grouped));
    }

    /// Makes `later` go on only after what `earlier` has so far.
    void order(int earlier, int later) {
        streams.get(earlier).add(new Item.Mark(events));
        streams.get(later).add(new Item.Await(events));
        events++;
    }

    StepProgram build() {
        return new StepProgram(streams, launches, events);
    }
}
