// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Takes in what the files of all ranks say. Which processes and communicators there are may be told by several threads
/// at once; {@link StudiedCommunicator#advance} and
/// what follows is for when nobody puts operations in.
public final class DurationStudy {
    /// Ranks of a communicator that is studied; of larger ones nothing is taken.
    public static final int RANKS_MAX = 4096;
    /// Communicators of a study.
    public static final int COMMUNICATORS_MAX = 8192;
    /// Cells of all windows together, 4 bytes each; functions beyond it are not matched.
    public static final long CELLS_MAX = 1L << 26;

    private record ProcessKey(int scope, String host, long processId) {}

    private record LifeKey(StudiedProcess process, String id) {}

    private final Map<ProcessKey, StudiedProcess> processes = new LinkedHashMap<>();
    private final Map<StudiedCommunicator.Key, StudiedCommunicator> communicators = new LinkedHashMap<>();
    private final Map<LifeKey, Integer> lives = new HashMap<>();
    private final AtomicLong cells = new AtomicLong();
    private final AtomicLong refusedTables = new AtomicLong();
    private long refusedCommunicators;

    /// Of nothing yet.
    public DurationStudy() {}

    /// The process of that host and pid in a scope; ids of communicators mean the same within one scope only.
    public synchronized StudiedProcess process(int scope, String host, long processId, Optional<String> jobId) {
        return processes.computeIfAbsent(
                new ProcessKey(scope, host, processId), key -> new StudiedProcess(host, processId, jobId));
    }

    /// What a header says of a communicator. `nodes` is 0 where it does not.
    public record Header(int scope, String id, String name, int rank, int ranks, int nodes) {}

    /// The communicator of a header, in the life that its process is in; empty if there is no room for it. Two
    /// processes that claim one rank are two lives of it.
    public synchronized Optional<StudiedCommunicator> communicator(StudiedProcess process, Header header) {
        if (header.ranks() > RANKS_MAX) {
            refusedCommunicators++;
            return Optional.empty();
        }
        LifeKey life = new LifeKey(process, header.id());
        int ordinal = lives.getOrDefault(life, 0);
        while (true) {
            StudiedCommunicator.Key key = new StudiedCommunicator.Key(header.scope(), header.id(), ordinal);
            StudiedCommunicator known = communicators.get(key);
            if (known == null) {
                return open(key, process, header);
            }
            Optional<StudiedProcess> holder = known.process(header.rank());
            boolean isFree = holder.isEmpty() || holder.get() == process;
            if (isFree && known.ranks() == header.ranks()) {
                lives.put(life, ordinal);
                known.join(header.rank(), process);
                return Optional.of(known);
            }
            ordinal++;
        }
    }

    private Optional<StudiedCommunicator> open(StudiedCommunicator.Key key, StudiedProcess process, Header header) {
        if (communicators.size() >= COMMUNICATORS_MAX) {
            refusedCommunicators++;
            return Optional.empty();
        }
        StudiedCommunicator opened = new StudiedCommunicator(key, header.name(), header.ranks(), header.nodes(), this);
        communicators.put(key, opened);
        lives.put(new LifeKey(process, header.id()), key.ordinal());
        opened.join(header.rank(), process);
        return Optional.of(opened);
    }

    /// The numbers of a process's communicator begin anew: from now on it is in its next life.
    public synchronized void beginNextLife(StudiedProcess process, String id) {
        lives.merge(new LifeKey(process, id), 1, Integer::sum);
    }

    /// Takes no lock: a communicator asks for it under its own, and is asked under this object's.
    boolean takeCells(long more) {
        if (cells.addAndGet(more) > CELLS_MAX) {
            cells.addAndGet(-more);
            refusedTables.incrementAndGet();
            return false;
        }
        return true;
    }

    /// Closes so much that ranks which wait for others may go on without them.
    public void makeRoom() {
        communicators.values().forEach(StudiedCommunicator::makeRoom);
    }

    /// All processes, in the order in which they were met.
    public List<StudiedProcess> processes() {
        return new ArrayList<>(processes.values());
    }

    /// All communicators, in the order in which they were met.
    public Collection<StudiedCommunicator> communicators() {
        return communicators.values();
    }

    /// Functions that are not matched because all windows together are too large.
    public long refusedTables() {
        return refusedTables.get();
    }

    /// How often a header was refused: of more than {@link #RANKS_MAX} ranks, or beyond {@link #COMMUNICATORS_MAX}.
    public long refusedCommunicators() {
        return refusedCommunicators;
    }
}
