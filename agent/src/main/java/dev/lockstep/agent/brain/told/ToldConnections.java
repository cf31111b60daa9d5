// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.TransferHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was told of the connections of one communicator in all. The brain gets no histograms.
final class ToldConnections {
    private final Map<ConnectionKey, ConnectionCounters> told = new TreeMap<>();

    /// What an agent before this one told.
    void take(List<ConnectionCounters> total) {
        total.forEach(each -> told.put(each.key(), each));
    }

    /// What is new or under way; what is new counts as told from now on.
    List<ConnectionCounters> tell(List<ConnectionCounters> all) {
        List<ConnectionCounters> deltas = new ArrayList<>();
        for (ConnectionCounters each : all) {
            ConnectionCounters now = withoutTransfers(each);
            ConnectionCounters before = told.getOrDefault(now.key(), ConnectionCounters.silent(now.key()));
            ConnectionCounters more = now.since(before);
            if (!more.isSilent()) {
                deltas.add(more);
                told.put(now.key(), now.with(Standing.NOTHING));
            }
        }
        return deltas;
    }

    private static ConnectionCounters withoutTransfers(ConnectionCounters of) {
        return new ConnectionCounters(
                of.key(),
                of.volume(),
                of.timedSteps(),
                of.nanos(),
                TransferHistogram.EMPTY,
                of.network(),
                of.standing());
    }

    /// All that was told, in the form of a batch that tells it at once.
    List<ConnectionCounters> total() {
        return List.copyOf(told.values());
    }
}
