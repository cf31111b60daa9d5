// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.identity.CommunicatorFacts;
import dev.lockstep.shm.reader.SectionTable.Section;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The channel counters of the communicators in use. Channels that carried nothing are left out; the list of a
/// communicator is the same object until one of its counters changes.
final class ChannelTable {
    private static final List<ChannelCounters> SILENT = IntStream.range(0, ShmLayout.CHANNELS_PER_COMMUNICATOR)
            .mapToObj(channel -> new ChannelCounters(channel, 0, 0, 0, 0))
            .toList();

    private final Section section;
    private final Map<Integer, Channels> byRow = new HashMap<>();

    private record Channels(int serial, List<ChannelCounters> counters) {
        Channels {
            counters = List.copyOf(counters);
        }
    }

    ChannelTable(Section section) {
        this.section = section;
    }

    /// Copies the channels of these communicators and forgets all others.
    void read(FileCopier file, List<CommunicatorFacts> communicators) throws IOException, DamagedFileException {
        Map<Integer, Channels> before = new HashMap<>(byRow);
        byRow.clear();
        for (CommunicatorFacts communicator : communicators) {
            Channels known = before.getOrDefault(communicator.row(), new Channels(communicator.serial(), List.of()));
            List<ChannelCounters> earlier = known.serial() == communicator.serial() ? known.counters() : List.of();
            int first = communicator.row() * ShmLayout.CHANNELS_PER_COMMUNICATOR;
            CopyBuffer buffer = file.copy(section, first, ShmLayout.CHANNELS_PER_COMMUNICATOR);
            byRow.put(communicator.row(), new Channels(communicator.serial(), parse(buffer, earlier)));
        }
    }

    /// Counters of a row's channels, by channel.
    List<ChannelCounters> at(int row) {
        Channels channels = byRow.get(row);
        return channels == null ? List.of() : channels.counters();
    }

    private List<ChannelCounters> parse(CopyBuffer buffer, List<ChannelCounters> earlier) throws DamagedFileException {
        List<ChannelCounters> now = new ArrayList<>(earlier.size());
        int next = 0;
        for (int channel = 0; channel < ShmLayout.CHANNELS_PER_COMMUNICATOR; channel++) {
            ChannelCounters known = SILENT.get(channel);
            if (next < earlier.size() && earlier.get(next).channel() == channel) {
                known = earlier.get(next++);
            }
            ChannelCounters read = grown(known, buffer, channel * section.entryBytes());
            if (read.operations() > 0) {
                now.add(read);
            }
        }
        return now.equals(earlier) ? earlier : now;
    }

    private static ChannelCounters grown(ChannelCounters known, CopyBuffer buffer, int at) throws DamagedFileException {
        long operations = counter(buffer, at + ShmLayout.Channel.OPERATIONS);
        long startLag = counter(buffer, at + ShmLayout.Channel.START_LAG_NANOS);
        long stopLag = counter(buffer, at + ShmLayout.Channel.STOP_LAG_NANOS);
        long busy = counter(buffer, at + ShmLayout.Channel.BUSY_NANOS);
        boolean unchanged = operations == known.operations()
                && startLag == known.startLagNanos()
                && stopLag == known.stopLagNanos()
                && busy == known.busyNanos();
        if (unchanged) {
            return known;
        }
        return new ChannelCounters(
                known.channel(),
                Math.max(operations, known.operations()),
                Math.max(startLag, known.startLagNanos()),
                Math.max(stopLag, known.stopLagNanos()),
                Math.max(busy, known.busyNanos()));
    }

    private static long counter(CopyBuffer buffer, int at) throws DamagedFileException {
        long value = buffer.int64(at);
        if (value < 0) {
            throw new DamagedFileException(ShmDamage.VALUE, "channel counter");
        }
        return value;
    }
}
