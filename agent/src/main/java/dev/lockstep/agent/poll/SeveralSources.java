// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedTiming;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Several sources of one kind, one a directory, shown as one. It is fresh if one of them is: a directory that fails
/// beside good ones is counted as refused, and its processes end with their grace.
public final class SeveralSources implements Source {
    /// Reason under which the readings of failing directories are counted.
    static final String DIRECTORY_FAILED = "directory_failed";

    private final String name;
    private final List<Source> sources;
    private long failures;

    private SeveralSources(String name, List<Source> sources) {
        this.name = name;
        this.sources = List.copyOf(sources);
    }

    /// One source over `sources`, which have one name and are at least one.
    public static Source of(List<? extends Source> sources) {
        Source first = sources.getFirst();
        return sources.size() == 1 ? first : new SeveralSources(first.name(), List.copyOf(sources));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read(Instant now) {
        List<ProcessSnapshot> processes = new ArrayList<>();
        Map<String, Long> refused = new HashMap<>();
        List<ReportedTiming> timings = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (Source source : sources) {
            switch (source.read(now)) {
                case Reading.Fresh fresh -> {
                    processes.addAll(fresh.processes());
                    timings.addAll(fresh.timings());
                    fresh.refused().forEach((reason, count) -> refused.merge(reason, count, Long::sum));
                }
                case Reading.Failed(String reason) -> failed.add(reason);
                case Reading.Absent(String reason) -> absent.add(reason);
            }
        }
        failures += failed.size();
        if (failed.size() + absent.size() < sources.size()) {
            if (failures > 0) {
                refused.merge(DIRECTORY_FAILED, failures, Long::sum);
            }
            return new Reading.Fresh(processes, refused, timings);
        }
        return failed.isEmpty()
                ? new Reading.Absent(String.join("; ", absent))
                : new Reading.Failed(String.join("; ", failed));
    }

    @Override
    public void close() {
        sources.forEach(Source::close);
    }
}
