// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.LogContext;
import dev.lockstep.agent.inspector.count.ProcessAccumulator;
import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Knows the followed logs again from one listing to the next: by file identity, and by how their content begins when
/// that identity has changed (renamed, copied, compressed, replaced).
final class LogRegistry {
    private final Map<Object, LogFile> logs = new LinkedHashMap<>();
    private final List<LogFile> gone = new ArrayList<>();
    private final ReasonCounts refused;
    private final byte[] head = new byte[LogFile.HEAD_MAX];
    private long lives;
    private long copies;

    LogRegistry(ReasonCounts refused) {
        this.refused = refused;
    }

    Collection<LogFile> logs() {
        return logs.values();
    }

    /// Logs that are known to hold what another holds, in the last listing.
    long copies() {
        return copies;
    }

    void update(List<FoundFile> listing, long nowMillis) {
        copies = 0;
        Map<Object, LogFile> before = new HashMap<>(logs);
        logs.clear();
        List<FoundFile> unknown = new ArrayList<>();
        for (FoundFile file : listing) {
            LogFile known = before.remove(file.fileKey());
            if (known == null) {
                unknown.add(file);
                continue;
            }
            logs.put(file.fileKey(), known);
        }
        for (LogFile missing : before.values()) {
            missing.gone(nowMillis);
            gone.add(missing);
        }
        unknown.forEach(file -> meet(file, nowMillis));
        for (FoundFile file : listing) {
            LogFile known = logs.get(file.fileKey());
            if (known != null) {
                look(known, file, nowMillis);
            }
        }
        forget(nowMillis);
    }

    /// A file of an identity not seen before: a new log, or one that is known under another identity.
    private void meet(FoundFile file, long nowMillis) {
        int length = LogReader.head(file, head);
        Optional<LogFile> continued = find(gone, length);
        if (continued.isPresent()) {
            gone.remove(continued.get());
            continued.get().found(file, nowMillis);
            logs.put(file.fileKey(), continued.get());
            return;
        }
        Optional<LogFile> copied = find(logs.values(), length);
        if (copied.isEmpty()) {
            logs.put(file.fileKey(), new LogFile(file, freshContext(file), nowMillis));
        } else {
            copies++;
        }
    }

    private Optional<LogFile> find(Collection<LogFile> candidates, int length) {
        return candidates.stream()
                .filter(log -> log.isRecognisable() && log.beginsLike(head, length))
                .findFirst();
    }

    /// A file of a known identity: grown, or cut, or with another content.
    private void look(LogFile log, FoundFile file, long nowMillis) {
        if (file.isUnchangedFrom(log.found())) {
            log.found(file, nowMillis);
            return;
        }
        log.found(file, nowMillis);
        if (log.isEnded()) {
            revive(file, nowMillis);
        } else if (!log.beginsLike(head, LogReader.head(file, head))) {
            retire(log);
            log.restart(freshContext(file), nowMillis);
        } else if (!file.name().compressed() && file.size() < log.offset()) {
            refused.one(Reason.FILE_SHRUNK);
            log.rewindTo(file.size());
        }
    }

    /// An ended log has changed: it and those that it follows are read from their begin, as by an agent that starts
    /// now.
    private void revive(FoundFile file, long nowMillis) {
        for (LogFile log : logs.values()) {
            if (log.isEnded() && log.found().name().isOfSequence(file.name())) {
                log.restart(freshContext(log.found()), nowMillis);
            }
        }
    }

    /// Ends the log; it stays known, so that it is not read again as long as it does not change.
    void end(LogFile log) {
        retire(log);
        log.end(freshContext(log.found()));
    }

    private LogContext freshContext(FoundFile file) {
        return new LogContext(file.name(), ++lives);
    }

    private void forget(long nowMillis) {
        for (Iterator<LogFile> i = gone.iterator(); i.hasNext(); ) {
            LogFile log = i.next();
            if (nowMillis - log.goneSinceMillis() > InspectorLimits.KEEP_AFTER_GONE.toMillis()) {
                retire(log);
                i.remove();
            }
        }
    }

    /// The log's content is over: what it lost stays with its process.
    private void retire(LogFile log) {
        ProcessAccumulator process = log.context().process();
        ReasonCounts owner = process == null ? refused : process.lost();
        owner.addAll(log.context().lost());
        if (log.unfinishedBytes() > 0) {
            owner.one(Reason.CUT_LINE);
        }
    }

    /// The followed logs and those that have gone a moment ago.
    List<LogFile> logsAndGone() {
        List<LogFile> all = new ArrayList<>(logs.values());
        all.addAll(gone);
        return all;
    }
}
