// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.adverse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A communicator.
///
/// @param index its number in the job
/// @param members world ranks, in order
/// @param gpus of a node
@SuppressWarnings("ArrayRecordComponent") // Compared by identity alone.
record Group(int index, long hash, String name, int[] members, int gpus) {
    int size() {
        return members.length;
    }

    /// Number of a rank in it; negative if it is not one of its ranks.
    int place(int rank) {
        return Arrays.binarySearch(members, rank);
    }

    int nodes() {
        return (int) Arrays.stream(members).map(rank -> rank / gpus).distinct().count();
    }

    /// Makes the communicators of a job.
    static final class Maker {
        private final long seed;
        private final int gpus;
        private final List<Group> made = new ArrayList<>();

        Maker(long seed, int gpus) {
            this.seed = seed;
            this.gpus = gpus;
        }

        /// `count` ranks from `first` on, each `stride` after the one before.
        Group of(String name, int first, int count, int stride) {
            int[] members = new int[count];
            Arrays.setAll(members, i -> first + i * stride);
            long hash = (seed + 1) * 0x9e3779b97f4a7c15L ^ (made.size() + 1) * 0xbf58476d1ce4e5b9L;
            Group group = new Group(made.size(), hash, name, members, gpus);
            made.add(group);
            return group;
        }

        List<Group> all() {
            return List.copyOf(made);
        }
    }
}
