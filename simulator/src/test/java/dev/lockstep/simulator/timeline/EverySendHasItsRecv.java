// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.program.Call;
import dev.lockstep.simulator.topology.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// As many bytes are received as sent, between any two ranks of a communicator.
final class EverySendHasItsRecv implements Invariant {
    private record Pair(Communicator communicator, int sender, int receiver) {}

    @Override
    public void check(Cluster cluster, List<StepRun> steps) {
        Map<Pair, Long> balance = new HashMap<>();
        for (StepRun step : steps) {
            step.byRank().stream()
                    .flatMap(List::stream)
                    .forEach(run -> run.launch().calls().stream()
                            .filter(call -> call.function().isPointToPoint())
                            .forEach(call -> add(balance, run, call)));
        }
        balance.forEach((pair, bytes) -> assertThat(bytes).as("%s", pair).isZero());
    }

    private static void add(Map<Pair, Long> balance, GroupRun run, Call call) {
        Communicator communicator = run.launch().communicator();
        int own = communicator.commRank(run.rank());
        boolean sends = call.function() == NcclFunction.SEND;
        Pair pair = sends ? new Pair(communicator, own, call.peer()) : new Pair(communicator, call.peer(), own);
        balance.merge(pair, sends ? call.count() : -call.count(), Long::sum);
    }
}
