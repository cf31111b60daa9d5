// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.role.Group;
import dev.lockstep.core.role.Role;
import dev.lockstep.core.role.RoleInference;
import dev.lockstep.core.role.Traffic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/// The roles of the communicators of each job of the node. They are inferred anew only when what is known of the
/// communicators changes: any thread may ask.
final class Roles {
    private record Job(List<Group> groups, OptionalInt worldSize) {
        Job {
            groups = List.copyOf(groups);
        }
    }

    private record Known(Map<String, Job> jobs, Map<String, Map<String, Role>> roles) {}

    private static final class Builder {
        private final Map<String, GroupBuilder> groups = new TreeMap<>();
        private OptionalInt worldSize = OptionalInt.empty();

        void add(Membership membership) {
            if (worldSize.isEmpty()) {
                worldSize = membership.process().launch().worldSize();
            }
            groups.computeIfAbsent(membership.communicator().identity().id(), _ -> new GroupBuilder(membership))
                    .add(membership);
        }

        Job build() {
            return new Job(groups.values().stream().map(GroupBuilder::build).toList(), worldSize);
        }
    }

    private static final class GroupBuilder {
        private final CommunicatorIdentity first;
        private final Map<Integer, Integer> worldRanks = new HashMap<>();
        private Traffic traffic = Traffic.NONE;

        GroupBuilder(Membership first) {
            this.first = first.communicator().identity();
        }

        void add(Membership membership) {
            CommunicatorIdentity identity = membership.communicator().identity();
            if (identity.commRank().isPresent() && identity.worldRank().isPresent()) {
                worldRanks.put(
                        identity.commRank().getAsInt(), identity.worldRank().getAsInt());
            }
            traffic = traffic.plus(Traffic.of(membership.communicator().series().stream()
                    .map(OperationSeries::key)
                    .toList()));
        }

        Group build() {
            return new Group(first.id(), first.name(), first.ranks().orElse(0), first.nodes(), worldRanks, traffic);
        }
    }

    private final AtomicReference<Known> latest = new AtomicReference<>(new Known(Map.of(), Map.of()));

    /// The roles by job and communicator, of those whose role can be told.
    Map<String, Map<String, Role>> of(Iterable<List<Membership>> groups) {
        Map<String, Builder> builders = new TreeMap<>();
        for (List<Membership> group : groups) {
            for (Membership membership : group) {
                builders.computeIfAbsent(membership.process().identity().jobId(), _ -> new Builder())
                        .add(membership);
            }
        }
        Map<String, Job> jobs = new TreeMap<>();
        builders.forEach((jobId, builder) -> jobs.put(jobId, builder.build()));
        Known known = latest.get();
        if (!known.jobs().equals(jobs)) {
            known = new Known(jobs, infer(jobs));
            latest.set(known);
        }
        return known.roles();
    }

    private static Map<String, Map<String, Role>> infer(Map<String, Job> jobs) {
        Map<String, Map<String, Role>> roles = new HashMap<>();
        jobs.forEach((jobId, job) -> roles.put(jobId, RoleInference.of(job.groups(), job.worldSize())));
        return roles;
    }

    /// The label of a role, if there is one.
    static Optional<String> label(Map<String, Map<String, Role>> roles, String jobId, String communicator) {
        return Optional.ofNullable(roles.getOrDefault(jobId, Map.of()).get(communicator))
                .map(Role::label);
    }
}
