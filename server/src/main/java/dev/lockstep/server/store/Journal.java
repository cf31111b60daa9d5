// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.store;

import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.server.json.JsonTree.Unfit;
import dev.lockstep.server.judgement.Judgement;
import dev.lockstep.server.judgement.MaintenanceWindow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Incidents, judgements and maintenance windows, each written to the disk at once, so that no end of the process loses
/// one. At the start, and when it has grown, it is written anew with the last of each. Any thread.
final class Journal implements AutoCloseable {
    /// It is written anew when it has grown to this and to {@link #GROWTH} times of what is in it.
    static final long BYTES_MAX = 64L << 20;
    /// Incidents that are kept; those that were over first are left out first.
    static final int INCIDENTS_MAX = 10_000;

    private static final int GROWTH = 4;

    /// Incidents and windows that were over before these times are forgotten at the start.
    record Horizon(long incidentsWallNanos, long windowsWallNanos) {}

    private final Path file;
    private final Map<String, Incident> incidents = new LinkedHashMap<>();
    private final Map<String, Judgement> judgements = new LinkedHashMap<>();
    private final Map<MaintenanceWindow, Boolean> windows = new LinkedHashMap<>();
    private FileChannel channel;
    private long bytes;
    private long liveBytes;

    private Journal(StoreDirectory directory, StoreCounters counters, Horizon horizon) throws IOException {
        this.file = directory.journal();
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        long damagedLines = load(before);
        if (damagedLines > 0) {
            Path copy = file.resolveSibling("journal-damaged");
            Files.write(copy, before);
            directory.setAside(copy);
        }
        counters.foundDamaged(damagedLines);
        forget(horizon);
        this.channel = rewrite();
    }

    /// Opens it, takes the lines that can be read, and forgets what was over before the horizon. A damaged one is
    /// copied aside before it is written anew.
    static Journal open(StoreDirectory directory, StoreCounters counters, Horizon horizon) throws IOException {
        return new Journal(directory, counters, horizon);
    }

    /// Whole lines; what a crash left of the last one was never answered for.
    static Stream<byte[]> lines(byte[] bytes) {
        Stream.Builder<byte[]> lines = Stream.builder();
        int begin = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines.add(Arrays.copyOfRange(bytes, begin, i));
                begin = i + 1;
            }
        }
        return lines.build();
    }

    /// Takes what can be read, and says how many lines cannot.
    private long load(byte[] before) {
        return lines(before).filter(line -> !take(line)).count();
    }

    private boolean take(byte[] line) {
        try {
            remember(JournalLine.read(line));
            return true;
        } catch (Unfit _) {
            return false;
        }
    }

    private void remember(JournalLine line) {
        switch (line) {
            case JournalLine.OfIncident of -> {
                incidents.remove(of.incident().id());
                incidents.put(of.incident().id(), of.incident());
            }
            case JournalLine.OfJudgement of -> judgements.put(of.judgement().incidentId(), of.judgement());
            case JournalLine.OfWindow of -> windows.put(of.window(), true);
        }
    }

    /// Writes them and returns when the disk has them.
    synchronized void append(List<JournalLine> lines) throws IOException {
        for (JournalLine line : lines) {
            remember(line);
        }
        try {
            bytes += write(channel, lines);
            channel.force(false);
        } catch (IOException failed) {
            // Half a line must not spoil the next one.
            channel.truncate(bytes);
            throw failed;
        }
        if (bytes > Math.max(BYTES_MAX, GROWTH * liveBytes)) {
            channel.close();
            channel = rewrite();
        }
    }

    private static long write(FileChannel to, List<JournalLine> lines) throws IOException {
        long written = 0;
        for (JournalLine line : lines) {
            ByteBuffer buffer = ByteBuffer.wrap(line.bytes());
            written += buffer.remaining();
            while (buffer.hasRemaining()) {
                to.write(buffer);
            }
        }
        return written;
    }

    /// Puts a journal with the last of each in the place of the old one.
    private FileChannel rewrite() throws IOException {
        leaveOut();
        Path whole = file.resolveSibling("journal.new");
        List<JournalLine> lines = Stream.of(
                        incidents.values().stream().<JournalLine>map(JournalLine.OfIncident::new),
                        judgements.values().stream().<JournalLine>map(JournalLine.OfJudgement::new),
                        windows.keySet().stream().<JournalLine>map(JournalLine.OfWindow::new))
                .flatMap(each -> each)
                .toList();
        try (FileChannel out = FileChannel.open(
                whole, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            liveBytes = write(out, lines);
        }
        StoreDirectory.replace(whole, file);
        bytes = liveBytes;
        return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /// The eldest that are over, with what was said of them.
    private void leaveOut() {
        int tooMany = incidents.size() - INCIDENTS_MAX;
        List<String> eldest = incidents.values().stream()
                .filter(incident -> !incident.isActive())
                .map(Incident::id)
                .limit(Math.max(0, tooMany))
                .toList();
        eldest.forEach(incidents::remove);
        judgements.keySet().retainAll(incidents.keySet());
    }

    private void forget(Horizon horizon) {
        windows.keySet().removeIf(window -> window.untilWallNanos() <= horizon.windowsWallNanos());
        incidents
                .values()
                .removeIf(incident -> !incident.isActive()
                        && incident.endWallNanos().orElse(Long.MAX_VALUE) < horizon.incidentsWallNanos());
    }

    synchronized List<Incident> incidents() {
        return List.copyOf(incidents.values());
    }

    synchronized List<Judgement> judgements() {
        return List.copyOf(judgements.values());
    }

    synchronized List<MaintenanceWindow> windows() {
        return List.copyOf(windows.keySet());
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}
