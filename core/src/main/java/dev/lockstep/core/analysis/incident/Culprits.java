// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.model.GpuIdentity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Who is meant, and whether two statements mean the same.
final class Culprits {
    /// By world rank, then by everything else, so that a list of the same ones is always the same list.
    static final Comparator<Entity> ORDER = Comparator.comparingInt(
                    (Entity entity) -> entity.rank().orElse(Integer.MAX_VALUE))
            .thenComparingInt(entity -> entity.commRank().orElse(Integer.MAX_VALUE))
            .thenComparing(entity -> entity.node().orElse(""))
            .thenComparing(entity -> entity.device().orElse(""))
            .thenComparing(entity -> uuid(entity).orElse(""));

    private Culprits() {}

    /// The first of them in words that never change; empty if nobody is named.
    static String key(List<Entity> culprits, String comm) {
        return culprits.stream().min(ORDER).map(first -> key(first, comm)).orElse("");
    }

    /// All of them in such words.
    static String keys(List<Entity> culprits, String comm) {
        return culprits.stream().map(culprit -> key(culprit, comm)).collect(Collectors.joining(", "));
    }

    private static String key(Entity entity, String comm) {
        String device = entity.device().map(name -> " device " + name).orElse("");
        if (entity.rank().isPresent()) {
            return "rank " + entity.rank().getAsInt() + device;
        }
        if (entity.commRank().isPresent()) {
            return "communicator " + comm + " rank " + entity.commRank().getAsInt() + device;
        }
        return uuid(entity).or(entity::node).map(name -> name + device).orElse(device);
    }

    /// Whether a finding is about somebody whom the incident names.
    static boolean overlap(Finding finding, Incident incident) {
        return finding.culprits().stream()
                .anyMatch(one -> incident.culprits().stream()
                        .anyMatch(other -> isSame(
                                one,
                                finding.evidence().comm(),
                                other,
                                incident.evidence().comm())));
    }

    private static boolean isSame(Entity one, String comm, Entity other, String otherComm) {
        if (one.rank().isPresent() && other.rank().isPresent()) {
            return one.rank().equals(other.rank());
        }
        if (uuid(one).isPresent() && uuid(one).equals(uuid(other))) {
            return true;
        }
        if (one.commRank().isPresent() && other.commRank().isPresent()) {
            return one.commRank().equals(other.commRank()) && comm.equals(otherComm);
        }
        boolean oneHasOther = isWholeNode(one) || isWholeNode(other);
        boolean devicesDiffer = one.device().isPresent()
                && other.device().isPresent()
                && !one.device().equals(other.device());
        return oneHasOther
                && !devicesDiffer
                && one.node().isPresent()
                && one.node().equals(other.node());
    }

    /// Whether it is a node or a device of it, rather than a rank.
    private static boolean isWholeNode(Entity entity) {
        return entity.rank().isEmpty()
                && entity.commRank().isEmpty()
                && uuid(entity).isEmpty();
    }

    /// All of them once, in order.
    static List<Entity> union(Stream<Entity> entities) {
        return entities.distinct().sorted(ORDER).toList();
    }

    private static Optional<String> uuid(Entity entity) {
        return entity.gpu().flatMap(GpuIdentity::uuid);
    }
}
