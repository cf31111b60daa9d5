// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Tells the roles of a job's communicators: from its name where the framework gave one; `world` where it has all
/// ranks; else from how its ranks lie.
///
/// For the last, every layout whose group sizes were seen is tried. Those that explain most communicators with the
/// fewest unusual kinds of parallelism are believed, and a role is stated only if they all agree on it.
public final class RoleInference {
    /// Communicators that are looked at; a job that makes more gets roles for those of the lowest ids.
    static final int GROUPS_MAX = 512;
    /// Different sizes that are looked at, smallest first: a layout has five.
    static final int SIZES_MAX = 8;

    private RoleInference() {}

    /// The roles by id, of those whose role can be told. `worldSize` is how many ranks the job has; where it is not
    /// known, only names count.
    public static Map<String, Role> of(Collection<Group> groups, OptionalInt worldSize) {
        Map<String, Role> roles = new TreeMap<>();
        List<Group> unnamed = new ArrayList<>();
        for (Group group : groups) {
            Optional<Role> said = said(group, worldSize);
            if (said.isPresent()) {
                roles.put(group.id(), said.get());
            } else if (group.ranks() > 1) {
                unnamed.add(group);
            }
        }
        if (worldSize.isPresent() && !unnamed.isEmpty()) {
            unnamed.sort((a, b) -> a.id().compareTo(b.id()));
            infer(unnamed.subList(0, Math.min(GROUPS_MAX, unnamed.size())), worldSize.getAsInt(), roles);
        }
        return roles;
    }

    private static Optional<Role> said(Group group, OptionalInt worldSize) {
        Optional<Role> named = RoleNames.of(group.name());
        if (named.isPresent()) {
            return named;
        }
        boolean hasAllRanks = group.ranks() > 1 && worldSize.equals(OptionalInt.of(group.ranks()));
        return hasAllRanks ? Optional.of(Role.WORLD) : Optional.empty();
    }

    private static void infer(List<Group> groups, int worldSize, Map<String, Role> roles) {
        int[] seen = groups.stream()
                .flatMap(group -> group.worldRanks().values().stream())
                .mapToInt(Integer::intValue)
                .distinct()
                .toArray();
        List<Layout> best = best(groups, seen, worldSize);
        for (Group group : groups) {
            Set<Role> possible = EnumSet.noneOf(Role.class);
            boolean isExplained = !best.isEmpty();
            for (Layout layout : best) {
                Set<Role> here = layout.rolesOf(group, seen);
                isExplained &= !here.isEmpty();
                possible.addAll(here);
            }
            if (isExplained && possible.size() == 1) {
                roles.put(group.id(), possible.iterator().next());
            }
        }
    }

    private static List<Layout> best(List<Group> groups, int[] seen, int worldSize) {
        List<Layout> best = new ArrayList<>();
        int bestExplained = 1;
        int bestUnusual = Integer.MAX_VALUE;
        for (Layout layout : layouts(sizes(groups), worldSize)) {
            int explained = explained(layout, groups, seen);
            boolean isBetter =
                    explained > bestExplained || (explained == bestExplained && layout.unusual() < bestUnusual);
            if (isBetter) {
                best.clear();
                bestExplained = explained;
                bestUnusual = layout.unusual();
            }
            if (explained == bestExplained && layout.unusual() == bestUnusual) {
                best.add(layout);
            }
        }
        return best;
    }

    private static int explained(Layout layout, List<Group> groups, int[] seen) {
        int explained = 0;
        for (Group group : groups) {
            explained += layout.explains(group, seen) ? 1 : 0;
        }
        return explained;
    }

    /// The sizes that were seen, and 1 for a kind of parallelism that is not there.
    private static int[] sizes(List<Group> groups) {
        IntStream seen =
                groups.stream().mapToInt(Group::ranks).distinct().sorted().limit(SIZES_MAX);
        return IntStream.concat(IntStream.of(1), seen).toArray();
    }

    private static List<Layout> layouts(int[] sizes, int worldSize) {
        List<Layout> layouts = new ArrayList<>();
        for (int tensor : sizes) {
            for (int context : sizes) {
                for (int pipeline : sizes) {
                    long split = (long) tensor * context * pipeline;
                    if (split <= worldSize && worldSize % split == 0) {
                        int data = (int) (worldSize / split);
                        IntStream.of(sizes)
                                .filter(expert -> context * data % expert == 0)
                                .forEach(expert -> layouts.add(new Layout(tensor, context, data, pipeline, expert)));
                    }
                }
            }
        }
        return layouts;
    }
}
