// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All that is known of one process.
public final class ProcessAccumulator {
    /// Which process; `directory` is the one that its files lie in.
    record Key(String directory, String host, long processId) {}

    private static final CommunicatorAccumulator.Key FOLDED =
            new CommunicatorAccumulator.Key(CommunicatorIdentity.OTHER, InspectorRecord.ABSENT);

    private final Key key;
    private final Optional<String> directoryJobId;
    private final SeriesBudget budget;
    private final ReasonCounts refused;
    private final PeerGroups groups;
    private final ReasonCounts lost = new ReasonCounts();
    private final ReasonCounts suspect = new ReasonCounts();
    private final Map<CommunicatorAccumulator.Key, CommunicatorAccumulator> current = new HashMap<>();
    private final List<CommunicatorAccumulator> all = new ArrayList<>();
    private @Nullable CommunicatorAccumulator folded;
    private String largestCommunicator = "unknown";
    private long largestRanks = -1;
    private boolean quiet;
    private long lastSeenMillis;

    ProcessAccumulator(
            Key key, Optional<String> directoryJobId, SeriesBudget budget, PeerGroups groups, ReasonCounts refused) {
        this.key = key;
        this.directoryJobId = directoryJobId;
        this.budget = budget;
        this.groups = groups;
        this.refused = refused;
    }

    Key key() {
        return key;
    }

    public ReasonCounts lost() {
        return lost;
    }

    ReasonCounts suspect() {
        return suspect;
    }

    boolean isQuiet() {
        return quiet;
    }

    public void quiet(boolean quiet) {
        this.quiet = quiet;
    }

    long lastSeenMillis() {
        return lastSeenMillis;
    }

    public void seenAt(long millis) {
        lastSeenMillis = millis;
    }

    /// The communicator of a header, in its present life.
    CommunicatorAccumulator communicator(CommunicatorAccumulator.Key communicator, long ranks) {
        CommunicatorAccumulator known = current.get(communicator);
        return known != null ? known : open(communicator, 0, ranks);
    }

    /// A new life of a communicator whose numbers have begun anew.
    CommunicatorAccumulator reborn(CommunicatorAccumulator old) {
        return old == folded ? old : open(old.key(), old.ordinal() + 1, old.ranks());
    }

    private CommunicatorAccumulator open(CommunicatorAccumulator.Key communicator, int ordinal, long ranks) {
        if (all.size() >= InspectorLimits.COMMUNICATORS_PER_PROCESS_MAX) {
            return folded();
        }
        CommunicatorAccumulator opened = new CommunicatorAccumulator(communicator, ordinal, budget);
        current.put(communicator, opened);
        all.add(opened);
        groups.join(this, opened);
        if (ranks > largestRanks) {
            largestRanks = ranks;
            largestCommunicator = communicator.id();
        }
        return opened;
    }

    private CommunicatorAccumulator folded() {
        CommunicatorAccumulator accumulator = folded;
        if (accumulator == null) {
            accumulator = new CommunicatorAccumulator(FOLDED, 0, budget);
            folded = accumulator;
        }
        return accumulator;
    }

    /// Whether this communicator's numbers mean nothing because several share it.
    boolean isFolded(CommunicatorAccumulator communicator) {
        return communicator == folded;
    }

    void countFolded() {
        refused.one(Reason.COMMUNICATORS_OVER_LIMIT);
    }

    /// Gives back what the process held.
    void close() {
        budget.close();
        for (CommunicatorAccumulator communicator : all) {
            groups.leave(this, communicator);
        }
    }

    /// What is known, with the losses of its files. `elsewhere` gives the node of a host that is not the agent's.
    public ProcessSnapshot snapshot(ReasonCounts ofFiles, Function<String, Optional<String>> elsewhere) {
        ReasonCounts losses = new ReasonCounts();
        losses.addAll(lost);
        losses.addAll(ofFiles);
        List<CommunicatorSnapshot> communicators = new ArrayList<>();
        for (CommunicatorAccumulator communicator : all) {
            communicator.addLossTo(losses);
            communicators.add(communicator.snapshot());
        }
        if (folded != null) {
            communicators.add(folded.snapshot());
        }
        return new ProcessSnapshot(identity(elsewhere), communicators, losses.toMap(), suspect.toMap());
    }

    private ProcessIdentity identity(Function<String, Optional<String>> elsewhere) {
        String jobId = directoryJobId.orElse(largestCommunicator);
        return new ProcessIdentity(
                key.host(), key.processId(), jobId, Optional.empty(), OptionalInt.empty(), elsewhere.apply(key.host()));
    }
}
