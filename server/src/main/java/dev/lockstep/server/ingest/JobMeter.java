// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.Sampling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How many records each job sends: what is above a job's limit is left out, and what all jobs want decides by which k
/// each is sampled. Any thread; one at a time.
final class JobMeter {
    private final long jobRecordsPerSecond;
    private final IngestCounters counters;
    private final Map<String, Meter> jobs = new HashMap<>();

    /// One job. `sent` is what it would have sent at k = 0 since the shares were made last.
    private static final class Meter {
        private final TokenBucket bucket;
        private double sent;
        private int exponent;
        private long seenNanos;

        Meter(TokenBucket bucket) {
            this.bucket = bucket;
        }
    }

    JobMeter(long jobRecordsPerSecond, IngestCounters counters) {
        this.jobRecordsPerSecond = jobRecordsPerSecond;
        this.counters = counters;
    }

    /// The batch without the records of jobs that have sent too many, and without processes of jobs for which there is
    /// no room.
    synchronized NodeFeed within(NodeFeed feed, long nowNanos) {
        List<ProcessFeed> processes = new ArrayList<>(feed.processes().size());
        boolean isWhole = true;
        for (ProcessFeed process : feed.processes()) {
            Meter meter = meter(process.jobId(), nowNanos);
            if (meter == null) {
                counters.refused(PartRefusal.JOBS, 1);
                isWhole = false;
                continue;
            }
            int records = records(process);
            meter.sent += (double) records * Sampling.scale(feed.sampling());
            if (meter.bucket.take(records, nowNanos)) {
                processes.add(process);
            } else {
                counters.refused(PartRefusal.JOB_RECORDS, records);
                processes.add(withoutRecords(process));
                isWhole = false;
            }
        }
        return isWhole ? feed : with(feed, processes);
    }

    private @Nullable Meter meter(String job, long nowNanos) {
        Meter meter = jobs.get(job);
        if (meter == null) {
            if (jobs.size() >= IngestLimits.JOBS_MAX) {
                return null;
            }
            meter = new Meter(new TokenBucket(jobRecordsPerSecond, IngestLimits.JOB_BURST_SECONDS, nowNanos));
            jobs.put(job, meter);
        }
        meter.seenNanos = nowNanos;
        return meter;
    }

    /// The largest k of the batch's jobs: an agent has one for all that it sends.
    synchronized int exponentFor(NodeFeed feed) {
        int most = 0;
        for (ProcessFeed process : feed.processes()) {
            Meter meter = jobs.get(process.jobId());
            most = meter == null ? most : Math.max(most, meter.exponent);
        }
        return most;
    }

    /// Shares the brain's records a second among the jobs, from what they sent in the last `seconds`.
    synchronized void share(long recordsPerSecond, double seconds, long nowNanos) {
        jobs.values().removeIf(meter -> nowNanos - meter.seenNanos > IngestLimits.FORGET_AFTER.toNanos());
        Map<String, Double> wanted = new HashMap<>();
        jobs.forEach((job, meter) -> wanted.put(job, meter.sent / seconds));
        Map<String, Double> shares = FairShares.of(wanted, (double) recordsPerSecond);
        jobs.forEach((job, meter) -> {
            double share = Math.min(shares.getOrDefault(job, 0.0), (double) jobRecordsPerSecond);
            meter.exponent = FairShares.exponent(wanted.getOrDefault(job, 0.0), share, meter.exponent);
            meter.sent = 0;
        });
    }

    /// How many jobs are known.
    synchronized int jobs() {
        return jobs.size();
    }

    /// The largest k of all.
    synchronized int exponentMax() {
        return jobs.values().stream().mapToInt(meter -> meter.exponent).max().orElse(0);
    }

    static int records(NodeFeed feed) {
        return feed.processes().stream().mapToInt(JobMeter::records).sum();
    }

    private static int records(ProcessFeed process) {
        int records = 0;
        for (CommunicatorFeed communicator : process.communicators()) {
            for (OperationColumns columns : communicator.operations()) {
                records += columns.count();
            }
        }
        return records;
    }

    private static ProcessFeed withoutRecords(ProcessFeed process) {
        List<CommunicatorFeed> communicators = process.communicators().stream()
                .map(communicator -> new CommunicatorFeed(
                        communicator.identity(),
                        communicator.ended(),
                        communicator.progress(),
                        communicator.inFlight(),
                        communicator.series(),
                        communicator.channels(),
                        communicator.connections(),
                        List.of(),
                        communicator.busyNanos()))
                .toList();
        return new ProcessFeed(
                process.key(),
                process.life(),
                process.jobId(),
                process.incarnation(),
                process.worldSize(),
                process.ncclVersion(),
                communicators,
                process.losses());
    }

    private static NodeFeed with(NodeFeed feed, List<ProcessFeed> processes) {
        return new NodeFeed(
                feed.node(),
                feed.agent(),
                feed.batch(),
                feed.wallNanos(),
                feed.monotonicNanos(),
                feed.sampling(),
                processes,
                feed.losses(),
                feed.hardware());
    }
}
