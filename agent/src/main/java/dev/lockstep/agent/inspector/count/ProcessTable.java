// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.file.LogName;
import dev.lockstep.agent.inspector.line.Field;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.agent.inspector.line.Names;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The processes that the files tell of, in the order in which they were met.
public final class ProcessTable {
    private final Map<ProcessAccumulator.Key, ProcessAccumulator> processes = new LinkedHashMap<>();
    private final PeerGroups groups = new PeerGroups();
    private final SeriesBudget budget;
    private final ReasonCounts refused;

    public ProcessTable(ReasonCounts refused) {
        this.refused = refused;
        this.budget = SeriesBudget.ofAll(refused);
    }

    /// The process that a record's metadata name, or else the log's name; null beyond the limits.
    @Nullable
    ProcessAccumulator find(InspectorRecord record, LogContext context) {
        String hostText = record.text(Field.HOSTNAME);
        long pid = record.number(Field.PID);
        ProcessAccumulator last = context.process();
        if (last != null && context.isSameMetadata(hostText, pid)) {
            return last;
        }
        LogName name = context.name();
        String host = hostText == null ? name.host() : Names.cut(hostText);
        long processId = pid == InspectorRecord.ABSENT ? name.processId() : pid;
        ProcessAccumulator found = find(new ProcessAccumulator.Key(name.directory(), host, processId), context);
        if (found != null) {
            context.lastMetadata(hostText, pid);
        }
        return found;
    }

    private @Nullable ProcessAccumulator find(ProcessAccumulator.Key key, LogContext context) {
        ProcessAccumulator known = processes.get(key);
        if (known != null && context.processes().contains(known)) {
            return known;
        }
        if (context.processes().size() >= InspectorLimits.PROCESSES_PER_FILE_MAX) {
            return null;
        }
        if (known != null) {
            return known;
        }
        if (processes.size() >= InspectorLimits.PROCESSES_MAX) {
            return null;
        }
        ProcessAccumulator opened =
                new ProcessAccumulator(key, context.name().jobId(), budget.ofProcess(), groups, refused);
        processes.put(key, opened);
        return opened;
    }

    public Collection<ProcessAccumulator> all() {
        return processes.values();
    }

    public void settle() {
        groups.settle();
    }

    /// Forgets processes whose last file was gone before `millis`.
    public void forgetUnseenSince(long millis) {
        forgetIf(process -> process.lastSeenMillis() < millis);
    }

    public void forget(Set<ProcessAccumulator> over) {
        forgetIf(over::contains);
    }

    private void forgetIf(Predicate<ProcessAccumulator> over) {
        for (Iterator<ProcessAccumulator> i = processes.values().iterator(); i.hasNext(); ) {
            ProcessAccumulator process = i.next();
            if (over.test(process)) {
                process.close();
                i.remove();
            }
        }
    }
}
