// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who it is, in words: `rank 5 (GPU-1f2e3d4c on node-a)`.
public final class EntityText {
    private static final int NAMED_MAX = 4;
    private static final int UUID_CHARACTERS = 12;

    private EntityText() {}

    /// Several of them: the first few by name, many by the ranks of each node.
    public static String of(List<Entity> entities) {
        if (entities.isEmpty()) {
            return "the job";
        }
        List<String> names = entities.size() > NAMED_MAX
                ? byNode(entities)
                : entities.stream().map(EntityText::of).toList();
        String named = names.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
        int more = names.size() - NAMED_MAX;
        return more > 0 ? named + " and " + more + " more" : named;
    }

    /// `ranks 8-15 on node-b`, and those that have no rank by themselves.
    private static List<String> byNode(List<Entity> entities) {
        Map<String, SortedSet<Integer>> ranks = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (Entity entity : entities) {
            if (entity.rank().isPresent()) {
                ranks.computeIfAbsent(entity.node().orElse(""), node -> new TreeSet<>())
                        .add(entity.rank().getAsInt());
            } else {
                names.add(of(entity));
            }
        }
        List<String> byNode = new ArrayList<>();
        ranks.forEach((node, ofNode) -> byNode.add((ofNode.size() == 1 ? "rank " : "ranks ")
                + RankRanges.of(ofNode)
                + (node.isEmpty() ? "" : " on " + node)));
        byNode.addAll(names);
        return byNode;
    }

    /// One of them.
    public static String of(Entity entity) {
        String place = entity.gpu()
                .flatMap(gpu -> gpu.uuid())
                .map(uuid -> uuid.substring(0, Math.min(UUID_CHARACTERS, uuid.length())))
                .orElse("");
        String node = entity.node().orElse("");
        String device = entity.device().map(name -> name + " of ").orElse("");
        if (entity.rank().isEmpty() && entity.commRank().isEmpty()) {
            return device + (place.isEmpty() || node.isEmpty() ? place + node : place + " on " + node);
        }
        String rank = entity.rank().isPresent()
                ? "rank " + entity.rank().getAsInt()
                : "communicator rank " + entity.commRank().orElse(0);
        String where = place + (place.isEmpty() || node.isEmpty() ? "" : " ") + (node.isEmpty() ? "" : "on " + node);
        return device + rank + (where.isEmpty() ? "" : " (" + where + ")");
    }
}
