// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.topology;

import java.util.Arrays;

/// One communicator: which ranks, under which hash and name. Two communicators are equal only if
/// they are the same object.
public final class Communicator {
    private final int index;
    private final Role role;
    private final String name;
    private final long hash;
    private final int[] members;
    private final int nodes;
    private final int ranksPerNode;

    Communicator(int index, Role role, String name, long hash, int[] members, int gpusPerNode) {
        this.index = index;
        this.role = role;
        this.name = name;
        this.hash = hash;
        this.members = members.clone();
        this.nodes = (int) Arrays.stream(members)
                .map(rank -> rank / gpusPerNode)
                .distinct()
                .count();
        this.ranksPerNode = Math.ceilDiv(members.length, nodes);
    }

    /// Dense number of this communicator in its cluster.
    public int index() {
        return index;
    }

    /// What it is for.
    public Role role() {
        return role;
    }

    /// Its name, empty if it has none.
    public String name() {
        return name;
    }

    /// The hash by which all its ranks know it.
    public long hash() {
        return hash;
    }

    /// The hash as truth files write it: `0x04ba1a52ddb65427`.
    public String id() {
        return "0x%016x".formatted(hash);
    }

    /// How many ranks it has.
    public int ranks() {
        return members.length;
    }

    /// How many nodes it touches.
    public int nodes() {
        return nodes;
    }

    /// How many of its ranks share a node, at most.
    public int ranksPerNode() {
        return ranksPerNode;
    }

    /// World rank of its rank `commRank`.
    public int worldRank(int commRank) {
        return members[commRank];
    }

    /// The rank in this communicator of a world rank, -1 where that is no member.
    public int commRank(int worldRank) {
        int at = Arrays.binarySearch(members, worldRank);
        return at < 0 ? -1 : at;
    }

    @Override
    public String toString() {
        return name.isEmpty() ? id() : name;
    }
}
