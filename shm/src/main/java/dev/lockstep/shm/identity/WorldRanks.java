// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import dev.lockstep.shm.ShmHeader;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// The world rank behind each communicator row. It is
///
/// 1. the rank in the oldest communicator that is as large as WORLD_SIZE and on the same device, else
/// 2. the environment's rank when the process drives one device, else
/// 3. absent: the rank in a smaller communicator says nothing about the rank in the job.
///
/// What was found for a device stays, also when its world communicator is gone: labels do not change in a job's life.
public final class WorldRanks {
    private final OptionalInt worldSize;
    private final OptionalInt environmentRank;
    private final Map<String, Integer> found = new HashMap<>();

    public WorldRanks(ShmHeader header) {
        this.worldSize = header.worldSize();
        this.environmentRank = header.worldRank();
    }

    /// Learns from the communicators of a reading.
    public void update(List<CommunicatorFacts> communicators) {
        if (worldSize.isEmpty() || drivesUnnamedDevices(communicators)) {
            return;
        }
        communicators.stream()
                .filter(each ->
                        each.ranks().equals(worldSize) && each.commRank().isPresent())
                .sorted(Comparator.comparingLong(CommunicatorFacts::createdMonotonicNanos))
                .forEach(
                        each -> found.putIfAbsent(each.device(), each.commRank().getAsInt()));
    }

    /// The world rank of a communicator of that reading.
    public OptionalInt of(CommunicatorFacts communicator, List<CommunicatorFacts> all) {
        Integer rank = found.get(deviceOf(communicator, all));
        if (rank != null) {
            return OptionalInt.of(rank);
        }
        return drivesOneDevice(all) ? environmentRank : OptionalInt.empty();
    }

    /// The overflow communicator has no device of its own; with one device in the process it is that one.
    private static String deviceOf(CommunicatorFacts communicator, List<CommunicatorFacts> all) {
        if (!communicator.isOverflow() || !drivesOneDevice(all)) {
            return communicator.isOverflow() ? "none" : communicator.device();
        }
        return owned(all).map(CommunicatorFacts::device).findFirst().orElse("");
    }

    private static boolean drivesOneDevice(List<CommunicatorFacts> all) {
        return owned(all).map(CommunicatorFacts::device).distinct().count() <= 1 && !drivesUnnamedDevices(all);
    }

    /// Where no device has a name, two ranks in one communicator still betray two of them.
    private static boolean drivesUnnamedDevices(List<CommunicatorFacts> all) {
        List<CommunicatorFacts> unnamed =
                owned(all).filter(each -> each.device().isEmpty()).toList();
        long communicators =
                unnamed.stream().map(CommunicatorFacts::id).distinct().count();
        long ranks = unnamed.stream()
                .map(each -> each.id() + each.commRank())
                .distinct()
                .count();
        return ranks > communicators;
    }

    private static Stream<CommunicatorFacts> owned(List<CommunicatorFacts> all) {
        return all.stream().filter(each -> !each.isOverflow());
    }
}
