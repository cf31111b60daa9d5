// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import dev.lockstep.core.model.NcclFunction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One communicator as its ranks' files tell of it.
public final class StudiedCommunicator {
    /// Which one: `id` in hex digits, as far as it was written; `scope` parts jobs whose ids repeat, and `ordinal` the
    /// lives of one id.
    public record Key(int scope, String id, int ordinal) {}

    private final Key key;
    private final String name;
    private final int ranks;
    private final int nodes;
    private final DurationStudy study;
    private final SortedMap<Integer, StudiedProcess> processes = new TreeMap<>();
    private final BitSet live = new BitSet();
    private final AtomicLong refused = new AtomicLong();
    private final Map<NcclFunction, OperationTable> tables = new EnumMap<>(NcclFunction.class);
    private final SortedMap<Integer, PointToPoint> pointToPoint = new TreeMap<>();

    StudiedCommunicator(Key key, String name, int ranks, int nodes, DurationStudy study) {
        this.key = key;
        this.name = name;
        this.ranks = ranks;
        this.nodes = nodes;
        this.study = study;
    }

    /// Says that a process is this rank and will put operations in until {@link #leave}.
    synchronized void join(int rank, StudiedProcess process) {
        if (processes.putIfAbsent(rank, process) == null) {
            process.join(this, rank);
        }
        live.set(rank);
    }

    /// The process of a rank; empty if no file tells of it.
    public synchronized Optional<StudiedProcess> process(int rank) {
        return Optional.ofNullable(processes.get(rank));
    }

    /// The rank puts nothing in any more.
    public synchronized void leave(int rank) {
        live.clear(rank);
    }

    /// The table of a function; null if there is no room for it.
    public synchronized @Nullable OperationTable table(NcclFunction function) {
        OperationTable known = tables.get(function);
        if (known == null && study.takeCells(OperationTable.cells(ranks))) {
            known = new OperationTable(function, ranks);
            tables.put(function, known);
        }
        return known;
    }

    /// Send and Recv of a rank.
    public synchronized PointToPoint pointToPoint(int rank) {
        return pointToPoint.computeIfAbsent(rank, r -> new PointToPoint());
    }

    /// Closes what all ranks have passed; everything if `isAllRead`. While nobody puts operations in.
    public void advance(boolean isAllRead) {
        tables.values().forEach(table -> table.advance(live, isAllRead));
    }

    void makeRoom() {
        tables.values().forEach(OperationTable::makeRoom);
    }

    /// An operation of it was read whose size or number cannot be.
    public void refuse() {
        refused.incrementAndGet();
    }

    /// How many were.
    public long refused() {
        return refused.get();
    }

    /// Which one.
    public Key key() {
        return key;
    }

    /// The framework's name for it, else its id.
    public String label() {
        return name.isEmpty() ? key.id() : name;
    }

    /// The framework's name for it; empty if it has none.
    public String name() {
        return name;
    }

    /// How many ranks it has.
    public int ranks() {
        return ranks;
    }

    /// Over how many nodes; 0 if unknown.
    public int nodes() {
        return nodes;
    }

    /// Whether its data may cross a network.
    public boolean isBetweenNodes() {
        return nodes != 1;
    }

    /// The processes by their rank in it, as far as there are files of them.
    public SortedMap<Integer, StudiedProcess> processes() {
        return processes;
    }

    /// What was matched, by function.
    public Collection<OperationTable> tables() {
        return tables.values();
    }

    /// Send and Recv, by rank.
    public SortedMap<Integer, PointToPoint> pointToPoint() {
        return pointToPoint;
    }

    /// All series of all functions.
    public List<SizeSeries> series() {
        List<SizeSeries> all = new ArrayList<>();
        tables.values().forEach(table -> all.addAll(table.series()));
        return all;
    }
}
