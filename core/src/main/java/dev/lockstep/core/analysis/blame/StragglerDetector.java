// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.blame.time.Beat;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.Figures;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.feed.ProcessFeed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Names the GPUs, hosts and nodes that hold the others up, see docs/detectors/straggler.md.
public final class StragglerDetector implements Detector {
    private final BlameSettings settings;
    private final Ledger ledger;
    private final Clockless clockless;
    private final Pulses pulses;
    private final TimeAccount account = new TimeAccount();
    private final Map<CommunicatorState, Crew> crews = new HashMap<>();

    /// One for one job.
    public StragglerDetector(BlameSettings settings) {
        this.settings = settings;
        this.ledger = new Ledger(settings);
        this.clockless = new Clockless(settings, ledger);
        this.pulses = new Pulses(ledger);
    }

    @Override
    public void closed(CommunicatorState communicator, Row row, long nowNanos) {
        if (!row.isComplete()) {
            return;
        }
        ledger.closed(communicator, row);
        account.transferred(communicator.key(), row);
        clockless.closed();
    }

    @Override
    public void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {
        ledger.accept(job, process, feed, nowNanos);
    }

    @Override
    public Figures figures() {
        return account.figures(ledger.all());
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        ledger.settle();
        Map<CommunicatorState, List<Seat>> byAnchor = ledger.byAnchor();
        crews.keySet().retainAll(byAnchor.keySet());
        List<Finding> findings = new ArrayList<>();
        boolean isSampled = ledger.isSampled(job);
        long stepNanos = ledger.stepNanos(nowNanos);
        byAnchor.forEach((anchor, seats) -> {
            Beat beat = ledger.beat(anchor.key());
            int generation = 31 * beat.generation() + job.shape();
            Crew crew = crews.get(anchor);
            if (crew == null || !crew.isOf(seats, generation)) {
                crew = new Crew(job, seats, generation, beat.steps());
                crews.put(anchor, crew);
            }
            crew.judge(nowNanos, span -> account.stepped(span, beat.steps()));
            if (isSampled) {
                crew.chargeNothing();
            } else {
                findings.addAll(blame(job, anchor, crew, stepNanos));
            }
        });
        if (isSampled) {
            findings.addAll(blameByPulse(job, stepNanos, nowNanos));
        } else {
            pulses.rest(nowNanos);
        }
        clockless.examine(job, nowNanos).ifPresent(crew -> findings.addAll(blame(job, largest(job), crew, 0)));
        return findings;
    }

    private List<Finding> blame(JobState job, CommunicatorState anchor, Crew crew, long stepNanos) {
        List<Late> late = new LateFinder(settings, crew, List.copyOf(crew.spans()), stepNanos).find();
        crew.charge(late);
        return new Verdict(job, anchor, crew, late).findings();
    }

    private List<Finding> blameByPulse(JobState job, long stepNanos, long nowNanos) {
        Crew crew = pulses.crew(job, nowNanos);
        List<JudgedSpan> spans = pulses.look(crew, stepNanos, nowNanos);
        HostOrGpu witness = new HostOrGpu(crew, stepNanos, job.sampling());
        List<Late> late = new ArrayList<>();
        for (Late one : new LateFinder(settings, crew, spans, stepNanos).find()) {
            boolean isHost = witness.isHost(one, spans.getFirst().lengthNanos());
            late.add(one.by(isHost).withNode(pulses.isWithNode(one)));
        }
        crew.charge(late);
        return new Verdict(job, largest(job), crew, late).findings();
    }

    /// The communicator with most ranks.
    private static CommunicatorState largest(JobState job) {
        return job.communicators().stream()
                .max(Comparator.comparingInt(CommunicatorState::ranks))
                .orElseThrow();
    }
}
