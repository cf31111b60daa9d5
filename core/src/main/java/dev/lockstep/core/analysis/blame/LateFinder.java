// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// Finds who of a crew is late persistently: late by a good part of what its peers compute, in so many spans in a row
/// that it would be a strange chance in this job. How strange is told by how often the others are that late: in a
/// job where lateness moves from rank to rank, many spans are needed, in a quiet one few.
final class LateFinder {
    /// An echo is so many times smaller than what it is the echo of, and in so small a part its own.
    private static final double ECHO_FACTOR = 1.5;

    private static final double ECHO_PART = 0.5;
    private static final double ECHO_QUANTILE = 0.33;
    /// That part of its delay must be its host's for the host to be blamed.
    private static final double HOST_PART = 0.5;
    /// Where kernels wait beside the computation, more is taken for a delay than it is.
    private static final double HOST_PART_COVERED = 0.2;
    /// The quieter part of the ranks tells how uneven all are: from this quantile to the reference.
    private static final double QUIET_FROM = 0.1;

    private static final double QUIET_TO = 0.33;
    /// So many standard deviations lie between the two.
    private static final double QUIET_SIGMAS = 0.84;
    /// That part of the ranks lie closest to each other; so many standard deviations apart, less than in the mean
    /// since they are picked.
    private static final double CLOSEST_PART = 0.45;

    private static final int CLOSEST_MIN = 3;
    private static final double CLOSEST_SIGMAS = 0.8;
    /// Spans of which a rank's usual delay is the middle.
    private static final int USUAL_SPANS = 8;

    /// What is late within one step is late once, however many spans the step has.
    private static final double STEPS_MIN = 2.8;

    private final BlameSettings settings;
    private final Crew crew;
    private final List<JudgedSpan> spans;
    private final Collection<JudgedSpan> seen;
    private final long stepNanos;
    private final double lengthMin;
    private final double hostPart;

    /// @param spans the latest, newest first
    /// @param seen spans of the same length that tell how often ranks are late by chance
    /// @param stepNanos how long a step takes, 0 if it is not known
    /// @param isCovered whether kernels wait beside the computation
    LateFinder(
            BlameSettings settings,
            Crew crew,
            List<JudgedSpan> spans,
            Collection<JudgedSpan> seen,
            long stepNanos,
            boolean isCovered) {
        this.settings = settings;
        this.crew = crew;
        this.spans = spans;
        this.seen = seen;
        this.stepNanos = stepNanos;
        this.hostPart = isCovered ? HOST_PART_COVERED : HOST_PART;
        this.lengthMin = Math.max((double) settings.windowNanos(), STEPS_MIN * stepNanos);
    }

    List<Late> find() {
        int size = crew.seats().size();
        Run[] runs = new Run[size];
        boolean isAny = false;
        for (int place = 0; place < size; place++) {
            runs[place] = Run.of(spans, place, crew.wasLate(place), settings);
            isAny |= runs[place].spans() >= settings.spansMin();
        }
        if (!isAny) {
            crew.found(List.of());
            return List.of();
        }
        Chance chance = Chance.of(seen, runs, settings);
        double needed = Math.max(settings.shareMin(), settings.noiseFactor() * unevenness());
        List<Late> late = new ArrayList<>();
        float[] delays = new float[size];
        for (int place = 0; place < size; place++) {
            Run run = runs[place];
            delays[place] = run.delayNanos();
            boolean isLong = run.spans() >= settings.spansMin() && run.lengthNanos() >= lengthMin;
            if (isLong && run.share() >= needed && chance.isStrange(run, stepNanos)) {
                late.add(late(place, run));
            }
        }
        List<Late> roots = late.stream()
                .filter(one -> late.stream().noneMatch(root -> isEcho(one, root, delays)))
                .toList();
        crew.found(roots);
        return roots;
    }

    private Late late(int place, Run run) {
        boolean isHost = run.hostNanos() >= hostPart * run.delayNanos();
        return new Late(
                place,
                run.share(),
                run.delayNanos(),
                isHost,
                (long) run.lengthNanos(),
                run.spans(),
                run.spans() / (double) (run.spans() + run.missing()),
                false,
                true);
    }

    /// Whether its lateness is that of another one: far less than the other's, and no more than that of the
    /// rest of a communicator they share. Where reductions run beside the computation, whoever shares a
    /// communicator with a late rank comes late to the next one, and has less of its idle time hidden there
    /// than the rest of the job.
    private boolean isEcho(Late one, Late root, float[] delays) {
        if (root.delayNanos() < ECHO_FACTOR * one.delayNanos()) {
            return false;
        }
        for (Peers.Together together : crew.peers().communicators()) {
            int count = 0;
            float[] here = new float[together.places().length];
            boolean hasOne = false;
            boolean hasRoot = false;
            for (int place : together.places()) {
                hasOne |= place == one.place();
                hasRoot |= place == root.place();
                here[count++] = delays[place];
            }
            if (hasOne && hasRoot) {
                float local = Robust.quantile(here, count, ECHO_QUANTILE);
                if (one.delayNanos() - local < ECHO_PART * one.delayNanos()) {
                    return true;
                }
            }
        }
        return false;
    }

    /// How much the ranks differ persistently, as a standard deviation of shares. It is measured below the reference,
    /// where those that are late are not, however many they are.
    private double unevenness() {
        int size = crew.seats().size();
        float[] usual = new float[size];
        int count = 0;
        for (int place = 0; place < size; place++) {
            float[] shares = new float[USUAL_SPANS];
            int known = 0;
            for (int i = 0; i < spans.size() && known < USUAL_SPANS; i++) {
                float share = spans.get(i).share(place);
                if (Float.isFinite(share)) {
                    shares[known++] = share;
                }
            }
            if (known > 0) {
                usual[count++] = Robust.median(shares, known);
            }
        }
        float[] sorted = Arrays.copyOf(usual, count);
        if (count == 0) {
            return 0;
        }
        double from = Robust.quantile(sorted, count, QUIET_FROM);
        double to = Robust.quantile(sorted, count, QUIET_TO);
        return Math.min((to - from) / QUIET_SIGMAS, closest(sorted, count) / CLOSEST_SIGMAS);
    }

    /// How far apart those are that are closest to each other. Where kernels wait beside the computation, the victims
    /// of a late rank have far less idle time than the rest, and the quieter part is none.
    private static double closest(float[] sorted, int count) {
        int part = Math.max(CLOSEST_MIN, (int) Math.ceil(CLOSEST_PART * count));
        double least = Double.MAX_VALUE;
        for (int i = 0; i + part <= count; i++) {
            least = Math.min(least, sorted[i + part - 1] - sorted[i]);
        }
        return least;
    }
}
