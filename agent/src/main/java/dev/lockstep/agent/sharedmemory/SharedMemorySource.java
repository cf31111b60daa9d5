// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// Reads the shared-memory files of all training processes on this node.
///
/// New files are attached as they appear, up to the limits of {@link AttachedFiles} and {@link SeriesBudget}. A
/// file costs only itself: what is wrong with it is counted under its reason. A process that is gone is in one
/// last reading, and one that did not end well leaves a flight record. Its file stays for the grace, and is then
/// removed if it belongs to the agent's user.
///
/// One thread at a time.
public final class SharedMemorySource implements Source {
    private final SharedMemoryConfig config;
    private final Host host;
    private final LongSupplier monotonicNanos;
    private final ProcessListener listener;
    private final CopyBuffer buffer = new CopyBuffer();
    private final Refusals refusals = new Refusals();
    private final DirectoryScan scan;
    private final AttachedFiles attached = new AttachedFiles();
    private final FlightRecorder recorder;
    private final Set<FileIdentity> over = new HashSet<>();
    private final Pods pods = new Pods(Path.of("/proc"));
    private boolean isFirstReading = true;

    /// `monotonicNanos` is the host's CLOCK_MONOTONIC, in which the plugin stamps; `listener` is told of every process
    /// and gets every completed operation once. Without a spool no flight records are kept.
    public SharedMemorySource(
            SharedMemoryConfig config,
            Host host,
            LongSupplier monotonicNanos,
            ProcessListener listener,
            Optional<FlightSpool> spool) {
        this.config = config;
        this.host = host;
        this.monotonicNanos = monotonicNanos;
        this.listener = listener;
        this.scan = new DirectoryScan(config, host.userId(), refusals);
        this.recorder = new FlightRecorder(spool, config.node());
    }

    @Override
    public String name() {
        return "shared_memory";
    }

    @Override
    public Reading read(Instant now) {
        refusals.startReading();
        DirectoryScan.Found found = scan.scan();
        over.retainAll(found.files());
        over.forEach(file -> refusals.refuse(file, "dead_file_left"));
        attachNew(found.files());
        Moment moment = new Moment(now, monotonicNanos.getAsLong());
        List<ProcessSnapshot> processes = readAll(moment);
        listener.finish(moment);
        isFirstReading = false;
        recorder.record(attached.all(), now);
        detachThoseThatAreOver(moment);
        if (found.directories() > 0 || !attached.isEmpty()) {
            return new Reading.Fresh(processes, refusals.counts());
        }
        if (found.unreadable().isPresent()) {
            return new Reading.Failed(found.unreadable().get());
        }
        return new Reading.Absent("no job with the plugin has run here: there is none of " + config.directories());
    }

    private void attachNew(List<FileIdentity> files) {
        for (FileIdentity file : files) {
            if (attached.contains(file) || over.contains(file)) {
                continue;
            }
            if (attached.hasRoomFor(file)) {
                attach(file);
            } else {
                refusals.refuse(file, "files_over_limit");
            }
        }
    }

    private void attach(FileIdentity file) {
        switch (ShmReader.attach(file.path(), buffer, host.gpuIndex())) {
            case ShmAttachment.NoFile _, ShmAttachment.UnderConstruction _ -> {}
            case ShmAttachment.TooShort _ -> refusals.refuse(file, "too_short");
            case ShmAttachment.WrongMagic _ -> refusals.refuse(file, "wrong_magic");
            case ShmAttachment.UnsupportedVersion _ -> refusals.refuse(file, "unsupported_version");
            case ShmAttachment.Damaged damaged ->
                refusals.refuse(file, damaged.damage().reason());
            case ShmAttachment.Ready(ShmReader reader) -> {
                if (isFirstReading) {
                    reader.skipOverwrittenOperations();
                }
                pods.learn(file);
                attached.add(new AttachedFile(file, reader, host.isOfThisBoot(reader.header()), config.grace()));
            }
        }
    }

    private List<ProcessSnapshot> readAll(Moment now) {
        SeriesBudget budget = new SeriesBudget();
        List<ProcessSnapshot> processes = new ArrayList<>();
        for (AttachedFile file : attached.all()) {
            Optional<ProcessSnapshot> process = read(file, now);
            file.damage().ifPresent(reason -> refusals.refuse(file.identity(), reason));
            if (process.isEmpty() || waitsToBeSettled(file, process.get())) {
                continue;
            }
            listener.see(file.reader().header(), process.get(), file.life());
            if (budget.takes(file.identity().directory(), seriesOf(process.get()))) {
                processes.add(process.get());
            } else {
                refusals.refuse(file.identity(), "series_over_limit");
            }
        }
        return processes;
    }

    private Optional<ProcessSnapshot> read(AttachedFile file, Moment now) {
        if (file.isDead()) {
            listener.remember(file.reader().header(), file.life());
            return Optional.empty();
        }
        return file.read(now, listener).map(process -> pods.complete(file.identity(), process));
    }

    /// An operation that this agent's predecessor had settled is not yet settled in the first reading. Its counters
    /// would be lower than those that were served before: they are served from the second reading on.
    private boolean waitsToBeSettled(AttachedFile file, ProcessSnapshot process) {
        return isFirstReading
                && !file.isDead()
                && process.communicators().stream()
                        .flatMap(communicator -> communicator.inFlight().stream())
                        .anyMatch(operation -> operation.channelsStarted() > 0
                                && operation.channelsStarted() == operation.channelsStopped());
    }

    private static int seriesOf(ProcessSnapshot process) {
        return process.communicators().stream()
                .mapToInt(communicator -> communicator.series().size())
                .sum();
    }

    private void detachThoseThatAreOver(Moment now) {
        for (AttachedFile file : List.copyOf(attached.all())) {
            if (file.isOver(now, config.grace()) && !recorder.waitsFor(file)) {
                remove(file.identity());
                over.add(file.identity());
                recorder.forget(file);
                attached.remove(file);
                pods.forget(file.identity());
            }
        }
    }

    private void remove(FileIdentity file) {
        if (file.owner() != host.userId() || !file.isStillThere()) {
            return;
        }
        try {
            Files.delete(file.path());
        } catch (IOException notOurs) {
            // Counted as left, as those of other users are: their next job or the epilog removes them.
            return;
        }
    }

    @Override
    public void close() {
        attached.closeAll();
    }
}
