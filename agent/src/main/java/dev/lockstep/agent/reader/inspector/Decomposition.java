// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.inspector;

import dev.lockstep.agent.reader.tree.Node;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where the time of an operation went, as RCCL's profiler parts it: times in microseconds whose names end in `_us`.
/// What the proxies waited for is told; times of kernels contain all of it.
final class Decomposition {
    private static final String UNIT = "_us";
    private static final String PROXY = "proxy_";

    private Decomposition() {}

    static Map<String, String> facts(Node parts, long totalMicros) {
        Map<String, Long> times = new LinkedHashMap<>();
        for (String name : parts.fields().keySet()) {
            if (name.endsWith(UNIT)) {
                parts.get(name).whole().ifPresent(micros -> times.put(name, micros));
            }
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("attribution", times.toString().replace('=', ':').replace(":", ": "));
        facts.put("verdict", verdict(times, totalMicros));
        return facts;
    }

    /// The part that took half of the time or more, if one did.
    private static String verdict(Map<String, Long> times, long totalMicros) {
        for (Map.Entry<String, Long> time : times.entrySet()) {
            String name = time.getKey();
            if (name.startsWith(PROXY) && totalMicros > 0 && time.getValue() * 2 >= totalMicros) {
                String part = name.substring(PROXY.length(), name.length() - UNIT.length());
                return part.endsWith("_wait") ? "waits for " + part.replaceFirst("_wait$", "") : part + "-bound";
            }
        }
        return "no part dominates";
    }
}
