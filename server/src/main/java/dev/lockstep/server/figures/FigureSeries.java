// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.figures;

import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.brain.BrainView;
import dev.lockstep.core.analysis.brain.BrainView.JobView;
import dev.lockstep.server.figures.JobFigures.OfJob;
import dev.lockstep.server.figures.JobFigures.OfRank;
import dev.lockstep.server.figures.JobFigures.OfTransfers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Adds up what the time of jobs went to, in series that never go back while their job is known, whichever of its lives
/// they come from. Room is given in the order in which jobs and ranks are seen; what finds none is summed under
/// `other`: a job until it is over, a rank and a communicator until others are. For one thread.
public final class FigureSeries {
    /// Jobs that have series of their own.
    public static final int JOBS_MAX = 1_000;
    /// Ranks of all jobs that have series of their own.
    public static final int RANKS_MAX = 16_384;
    /// Functions of communicators of all jobs that have series of their own.
    public static final int TRANSFERS_MAX = 1_000;

    private final Room jobRoom = new Room(JOBS_MAX);
    private final Room rankRoom = new Room(RANKS_MAX);
    private final Room transferRoom = new Room(TRANSFERS_MAX);
    private final Map<String, JobAccount> accounts = new LinkedHashMap<>();
    private final Map<JobKey, JobView> before = new HashMap<>();
    private final Set<String> folded = new HashSet<>();
    private Optional<JobAccount> others = Optional.empty();

    /// No job is known yet.
    public FigureSeries() {}

    /// Adds what is new in `view`, and forgets jobs that are not in it.
    public JobFigures take(BrainView view) {
        Set<String> known = new HashSet<>();
        view.jobs().forEach(job -> known.add(job.key().jobId()));
        forget(known);
        all().forEach(JobAccount::begin);
        for (JobView job : view.jobs()) {
            accountOf(job.key().jobId()).add(job, Optional.ofNullable(before.get(job.key())));
        }
        before.clear();
        view.jobs().forEach(job -> before.put(job.key(), job));
        return figures();
    }

    private List<JobAccount> all() {
        List<JobAccount> all = new ArrayList<>(accounts.values());
        others.ifPresent(all::add);
        return all;
    }

    private void forget(Set<String> known) {
        accounts.values().removeIf(account -> {
            boolean isOver = !known.contains(account.jobId());
            if (isOver) {
                account.giveBack();
                jobRoom.give(1);
            }
            return isOver;
        });
        folded.retainAll(known);
        if (folded.isEmpty()) {
            others.ifPresent(JobAccount::giveBack);
            others = Optional.empty();
        }
    }

    private JobAccount accountOf(String jobId) {
        JobAccount account = accounts.get(jobId);
        if (account != null) {
            return account;
        }
        if (!folded.contains(jobId) && jobRoom.take()) {
            JobAccount made = new JobAccount(jobId, rankRoom, transferRoom);
            accounts.put(jobId, made);
            return made;
        }
        folded.add(jobId);
        JobAccount shared = others.orElseGet(() -> new JobAccount(JobFigures.OTHER, Room.none(), Room.none()));
        others = Optional.of(shared);
        return shared;
    }

    private JobFigures figures() {
        List<OfJob> jobs = new ArrayList<>();
        List<OfRank> ranks = new ArrayList<>();
        List<OfTransfers> transfers = new ArrayList<>();
        int foldedRanks = 0;
        int foldedTransfers = 0;
        for (JobAccount account : all()) {
            jobs.add(account.job());
            account.ranksInto(ranks);
            account.transfersInto(transfers);
            foldedRanks += account.foldedRanks();
            foldedTransfers += account.foldedTransfers();
        }
        return new JobFigures(jobs, ranks, transfers, folded.size(), foldedRanks, foldedTransfers);
    }
}
