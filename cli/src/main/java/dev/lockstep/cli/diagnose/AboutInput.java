// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import dev.lockstep.core.analysis.cause.Conclusion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What is said of the input, each thing once: logs of many files are counted together.
final class AboutInput {
    private static final String LOG = "nccl-log|";
    private static final String HOST = "hosts.";

    private AboutInput() {}

    static List<String> lines(List<Conclusion> about) {
        Map<String, Integer> times = new LinkedHashMap<>();
        List<Conclusion> logs =
                about.stream().filter(each -> each.incident().startsWith(LOG)).toList();
        for (Conclusion each : about) {
            boolean isOneOfMany = logs.size() > 1 && each.incident().startsWith(LOG);
            String words = each.fact("detail").isEmpty() ? each.sentence() : each.fact("detail");
            String line = each.signal().text() + "  " + (isOneOfMany ? together(logs) : words);
            times.merge(line, isOneOfMany ? 0 : 1, Integer::sum);
        }
        return times.entrySet().stream()
                .map(entry ->
                        entry.getValue() > 1 ? entry.getKey() + " (" + entry.getValue() + " times)" : entry.getKey())
                .toList();
    }

    private static String together(List<Conclusion> logs) {
        Set<String> hosts = new TreeSet<>();
        long lines = 0;
        for (Conclusion log : logs) {
            log.facts().keySet().stream().filter(fact -> fact.startsWith(HOST)).forEach(hosts::add);
            String count = log.fact("lines");
            lines += count.matches("\\d{1,18}") ? Long.parseLong(count) : 0;
        }
        return lines + " NCCL lines of " + hosts.size() + (hosts.size() == 1 ? " host" : " hosts") + " in "
                + logs.size() + " files";
    }
}
