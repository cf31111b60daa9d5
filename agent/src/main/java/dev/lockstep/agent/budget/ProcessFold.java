// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// Keeps what is shown of one process within the budget of each of its GPUs. Series get room in the order in which they
/// are seen; one that finds none is folded for the life of the process. It depends on nothing but the readings, so that
/// it does not matter who scrapes and when. One thread uses it.
public final class ProcessFold {
    private static final String UNKNOWN_GPU = "";

    private record Key(String id, OptionalInt commRank, int hashOrdinal, String gpu) {
        static Key of(CommunicatorIdentity identity) {
            return new Key(identity.id(), identity.commRank(), identity.hashOrdinal(), gpuOf(identity));
        }
    }

    private final int seriesPerGpu;
    private final Map<String, GpuFold> gpus = new LinkedHashMap<>();
    private final Map<Key, CommunicatorFold> communicators = new HashMap<>();

    /// Each GPU of the process may have so many series, a histogram counted once.
    public ProcessFold(int seriesPerGpu) {
        this.seriesPerGpu = seriesPerGpu;
    }

    /// What is to be shown of a reading.
    public ProcessSnapshot fold(ProcessSnapshot seen, Instant now) {
        gpus.values().forEach(GpuFold::beginReading);
        holdForRanksWithoutGpu(seen);
        List<CommunicatorFold> folds = new ArrayList<>(seen.communicators().size());
        for (CommunicatorSnapshot communicator : seen.communicators()) {
            GpuFold gpu = gpu(communicator.identity());
            gpu.note(communicator.identity());
            CommunicatorFold fold = communicators.computeIfAbsent(
                    Key.of(communicator.identity()), _ -> new CommunicatorFold(gpu, communicator.identity(), now));
            fold.admit(communicator, now);
            folds.add(fold);
        }
        List<CommunicatorSnapshot> shown = new ArrayList<>(folds.size());
        for (int i = 0; i < folds.size(); i++) {
            folds.get(i).show(seen.communicators().get(i), shown);
        }
        gpus.values().forEach(gpu -> gpu.other().ifPresent(shown::add));
        return seen.with(shown);
    }

    /// Ranks of one communicator are on GPUs of their own, even if nothing says on which.
    private void holdForRanksWithoutGpu(ProcessSnapshot seen) {
        Map<String, Set<OptionalInt>> ranks = new HashMap<>();
        for (CommunicatorSnapshot communicator : seen.communicators()) {
            CommunicatorIdentity identity = communicator.identity();
            if (gpuOf(identity).equals(UNKNOWN_GPU)) {
                Set<OptionalInt> ofOne = ranks.computeIfAbsent(identity.id(), _ -> new HashSet<>());
                ofOne.add(identity.commRank());
                gpu(identity).budget().holdFor(ofOne.size());
            }
        }
    }

    private GpuFold gpu(CommunicatorIdentity identity) {
        return gpus.computeIfAbsent(gpuOf(identity), _ -> new GpuFold(seriesPerGpu, identity));
    }

    private static String gpuOf(CommunicatorIdentity identity) {
        return identity.gpu().flatMap(gpu -> gpu.pciBusId().or(gpu::uuid)).orElse(UNKNOWN_GPU);
    }

    /// Gives the room of communicators back that were not seen since then.
    public void forgetBefore(Instant moment) {
        communicators.values().removeIf(communicator -> {
            boolean isGone = communicator.isGoneSince(moment);
            if (isGone) {
                communicator.release();
            }
            return isGone;
        });
    }

    /// How much was folded until now.
    public FoldedSeries folded() {
        return gpus.values().stream().map(GpuFold::folded).reduce(FoldedSeries.NONE, FoldedSeries::plus);
    }
}
