// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.clue.Moment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Puts messages together by host and address. Lines need not be in the order of time, and often have none.
final class Clusters {
    private Clusters() {}

    static List<Cluster> of(List<GpuEvent> events) {
        Set<String> hosts = new TreeSet<>();
        events.stream().map(GpuEvent::host).filter(host -> !host.isEmpty()).forEach(hosts::add);
        String only = hosts.size() == 1 ? hosts.iterator().next() : "";
        Map<String, List<GpuEvent>> byDevice = new LinkedHashMap<>();
        for (GpuEvent event : events) {
            String host = event.host().isEmpty() ? only : event.host();
            byDevice.computeIfAbsent(host + "|" + event.pci(), key -> new ArrayList<>())
                    .add(event);
        }
        List<Cluster> clusters = new ArrayList<>();
        byDevice.forEach((key, ofDevice) -> {
            String host = key.substring(0, key.indexOf('|'));
            clusters.addAll(inTime(host, ofDevice));
        });
        return clusters;
    }

    private static Collection<Cluster> inTime(String host, List<GpuEvent> events) {
        List<Cluster> clusters = new ArrayList<>();
        for (GpuEvent event : sorted(events)) {
            Optional<Cluster> near =
                    clusters.stream().filter(cluster -> belongs(cluster, event)).reduce((first, second) -> second);
            Cluster cluster = near.orElseGet(() -> {
                Cluster fresh = new Cluster(host, event.pci());
                clusters.add(fresh);
                return fresh;
            });
            cluster.events.add(event);
        }
        return merged(clusters);
    }

    private static boolean belongs(Cluster cluster, GpuEvent event) {
        Optional<Moment> last = cluster.events.getLast().moment();
        return last.isEmpty()
                || event.moment().isEmpty()
                || !last.get().isComparableTo(event.moment().get())
                || event.moment().get().millis() - last.get().millis() <= Cluster.APART_MILLIS;
    }

    private static List<GpuEvent> sorted(List<GpuEvent> events) {
        boolean canSort = events.stream()
                .allMatch(event -> event.moment().isPresent()
                        && event.moment()
                                .get()
                                .isComparableTo(events.getFirst().moment().orElseThrow()));
        if (!canSort) {
            return events;
        }
        return events.stream()
                .sorted((a, b) -> Long.compare(
                        a.moment().orElseThrow().millis(),
                        b.moment().orElseThrow().millis()))
                .toList();
    }

    /// The same fault of one device again, hours later, is the same thing.
    private static Collection<Cluster> merged(List<Cluster> clusters) {
        Map<String, Cluster> byRoot = new LinkedHashMap<>();
        for (Cluster cluster : clusters) {
            Cluster first = byRoot.putIfAbsent(cluster.kind() + "|" + cluster.rootNumber(), cluster);
            if (first != null) {
                first.events.addAll(cluster.events);
            }
        }
        return byRoot.values();
    }
}
