// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.blame.time.Beat;
import dev.lockstep.core.analysis.blame.time.Cover;
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
    /// Spans that are taken together where single ones tell nothing.
    private static final int TOGETHER = 6;
    /// So many of those must be known.
    private static final int LONGER_MIN = 6;
    /// Of so many ranks, those that are late now and then are nothing strange.
    private static final double MANY_PART = 0.1;
    /// One span may have so large a part in a delay.
    private static final double WILD_PART = 0.3;

    private final BlameSettings settings;
    private final Ledger ledger;
    private final Clockless clockless;
    private final Pulses pulses;
    private final Cover cover = new Cover();
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
        cover.accept(feed, key -> ledger.beat(key).period());
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
        boolean isCovered = cover.isCovered();
        int largest = byAnchor.values().stream().mapToInt(List::size).max().orElse(0);
        boolean isSplit = largest > 0 && largest < ledger.live().size();
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
                List<Late> late = late(crew, stepNanos, isCovered);
                crew.charge(late);
                findings.addAll(new Verdict(job, anchor, crew, late).findings());
            }
        });
        if (isSampled) {
            findings.addAll(blameByPulse(job, stepNanos, isCovered, nowNanos));
        } else if (isSplit) {
            // Nobody compares nodes that share no communicator.
            blameByPulse(job, stepNanos, isCovered, nowNanos).stream()
                    .filter(finding -> finding.kind() == FindingKind.SLOW_NODE)
                    .forEach(findings::add);
            return Verdict.byNode(findings, ledger.live());
        } else {
            pulses.rest(nowNanos);
        }
        clockless.examine(job, nowNanos).ifPresent(crew -> {
            List<Late> late = late(crew, 0, false);
            crew.charge(late);
            findings.addAll(new Verdict(job, largest(job), crew, late).findings());
        });
        return findings;
    }

    /// Who is late in span after span, or over several of them: of some, only one of several steps is late, or a step
    /// has many spans.
    private List<Late> late(Crew crew, long stepNanos, boolean isCovered) {
        List<JudgedSpan> spans = List.copyOf(crew.spans());
        List<Late> late = new LateFinder(settings, crew, spans, spans, stepNanos, isCovered).find();
        if (late.isEmpty() && spans.size() >= TOGETHER * LONGER_MIN) {
            late = lateNowAndThen(crew, spans, stepNanos, isCovered);
        }
        return isCovered ? late.stream().map(one -> checked(crew, one, true)).toList() : late;
    }

    private List<Late> lateNowAndThen(Crew crew, List<JudgedSpan> spans, long stepNanos, boolean isCovered) {
        List<JudgedSpan> longer = new ArrayList<>();
        for (int i = 0; i + TOGETHER <= spans.size(); i += TOGETHER) {
            longer.add(JudgedSpan.together(spans.subList(i, i + TOGETHER)));
        }
        List<Late> late = new LateFinder(settings, crew, longer, longer, stepNanos, isCovered).find();
        boolean isFew = late.size() <= Math.max(2, MANY_PART * crew.seats().size());
        List<Late> often =
                late.stream().filter(one -> isFew && isOften(one, spans)).toList();
        crew.found(often);
        return often;
    }

    /// Whether it was late by many spans and not by a few wild ones.
    private static boolean isOften(Late one, List<JudgedSpan> spans) {
        double sum = 0;
        double most = 0;
        float age = 0;
        for (JudgedSpan span : spans) {
            age += span.lengthNanos();
            if (age > one.sinceNanos()) {
                break;
            }
            float excess = span.excess()[one.place()];
            sum += Float.isFinite(excess) ? Math.max(0, excess) : 0;
            most = Math.max(most, excess);
        }
        return most <= WILD_PART * sum;
    }

    /// What idle times do not tell by themselves is told by how they have grown. A host that is late is late by when it
    /// enqueues.
    private Late checked(Crew crew, Late one, boolean isPaced) {
        boolean isSure = one.isHost() || crew.hasGrown(one.place(), settings.shareMin(), isPaced);
        return isSure ? one : one.unsure();
    }

    private List<Finding> blameByPulse(JobState job, long stepNanos, boolean isCovered, long nowNanos) {
        Crew crew = pulses.crew(job, nowNanos);
        List<JudgedSpan> spans = pulses.look(crew, stepNanos, nowNanos);
        HostOrGpu witness = new HostOrGpu(crew, stepNanos, job.sampling());
        List<Late> late = new ArrayList<>();
        for (Late one : new LateFinder(settings, crew, spans, crew.spans(), stepNanos, false).find()) {
            boolean isHost = witness.isHost(one, spans.getFirst().lengthNanos());
            Late by = one.by(isHost).withNode(pulses.isWithNode(one));
            late.add(isCovered ? checked(crew, by, false) : by);
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
