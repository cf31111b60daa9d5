// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.budget.ProcessFold;
import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One process as it was last seen, with all its communicators that are still shown. One thread uses it.
final class KeptProcess {
    /// The GPU tells the communicators `other` of several GPUs apart.
    private record Key(String id, OptionalInt commRank, int hashOrdinal, Optional<String> gpu) {
        static Key of(CommunicatorIdentity identity) {
            return new Key(
                    identity.id(),
                    identity.commRank(),
                    identity.hashOrdinal(),
                    identity.gpu().flatMap(GpuIdentity::pciBusId));
        }
    }

    private final ProcessIdentity identity;
    private final ProcessFold fold;
    private final Map<Key, KeptCommunicator> communicators = new LinkedHashMap<>();
    private Map<String, Long> lost = Map.of();
    private Map<String, Long> suspect = Map.of();
    private Launch launch = Launch.UNKNOWN;
    private @Nullable Instant goneSince;
    private boolean listed;

    KeptProcess(ProcessIdentity identity, int seriesPerGpu) {
        this.identity = identity;
        this.fold = new ProcessFold(seriesPerGpu);
    }

    void beginReading() {
        listed = false;
        communicators.values().forEach(KeptCommunicator::beginReading);
    }

    /// Two processes of one identity in one reading (containers that share a host name and both see pid 1) are shown
    /// as one.
    void see(ProcessSnapshot seen, Instant now) {
        lost = listed ? sum(lost, seen.lost()) : seen.lost();
        suspect = listed ? sum(suspect, seen.suspect()) : seen.suspect();
        launch = seen.launch();
        listed = true;
        goneSince = null;
        for (CommunicatorSnapshot communicator : fold.fold(seen, now).communicators()) {
            communicators
                    .computeIfAbsent(Key.of(communicator.identity()), _ -> new KeptCommunicator(communicator))
                    .see(communicator, now);
        }
    }

    /// A process that is not listed any more counts as gone since `vanished`, a communicator of a listed one since
    /// `now`.
    void endReading(Instant now, Instant vanished) {
        if (!listed && goneSince == null) {
            goneSince = vanished;
        }
        Instant since = listed ? now : vanished;
        communicators.values().forEach(kept -> kept.endReading(since));
    }

    Collection<KeptCommunicator> communicators() {
        return communicators.values();
    }

    String jobId() {
        return identity.jobId();
    }

    void forgetRetired(Duration grace, Instant now) {
        communicators.values().removeIf(KeptCommunicator::isForgotten);
        fold.forgetBefore(now.minus(grace));
    }

    boolean isForgotten(Duration grace, Instant now) {
        return goneSince != null && communicators.isEmpty() && !now.isBefore(goneSince.plus(grace));
    }

    ProcessIdentity identity() {
        return identity;
    }

    FoldedSeries folded() {
        return fold.folded();
    }

    ProcessSnapshot shown() {
        return new ProcessSnapshot(identity, KeptCommunicator.shown(communicators.values()), lost, suspect, launch);
    }

    private static Map<String, Long> sum(Map<String, Long> a, Map<String, Long> b) {
        Map<String, Long> sums = new LinkedHashMap<>(a);
        b.forEach((reason, count) -> sums.merge(reason, count, Long::sum));
        return sums;
    }
}
