// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import dev.lockstep.shm.ShmHeader;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// The world rank behind each communicator row. It is
///
/// 1. the rank in the oldest communicator that is as large as WORLD_SIZE and on the same device, else
/// 2. the environment's rank when the process drives one device, else
/// 3. absent: the rank in a smaller communicator says nothing about the rank in the job.
///
/// A device is the PCI bus id, else the CUDA ordinal. Where neither is known, a process drives one device unless
/// it has two ranks in one communicator. What was found for a device stays, also when its world communicator is
/// gone: labels do not change in a job's life.
public final class WorldRanks {
    private final OptionalInt worldSize;
    private final OptionalInt environmentRank;
    private final Map<String, Integer> found = new HashMap<>();
    private final Set<String> devices = new HashSet<>();
    private boolean isAmbiguous;

    /// `header` has the world's size and the rank in it as the environment says.
    public WorldRanks(ShmHeader header) {
        this.worldSize = header.worldSize();
        this.environmentRank = header.worldRank();
    }

    /// Learns from the communicators of a reading.
    public void update(List<CommunicatorFacts> communicators) {
        List<CommunicatorFacts> owned =
                communicators.stream().filter(each -> !each.isOverflow()).toList();
        owned.forEach(each -> devices.add(each.device()));
        isAmbiguous |= hasTwoRanksWithoutDevice(owned);
        if (worldSize.isPresent()) {
            owned.stream()
                    .filter(each -> each.ranks().equals(worldSize))
                    .filter(each -> each.commRank().isPresent())
                    .sorted(Comparator.comparingLong(CommunicatorFacts::createdMonotonicNanos))
                    .forEach(each ->
                            found.putIfAbsent(each.device(), each.commRank().getAsInt()));
        }
    }

    private static boolean hasTwoRanksWithoutDevice(List<CommunicatorFacts> owned) {
        Map<String, OptionalInt> rankById = new HashMap<>();
        return owned.stream().filter(each -> each.device().isEmpty()).anyMatch(each -> {
            OptionalInt other = rankById.putIfAbsent(each.id(), each.commRank());
            return other != null && !other.equals(each.commRank());
        });
    }

    /// The world rank of a communicator of that reading. The overflow communicator has no device of its own; in
    /// a process with one device it is that one.
    public OptionalInt of(CommunicatorFacts communicator) {
        boolean drivesOneDevice = devices.size() <= 1 && !isAmbiguous;
        if (communicator.isOverflow() && !drivesOneDevice) {
            return OptionalInt.empty();
        }
        String device = communicator.isOverflow() ? devices.stream().findFirst().orElse("") : communicator.device();
        Integer rank = device.isEmpty() && isAmbiguous ? null : found.get(device);
        if (rank != null) {
            return OptionalInt.of(rank);
        }
        return drivesOneDevice ? environmentRank : OptionalInt.empty();
    }
}
