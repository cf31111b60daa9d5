// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.file.FoundFile;
import dev.lockstep.agent.inspector.file.LogName;
import dev.lockstep.agent.inspector.line.LineOwner;
import dev.lockstep.agent.inspector.line.PrettyObject;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One log with those that were rotated out of it, and what its lines have said so far. One thread at a time.
final class LogChain implements LineOwner {
    private record PlaceKey(StudiedProcess process, String rawId, int rank) {}

    private final LogName name;
    private final int scope;
    private final List<FoundFile> files = new ArrayList<>();
    private final ReasonCounts lost = new ReasonCounts();
    private final ReasonCounts suspect = new ReasonCounts();
    private final Map<PlaceKey, Place> places = new LinkedHashMap<>();
    private final Waiting waiting = new Waiting();
    private final DropTotals drops = new DropTotals();
    private @Nullable PrettyObject pretty;
    private @Nullable StudiedProcess process;
    private @Nullable Place place;
    private long records;

    LogChain(LogName name, int scope) {
        this.name = name;
        this.scope = scope;
    }

    void add(FoundFile file) {
        files.add(file);
    }

    List<FoundFile> files() {
        return files;
    }

    LogName name() {
        return name;
    }

    int scope() {
        return scope;
    }

    @Nullable
    StudiedProcess process() {
        return process;
    }

    void process(StudiedProcess current) {
        process = current;
    }

    /// Where the operations of the last header go; null if that header said nothing of use.
    @Nullable
    Place place() {
        return place;
    }

    void place(@Nullable Place current) {
        place = current;
        if (current != null && process != null) {
            places.put(new PlaceKey(process, current.rawId(), current.rank()), current);
        }
    }

    /// A place that was named before.
    @Nullable
    Place known(StudiedProcess of, @Nullable String rawId, long rank) {
        return rawId == null ? null : places.get(new PlaceKey(of, rawId, (int) rank));
    }

    /// Whether it is so far ahead of its peers that it should wait for them.
    boolean isAhead() {
        for (Place each : places.values()) {
            if (each.isAhead()) {
                return true;
            }
        }
        return false;
    }

    /// Nothing comes any more.
    void leave() {
        places.values().forEach(Place::leave);
    }

    /// An operation that does not fit yet.
    Waiting waiting() {
        return waiting;
    }

    @Override
    public boolean isFull() {
        return waiting.isThere();
    }

    void countRecord() {
        records++;
    }

    /// Operations read, whether believed or not.
    long records() {
        return records;
    }

    /// What the ring has dropped, where it says so.
    DropTotals drops() {
        return drops;
    }

    ReasonCounts lost() {
        return lost;
    }

    ReasonCounts suspect() {
        return suspect;
    }

    @Override
    public @Nullable PrettyObject pretty() {
        return pretty;
    }

    @Override
    public void pretty(@Nullable PrettyObject opened) {
        pretty = opened;
    }

    @Override
    public void damagedLine(Reason reason) {
        lost.one(reason);
    }
}
