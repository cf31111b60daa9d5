// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.match.Tallies;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.CommunicatorIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One life of one job. Nothing that one job does touches another.
public final class JobState {
    /// What a job works with.
    record Parts(JobLimits limits, Refusals refusals, List<Detector> detectors) {
        Parts {
            detectors = List.copyOf(detectors);
        }
    }

    private final JobIdentity identity;
    private final JobLimits limits;
    private final Refusals refusals;
    private final List<Detector> detectors;
    private final Matching matching;
    private final Roles roles = new Roles();
    private final long firstHeardNanos;
    private final Map<ProcessKey, ProcessState> processes = new LinkedHashMap<>();
    private final Map<CommunicatorKey, CommunicatorState> communicators = new TreeMap<>();
    private JobKey key;
    private OptionalInt worldSize = OptionalInt.empty();
    private int members;
    private int sampling;
    private long heardNanos;

    JobState(JobKey key, JobIdentity identity, Parts parts, long nowNanos) {
        this.key = key;
        this.identity = identity;
        this.limits = parts.limits();
        this.refusals = parts.refusals();
        this.detectors = parts.detectors();
        this.matching = new Matching(limits.match(), this.detectors);
        this.firstHeardNanos = nowNanos;
        this.heardNanos = nowNanos;
    }

    void accept(NodeFeed batch, ProcessFeed feed, long nowNanos) {
        heardNanos = nowNanos;
        sampling = batch.sampling();
        ProcessState process = processes.get(feed.key());
        if (process == null) {
            if (processes.size() >= limits.processesMax()) {
                refusals.count(Refusals.Reason.PROCESSES_MAX);
                return;
            }
            process = new ProcessState(feed.key(), batch.node());
            processes.put(feed.key(), process);
        }
        if (feed.worldSize().isPresent()) {
            worldSize = feed.worldSize();
        }
        process.accept(feed, batch, nowNanos);
        matching.isNow(nowNanos);
        int entries = feed.communicators().size();
        for (int entry = 0; entry < entries; entry++) {
            CommunicatorFeed communicator = feed.communicators().get(entry);
            MemberState place = place(process, entry, communicator.identity(), nowNanos);
            process.takes(entry, entries, place);
            if (place != null) {
                accept(process, place, communicator, nowNanos);
            }
        }
        for (Detector detector : detectors) {
            detector.accept(this, process, feed, nowNanos);
        }
    }

    private void accept(ProcessState process, MemberState place, CommunicatorFeed feed, long nowNanos) {
        place.accept(feed, process, nowNanos);
        CommunicatorState communicator = place.communicator();
        communicator.carries(feed.series());
        for (OperationColumns columns : feed.operations()) {
            communicator.match(place.commRank(), columns, matching, nowNanos);
        }
    }

    /// The place of a rank in a communicator, made if it is new; null if it is refused.
    private @Nullable MemberState place(ProcessState process, int entry, CommunicatorIdentity identity, long nowNanos) {
        int commRank = identity.commRank().orElse(-1);
        if (commRank < 0 || commRank >= identity.ranks().orElse(Integer.MAX_VALUE)) {
            refusals.count(Refusals.Reason.RANK_UNKNOWN);
            return null;
        }
        MemberState before = process.placeBefore(entry, identity, commRank);
        return before != null ? before : found(process, commRank, identity, nowNanos);
    }

    private @Nullable MemberState found(
            ProcessState process, int commRank, CommunicatorIdentity identity, long nowNanos) {
        CommunicatorKey communicatorKey = CommunicatorKey.of(identity);
        CommunicatorState communicator = communicators.get(communicatorKey);
        if (communicator == null) {
            Optional<CommunicatorState> made = open(communicatorKey, identity, nowNanos);
            if (made.isEmpty()) {
                return null;
            }
            communicator = made.get();
        }
        if (communicator.member(commRank).isEmpty() && !hasRoom(commRank)) {
            refusals.count(Refusals.Reason.RANKS_MAX);
            return null;
        }
        int before = communicator.heard();
        Optional<MemberState> member = communicator.join(commRank, process, limits.placeNanos(), nowNanos);
        members += communicator.heard() - before;
        if (member.isEmpty()) {
            refusals.count(Refusals.Reason.RANK_TAKEN);
        }
        return member.orElse(null);
    }

