// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Messages by receiver, since the start. Any thread.
public final class SendCounters {
    private final Map<String, LongAdder> taken = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> failed = new ConcurrentHashMap<>();

    /// Nothing was sent yet.
    public SendCounters() {}

    void sent(String receiver, boolean wasTaken) {
        (wasTaken ? taken : failed)
                .computeIfAbsent(receiver, _ -> new LongAdder())
                .increment();
        (wasTaken ? failed : taken).computeIfAbsent(receiver, _ -> new LongAdder());
    }

    /// Messages that were taken.
    public Map<String, Long> taken() {
        return sums(taken);
    }

    /// Messages that were not.
    public Map<String, Long> failed() {
        return sums(failed);
    }

    private static Map<String, Long> sums(Map<String, LongAdder> adders) {
        Map<String, Long> sums = new TreeMap<>();
        adders.forEach((receiver, adder) -> sums.put(receiver, adder.sum()));
        return sums;
    }
}
