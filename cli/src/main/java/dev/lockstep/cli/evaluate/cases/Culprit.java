// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.simulator.feed.NodeAgents;
import java.util.List;
import java.util.Set;

/// Who did it, and whether an incident says so. What an incident names beside, it has to answer for: its
/// entities may be those of several faults, and each must be one of them.
public sealed interface Culprit {
    /// Whether an entity of the incident is, or is a part of, this culprit.
    boolean includes(Entity entity);

    /// Whether the incident names all of it.
    boolean isNamedBy(Incident incident);

    /// One rank.
    record OfRank(int rank) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            return entity.rank().isPresent() && entity.rank().getAsInt() == rank;
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream().anyMatch(this::includes);
        }

        @Override
        public String toString() {
            return "rank " + rank;
        }
    }

    /// One GPU, whose rank need not be known.
    record OfGpu(int rank, String uuid) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            boolean isRank = entity.rank().isPresent() && entity.rank().getAsInt() == rank;
            return isRank
                    || entity.gpu()
                            .flatMap(GpuIdentity::uuid)
                            .filter(uuid::equals)
                            .isPresent();
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream().anyMatch(this::includes);
        }

        @Override
        public String toString() {
            return "GPU of rank " + rank;
        }
    }

    /// A node by its name: as such, or all of its GPUs.
    record OfHost(String node, int gpus) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            return entity.node().filter(node::equals).isPresent();
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            List<Entity> here =
                    incident.culprits().stream().filter(this::includes).toList();
            return here.size() == gpus
                    || here.stream().anyMatch(entity -> entity.gpu().isEmpty());
        }

        @Override
        public String toString() {
            return "node " + node;
        }
    }

    /// Among some ranks, one whose path is slow.
    record OfPathAmong(String node, Set<String> nodes) implements Culprit {
        public OfPathAmong {
            nodes = Set.copyOf(nodes);
        }

        @Override
        public boolean includes(Entity entity) {
            return entity.node().filter(nodes::contains).isPresent();
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream()
                    .anyMatch(entity -> entity.node().filter(node::equals).isPresent());
        }

        @Override
        public String toString() {
            return "a path of node " + node;
        }
    }

    /// A node: as such, or all of its ranks.
    record OfNode(int node, int gpus) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            if (entity.rank().isPresent()) {
                return entity.rank().getAsInt() / gpus == node;
            }
            return entity.node().filter(NodeAgents.name(node)::equals).isPresent();
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            long ranks = incident.culprits().stream()
                    .filter(this::includes)
                    .filter(entity -> entity.rank().isPresent())
                    .count();
            boolean asSuch = incident.culprits().stream()
                    .anyMatch(entity -> entity.rank().isEmpty() && includes(entity));
            return asSuch || ranks == gpus;
        }

        @Override
        public String toString() {
            return "node " + node;
        }
    }

    /// The network path of a GPU. One slow path makes all of a communicator slow alike, so that its ranks are
    /// candidates as long as no counter of a NIC says more: the right one must be among them.
    record OfPath(int rank, Set<Integer> candidates) implements Culprit {
        public OfPath {
            candidates = Set.copyOf(candidates);
        }

        @Override
        public boolean includes(Entity entity) {
            return entity.rank().isPresent()
                    && candidates.contains(entity.rank().getAsInt());
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream()
                    .anyMatch(
                            entity -> entity.rank().isPresent() && entity.rank().getAsInt() == rank);
        }

        @Override
        public String toString() {
            return "path of rank " + rank;
        }
    }

    /// A channel, whoever's.
    record OfChannel(int channel) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            return entity.device()
                    .filter(device -> device.matches("\\D*" + channel + "\\D*"))
                    .isPresent();
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream().anyMatch(this::includes);
        }

        @Override
        public String toString() {
            return "channel " + channel;
        }
    }

    /// Nobody can be told: no name, or all who stand in the communicator.
    record OfCommunicator(String id, Set<Integer> members) implements Culprit {
        public OfCommunicator {
            members = Set.copyOf(members);
        }

        @Override
        public boolean includes(Entity entity) {
            return entity.equals(Entity.UNKNOWN)
                    || (entity.rank().isPresent()
                            && members.contains(entity.rank().getAsInt()));
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            long named = incident.culprits().stream()
                    .filter(entity -> entity.rank().isPresent())
                    .count();
            return incident.evidence().comm().equals(id) && (named == 0 || named == members.size());
        }

        @Override
        public String toString() {
            return "communicator " + id;
        }
    }

    /// Somebody, of whom the evidence says something.
    record WithFact(Culprit owner, String fact) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            return owner.includes(entity);
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return owner.isNamedBy(incident)
                    && incident.evidence().facts().stream().anyMatch(told -> told.contains(fact));
        }

        @Override
        public String toString() {
            return owner + " with '" + fact.strip() + "'";
        }
    }

    /// A device of a node and nothing else.
    record OfDevice(int node, String device) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            return entity.node().filter(NodeAgents.name(node)::equals).isPresent()
                    && entity.device().filter(device::equals).isPresent();
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream().anyMatch(this::includes);
        }

        @Override
        public String toString() {
            return device + " of node " + node;
        }
    }

    /// The path of the GPU of one number on every node.
    record OfRail(int rail, int gpus, int nodes) implements Culprit {
        @Override
        public boolean includes(Entity entity) {
            return entity.rank().isPresent() && entity.rank().getAsInt() % gpus == rail;
        }

        @Override
        public boolean isNamedBy(Incident incident) {
            return incident.culprits().stream().filter(this::includes).count() == nodes;
        }

        @Override
        public String toString() {
            return "rail " + rail;
        }
    }
}
