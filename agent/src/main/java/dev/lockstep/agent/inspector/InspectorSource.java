// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import dev.lockstep.agent.inspector.count.LogContext;
import dev.lockstep.agent.inspector.count.OperationCounter;
import dev.lockstep.agent.inspector.count.ProcessAccumulator;
import dev.lockstep.agent.inspector.count.ProcessTable;
import dev.lockstep.agent.inspector.file.LogDirectory;
import dev.lockstep.agent.inspector.line.LineParser;
import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.ProcessSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The JSON files of NVIDIA's NCCL Inspector in a directory and its sub-directories (docs/inspector-json.md). Each
/// reading takes in what has been added and gives the totals of each process; reading all from the begin again gives
/// the same totals. What these files cannot show is absent: world rank, GPU, operations in flight, channels, busy
/// time, and whether a communicator was finalized. One thread at a time.
public final class InspectorSource implements Source {
    private final LogDirectory directory;
    private final Function<String, Optional<String>> elsewhere;
    private final ReasonCounts refused = new ReasonCounts();
    private final ProcessTable processes = new ProcessTable(refused);
    private final LogRegistry registry = new LogRegistry(refused);
    private final LogReader reader;
    private final Ending ending;

    /// Follows `directory`, which need not exist yet.
    public InspectorSource(Path directory) {
        this(directory, _ -> Optional.empty(), InspectorLimits.KEEP_UNCHANGED);
    }

    /// The same for a directory that hosts may share: `elsewhere` gives the node of a host that is not the agent's. A
    /// process whose files do not change is shown for `keepUnchanged`.
    public InspectorSource(Path directory, Function<String, Optional<String>> elsewhere, Duration keepUnchanged) {
        this(directory, elsewhere, keepUnchanged, InspectorLimits.GZIP_BYTES_MAX);
    }

    /// The same with another limit of uncompressed bytes.
    InspectorSource(
            Path directory, Function<String, Optional<String>> elsewhere, Duration keepUnchanged, long gzipBytesMax) {
        this.elsewhere = elsewhere;
        this.directory = new LogDirectory(directory);
        OperationCounter counter = new OperationCounter(processes, refused);
        LineParser<LogContext> parser = new LineParser<>(counter::count, refused);
        this.reader = new LogReader(parser, refused, gzipBytesMax);
        this.ending = new Ending(registry, processes, keepUnchanged);
    }

    @Override
    public String name() {
        return "inspector_json";
    }

    @Override
    public Reading read(Instant now) {
        long nowMillis = now.toEpochMilli();
        if (!directory.exists() && registry.logs().isEmpty()) {
            return new Reading.Absent("no directory " + directory);
        }
        LogDirectory.Listing listing = directory.list();
        if (!listing.readable()) {
            return new Reading.Failed("cannot list " + directory + ": give the agent's user the right to read it");
        }
        registry.update(listing.files(), nowMillis);
        readLogs(nowMillis);
        finishQuiet(nowMillis);
        processes.forgetUnseenSince(nowMillis - InspectorLimits.KEEP_AFTER_GONE.toMillis());
        ending.endUnchanged(nowMillis);
        return snapshot(listing.refused(), nowMillis);
    }

    /// Takes a buffer of each log in turn, so that the ranks of a communicator keep step.
    private void readLogs(long nowMillis) {
        long left = InspectorLimits.READING_BYTES_MAX;
        boolean someAsked;
        do {
            someAsked = false;
            Set<String> waiting = new HashSet<>();
            for (LogFile log : registry.logs()) {
                String sequence = log.found().name().directory() + "/"
                        + log.found().name().base();
                if (!log.isAtEnd() && waiting.add(sequence)) {
                    left -= reader.readSome(log);
                    someAsked = true;
                }
                log.context().processes().forEach(process -> process.seenAt(nowMillis));
            }
            settle(nowMillis);
        } while (someAsked && left > 0);
        registry.logs().forEach(LogFile::close);
    }

    private void settle(long nowMillis) {
        processes.all().forEach(process -> process.quiet(true));
        for (LogFile log : registry.logs()) {
            if (!log.isQuiet(nowMillis)) {
                log.context().processes().forEach(process -> process.quiet(false));
            }
        }
        processes.settle();
    }

    private void finishQuiet(long nowMillis) {
        for (LogFile log : registry.logs()) {
            if (log.isQuiet(nowMillis) && log.unfinishedBytes() > 0) {
                reader.finish(log);
            }
        }
        settle(nowMillis);
    }

    private Reading snapshot(ReasonCounts listed, long nowMillis) {
        ReasonCounts ofNone = new ReasonCounts();
        ofNone.addAll(refused);
        ofNone.addAll(listed);
        ofNone.add(Reason.FILE_COPY, registry.copies());
        Map<ProcessAccumulator, ReasonCounts> ofProcesses = new HashMap<>();
        for (LogFile log : registry.logsAndGone()) {
            ProcessAccumulator process = log.context().process();
            ReasonCounts owner =
                    process == null ? ofNone : ofProcesses.computeIfAbsent(process, _ -> new ReasonCounts());
            addLossOf(log, owner, nowMillis);
            Reason failure = log.failure();
            if (log.isPresent() && failure != null) {
                ofNone.one(failure);
            }
        }
        List<ProcessSnapshot> snapshots = new ArrayList<>();
        for (ProcessAccumulator process : processes.all()) {
            snapshots.add(process.snapshot(ofProcesses.getOrDefault(process, new ReasonCounts()), elsewhere));
        }
        return new Reading.Fresh(snapshots, ofNone.toMap());
    }

    private static void addLossOf(LogFile log, ReasonCounts owner, long nowMillis) {
        owner.addAll(log.context().lost());
        boolean unfinished = log.unfinishedBytes() > 0 || log.context().pretty() != null;
        if (unfinished && log.isQuiet(nowMillis)) {
            owner.one(Reason.CUT_LINE);
        }
    }

    @Override
    public void close() {
        registry.logs().forEach(LogFile::close);
    }
}