    /// Whether the batch before told of the same process in the same places.
    boolean knows(ProcessFeed feed) {
        ProcessState process = processes.get(feed.key());
        int entries = feed.communicators().size();
        for (int entry = 0; entry < entries && process != null; entry++) {
            CommunicatorIdentity identity = feed.communicators().get(entry).identity();
            if (process.placeBefore(entry, identity, identity.commRank().orElse(-1)) == null) {
                return false;
            }
        }
        return process != null;
    }

    private boolean hasRoom(int commRank) {
        return members < limits.membersMax() && commRank < limits.ranksMax();
    }

    private Optional<CommunicatorState> open(CommunicatorKey of, CommunicatorIdentity identity, long nowNanos) {
        if (communicators.size() >= limits.communicatorsMax()) {
            refusals.count(Refusals.Reason.COMMUNICATORS_MAX);
            return Optional.empty();
        }
        int ranks = identity.ranks().orElse(0);
        if (ranks > limits.ranksMax()) {
            refusals.count(Refusals.Reason.RANKS_MAX);
            return Optional.empty();
        }
        CommunicatorState made = new CommunicatorState(of, identity.name(), ranks, identity.nodes(), nowNanos);
        communicators.put(of, made);
        return Optional.of(made);
    }

    /// Takes over what another one knows, which turned out to be the same job.
    void absorb(JobState that) {
        that.processes.forEach((itsKey, process) -> {
            process.leaves();
            processes.putIfAbsent(itsKey, process);
        });
        that.communicators.forEach((itsKey, communicator) -> {
            if (communicators.putIfAbsent(itsKey, communicator) == null) {
                communicator.moves();
            }
        });
        members = communicators.values().stream()
                .mapToInt(CommunicatorState::heard)
                .sum();
        heardNanos = Math.max(heardNanos, that.heardNanos);
        if (worldSize.isEmpty()) {
            worldSize = that.worldSize;
        }
    }

    void rename(JobKey told) {
        key = told;
    }

    boolean isForgotten(long nowNanos) {
        return nowNanos - heardNanos > limits.forgetNanos();
    }

    /// What its detectors find now.
    public List<Finding> examine(long nowNanos) {
        roles.look(communicators.values(), worldSize);
        matching.isNow(nowNanos);
        communicators.values().forEach(communicator -> communicator.expire(nowNanos));
        List<Finding> findings = new ArrayList<>();
        detectors.forEach(detector -> findings.addAll(detector.examine(this, nowNanos)));
        return findings;
    }

    /// What its time went to.
    public Figures figures() {
        Figures all = Figures.NONE;
        for (Detector detector : detectors) {
            all = all.plus(detector.figures());
        }
        return all;
    }

    /// Which life of which job.
    public JobKey key() {
        return key;
    }

    /// How it showed itself first.
    public JobIdentity identity() {
        return identity;
    }

    /// Ranks that the launcher started, where it said so.
    public OptionalInt worldSize() {
        return worldSize;
    }

    /// Grows when the role of a communicator changes.
    public int shape() {
        return roles.version();
    }

    /// The k that the operations of the latest batch were kept by.
    public int sampling() {
        return sampling;
    }

    /// What became of the operations that its ranks told of.
    public Tallies matched() {
        return matching.tallies();
    }

    /// When it was first heard of, by the caller's clock.
    public long firstHeardNanos() {
        return firstHeardNanos;
    }

    /// When anything was heard of it last, by the caller's clock.
    public long heardNanos() {
        return heardNanos;
    }

    /// Its processes, in the order in which they were heard of.
    public Collection<ProcessState> processes() {
        return Collections.unmodifiableCollection(processes.values());
    }

    /// Its communicators by id.
    public Collection<CommunicatorState> communicators() {
        return Collections.unmodifiableCollection(communicators.values());
    }

    /// One communicator.
    public Optional<CommunicatorState> communicator(CommunicatorKey of) {
        return Optional.ofNullable(communicators.get(of));
    }

    /// Whether none of its processes runs any more.
    public boolean hasEnded() {
        return processes.values().stream().noneMatch(process -> process.life() == ProcessLife.RUNNING);
    }
}
