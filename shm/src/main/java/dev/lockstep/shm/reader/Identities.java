// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.Launch;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.identity.JobIdentity;
import dev.lockstep.shm.identity.Launcher;
import dev.lockstep.shm.identity.WorldRanks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// What the process and its communicators are called. Worked out when a communicator comes or goes, not at each
/// reading.
final class Identities {
    private static final String GPU = "GPU-";
    private static final String PART_OF_A_GPU = "MIG-";

    private final GpuIndex gpuIndex;
    private final boolean isOnPartOfAGpu;
    private final Launcher launcher;
    private final JobIdentity job;
    private final WorldRanks worldRanks;
    private final Map<Integer, CommunicatorIdentity> byRow = new HashMap<>();
    private String jobId = JobIdentity.UNKNOWN;
    private long changesSeen;

    Identities(ShmHeader header, GpuIndex gpuIndex) {
        this.gpuIndex = gpuIndex;
        this.isOnPartOfAGpu =
                header.environment().getOrDefault("CUDA_VISIBLE_DEVICES", "").startsWith(PART_OF_A_GPU);
        this.launcher = new Launcher(header);
        this.job = new JobIdentity(header, launcher.launch().jobId());
        this.worldRanks = new WorldRanks(header);
    }

    void update(CommunicatorTable communicators) {
        if (changesSeen == communicators.changes()) {
            return;
        }
        changesSeen = communicators.changes();
        List<CommunicatorFacts> all = communicators.all();
        jobId = job.of(all);
        launcher.update(all);
        worldRanks.update(all);
        byRow.clear();
        all.forEach(each -> byRow.put(each.row(), identity(each)));
    }

    String jobId() {
        return jobId;
    }

    Launch launch() {
        return launcher.launch();
    }

    /// The name of a communicator of the last update.
    CommunicatorIdentity at(int row) {
        return Objects.requireNonNull(byRow.get(row), "no communicator");
    }

    private CommunicatorIdentity identity(CommunicatorFacts communicator) {
        return new CommunicatorIdentity(
                communicator.isOverflow() ? CommunicatorIdentity.OTHER : communicator.id(),
                communicator.hashOrdinal(),
                communicator.name(),
                communicator.isOverflow() ? OptionalInt.empty() : communicator.commRank(),
                communicator.ranks(),
                communicator.nodes(),
                worldRanks.of(communicator),
                gpu(communicator));
    }

    private Optional<GpuIdentity> gpu(CommunicatorFacts communicator) {
        if (communicator.pciBusId().isEmpty() && communicator.uuid().isEmpty()) {
            return Optional.empty();
        }
        OptionalInt index = communicator.pciBusId().map(gpuIndex::of).orElse(OptionalInt.empty());
        return Optional.of(new GpuIdentity(index, uuid(communicator), communicator.pciBusId()));
    }

    /// A part of a GPU (MIG) has a UUID of its own, under another prefix, and the PCI bus id of the whole.
    private Optional<String> uuid(CommunicatorFacts communicator) {
        return communicator.uuid().map(uuid -> isOnPartOfAGpu ? PART_OF_A_GPU + uuid.substring(GPU.length()) : uuid);
    }
}
