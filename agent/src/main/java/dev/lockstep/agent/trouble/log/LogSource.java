// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.log;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.agent.trouble.LineCounts;
import dev.lockstep.agent.trouble.TroubleTally;
import dev.lockstep.agent.trouble.log.LogFinder.Found;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Logs of jobs, which come, grow, are rotated and go. What they hold before the agent starts is not counted.
///
/// ```
/// nccl_errors_total{node="node-a",source="job_logs",job_id="9001",kind="net.completion_error",reason="retry_exc_err",cause="itself"} 1
/// ```
public final class LogSource implements Source {
    /// Files that are read at once; others wait until one of them rests.
    static final int OPEN_MAX = 256;

    /// Bytes of one look, of one file or of several: a megabyte of NCCL's lines takes 50 ms. What is left waits in the
    /// files.
    static final int LOOK_BYTES_MAX = 1 << 20;

    private static final Duration SEARCH = Duration.ofSeconds(10);

    private final List<LogPattern> patterns;
    private final KnownJobs jobs;
    private final TroubleTally tally = new TroubleTally();
    private final LogFinder finder = new LogFinder();
    private final Map<Object, FollowedFile> files = new HashMap<>();
    private final Deque<FollowedFile> growing = new ArrayDeque<>();
    private final byte[] buffer = new byte[LOOK_BYTES_MAX];
    private Instant searched = Instant.MIN;
    private boolean isNewWhole;

    /// Follows what these patterns name.
    public LogSource(List<LogPattern> patterns, KnownJobs jobs) {
        this.patterns = List.copyOf(patterns);
        this.jobs = jobs;
    }

    @Override
    public String name() {
        return "job_logs";
    }

    @Override
    public Reading read(Instant now) {
        boolean isTime = searched.equals(Instant.MIN)
                || Duration.between(searched, now).abs().compareTo(SEARCH) >= 0;
        if (isTime) {
            search(now);
        }
        look(now);
        tally.forget(now);
        if (files.isEmpty() && tally.troubles().isEmpty()) {
            return new Reading.Absent("no file is named by "
                    + patterns.stream().map(LogPattern::text).collect(Collectors.joining(", ")));
        }
        return Reading.Fresh.ofTroubles(tally.troubles(), refused());
    }

    private void search(Instant now) {
        Map<Object, Found> found = finder.find(patterns);
        Iterator<Map.Entry<Object, FollowedFile>> followed = files.entrySet().iterator();
        while (followed.hasNext()) {
            Map.Entry<Object, FollowedFile> file = followed.next();
            if (!found.containsKey(file.getKey())) {
                followed.remove();
                finish(file.getValue(), now);
            }
        }
        found.values().forEach(this::see);
        isNewWhole = true;
        searched = now;
    }

    /// What nobody names any more is read to its end.
    private void finish(FollowedFile file, Instant now) {
        if (file.isOpen()) {
            read(file, now);
        }
        growing.remove(file);
        file.end(now);
    }

    /// A file that was not there in the search before is read from its beginning, if there was room for all of them.
    private void see(Found found) {
        FollowedFile file = files.get(found.key());
        if (file == null) {
            long from = isNewWhole && finder.unseen() == 0 ? 0 : found.size();
            file = new FollowedFile(found.path(), from, new LineCounts(tally, jobs, found.job()));
            files.put(found.key(), file);
        }
        file.rename(found.path());
        if (file.hasGrown(found.size()) && !growing.contains(file)) {
            if (growing.size() < OPEN_MAX) {
                growing.add(file);
            } else {
                tally.refuse("open_over_limit", 1);
            }
        }
    }

    /// Reads growing files in turn, so that a loud one does not keep others waiting.
    private void look(Instant now) {
        int bytes = 0;
        for (int left = growing.size(); left > 0; left--) {
            FollowedFile file = growing.removeFirst();
            bytes += bytes < LOOK_BYTES_MAX ? read(file, now) : 0;
            file.rest(now);
            tally.refuse("bytes_skipped", file.takeSkipped());
            if (file.isOpen()) {
                growing.addLast(file);
            }
        }
    }

    private int read(FollowedFile file, Instant now) {
        try {
            return file.read(buffer, now);
        } catch (IOException unreadable) {
            tally.refuse("unreadable", 1);
            file.end(now);
            return 0;
        }
    }

    private Map<String, Long> refused() {
        Map<String, Long> refused = new TreeMap<>(tally.refused());
        if (finder.unseen() > 0) {
            refused.put("files_over_limit", finder.unseen());
        }
        if (finder.unreadable() > 0) {
            refused.put("folders_unreadable", finder.unreadable());
        }
        return refused;
    }

    @Override
    public void close() {
        files.values().forEach(file -> file.end(searched));
        files.clear();
        growing.clear();
    }
}
