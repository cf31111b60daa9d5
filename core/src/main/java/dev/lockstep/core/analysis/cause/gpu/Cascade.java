// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.gpu;

import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Fatality;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One fault of a host: the device it began with, and the devices that only followed.
///
/// @param isShared the followers show the same as the root, so which of them began it cannot be told
record Cascade(Cluster root, List<Cluster> followers, boolean isShared) {
    /// Folds the clusters of all hosts. Each is in one cascade.
    static List<Cascade> fold(List<Cluster> clusters) {
        Set<Cluster> left = new LinkedHashSet<>(clusters);
        List<Cascade> cascades = new ArrayList<>();
        for (Cluster cluster : clusters) {
            if (cluster.kind() == Kind.SXID && isFatal(cluster) && left.contains(cluster)) {
                cascades.add(take(left, cluster, other -> isFabric(other) || other.isRootless(), false));
            }
        }
        fabric(left, cascades);
        for (Cluster cluster : clusters) {
            if (left.contains(cluster) && !cluster.isRootless()) {
                boolean isApplication = cluster.family() == Xid.Family.APPLICATION && cluster.kind() == Kind.XID;
                cascades.add(take(
                        left,
                        cluster,
                        other -> other.isRootless() || (isApplication && isSameFault(cluster, other)),
                        isApplication));
            }
        }
        left.forEach(cluster -> cascades.add(new Cascade(cluster, List.of(), false)));
        return cascades;
    }

    private static boolean isFatal(Cluster cluster) {
        return cluster.events.stream().anyMatch(event -> event.fatality() == Fatality.FATAL);
    }

    private static boolean isFabric(Cluster cluster) {
        return cluster.kind() == Kind.XID && cluster.family() == Xid.Family.NVLINK;
    }

    private static boolean isSameFault(Cluster a, Cluster b) {
        return b.kind() == Kind.XID && a.rootNumber().equals(b.rootNumber());
    }

    /// NVLink carries a fault to the peers. The only one that is called fatal began it, else the one whose number
    /// differs from all others'; where all show the same, the first in time.
    private static void fabric(Set<Cluster> left, List<Cascade> cascades) {
        while (true) {
            List<Cluster> fabric = left.stream().filter(Cascade::isFabric).toList();
            if (fabric.isEmpty()) {
                return;
            }
            Cluster first = fabric.getFirst();
            List<Cluster> near = fabric.stream()
                    .filter(other -> other.host.equals(first.host) && other.isNear(first))
                    .toList();
            List<Cluster> fatal = near.stream().filter(Cascade::isFatal).toList();
            Optional<Cluster> odd = fatal.size() == 1 ? Optional.of(fatal.getFirst()) : odd(near);
            Cluster root = odd.orElse(earliest(near));
            cascades.add(take(
                    left, root, other -> near.contains(other) || other.isRootless(), odd.isEmpty() && near.size() > 1));
        }
    }

    private static Optional<Cluster> odd(List<Cluster> near) {
        Map<Integer, Integer> counts = new HashMap<>();
        near.forEach(cluster -> counts.merge(cluster.rootNumber().orElse(0), 1, Integer::sum));
        List<Cluster> odd = near.stream()
                .filter(cluster -> counts.getOrDefault(cluster.rootNumber().orElse(0), 0) == 1)
                .toList();
        return odd.size() == 1 ? Optional.of(odd.getFirst()) : Optional.empty();
    }

    private static Cluster earliest(List<Cluster> near) {
        boolean haveTimes = near.stream().allMatch(cluster -> cluster.moment().isPresent());
        return haveTimes
                ? near.stream()
                        .min(Comparator.comparingLong(
                                cluster -> cluster.moment().orElseThrow().millis()))
                        .orElseThrow()
                : near.getFirst();
    }

    private static Cascade take(
            Set<Cluster> left, Cluster root, java.util.function.Predicate<Cluster> follows, boolean isShared) {
        left.remove(root);
        List<Cluster> followers = left.stream()
                .filter(other -> other.host.equals(root.host) && other.isNear(root) && follows.test(other))
                .toList();
        followers.forEach(left::remove);
        return new Cascade(root, followers, isShared && !followers.isEmpty());
    }
}
