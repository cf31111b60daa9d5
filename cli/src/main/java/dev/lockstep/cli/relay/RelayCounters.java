// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts what became of notifications, and shows it to Prometheus:
///
/// ```
/// lockstep_relay_notifications_total{to="wecom-robot",outcome="sent"} 12
/// ```
///
/// All series are there from the start, so that the first failure is an increase, too. Any thread.
final class RelayCounters {
    private static final String NAME = "lockstep_relay_notifications_total";

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    /// @param destinations the values of the label `to`
    RelayCounters(List<String> destinations) {
        for (String to : destinations) {
            for (Outcome outcome : Outcome.values()) {
                counts.put(labels(to, outcome), new LongAdder());
            }
        }
    }

    void count(String to, Outcome outcome) {
        LongAdder count = counts.get(labels(to, outcome));
        if (count == null) {
            throw new IllegalArgumentException("nothing is sent to " + to);
        }
        count.increment();
    }

    String text() {
        StringBuilder text = new StringBuilder("# HELP " + NAME
                + " Notifications of Alertmanager by what became of them; only sent ones reached somebody.\n# TYPE "
                + NAME + " counter\n");
        counts.forEach((labels, count) ->
                text.append(NAME).append(labels).append(' ').append(count.sum()).append('\n'));
        return text.toString();
    }

    private static String labels(String to, Outcome outcome) {
        return "{to=\"" + to + "\",outcome=\"" + outcome.label() + "\"}";
    }
}
