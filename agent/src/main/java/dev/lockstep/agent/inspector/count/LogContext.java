// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.file.LogName;
import dev.lockstep.agent.inspector.line.LineOwner;
import dev.lockstep.agent.inspector.line.PrettyObject;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the lines of one log have said so far: whose they are, and what could not be read. `life` is a number that no
/// other log and no other content of this log has.
public final class LogContext implements LineOwner {
    private final LogName name;
    private final long life;
    private final ReasonCounts lost = new ReasonCounts();
    private final Set<ProcessAccumulator> processes = new HashSet<>();
    private @Nullable ProcessAccumulator process;
    private @Nullable CommunicatorAccumulator communicator;
    private @Nullable PrettyObject pretty;
    private @Nullable String lastId;
    private @Nullable String lastHost;
    private long lastProcessId;
    private long lastRank;
    private long damagedLines;

    public LogContext(LogName name, long life) {
        this.name = name;
        this.life = life;
    }

    LogName name() {
        return name;
    }

    long life() {
        return life;
    }

    /// Lines that were lost before it was known whose they are, or after.
    public ReasonCounts lost() {
        return lost;
    }

    public Set<ProcessAccumulator> processes() {
        return processes;
    }

    @Nullable
    public ProcessAccumulator process() {
        return process;
    }

    public void process(ProcessAccumulator current) {
        process = current;
        processes.add(current);
    }

    @Nullable
    CommunicatorAccumulator communicator() {
        return communicator;
    }

    void communicator(@Nullable CommunicatorAccumulator current) {
        communicator = current;
    }

    boolean isSameMetadata(@Nullable String host, long processId) {
        return processId == lastProcessId && Objects.equals(host, lastHost);
    }

    void lastMetadata(@Nullable String host, long processId) {
        lastHost = host;
        lastProcessId = processId;
    }

    boolean isSameHeader(@Nullable String id, long rank) {
        return rank == lastRank && id != null && id.equals(lastId);
    }

    void lastHeader(@Nullable String id, long rank) {
        lastId = id;
        lastRank = rank;
    }

    @Override
    @Nullable
    public PrettyObject pretty() {
        return pretty;
    }

    @Override
    public void pretty(@Nullable PrettyObject opened) {
        pretty = opened;
    }

    /// One of the next gap's numbers is counted by this already.
    @Override
    public void damagedLine(Reason reason) {
        lost.one(reason);
        damagedLines++;
    }

    long takeDamaged(long gap) {
        long taken = Math.min(gap, damagedLines);
        damagedLines -= taken;
        return taken;
    }
}
