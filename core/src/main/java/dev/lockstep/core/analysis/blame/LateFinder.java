// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.ArrayList;
import java.util.List;

/// Finds who of a crew is late persistently. Who is late in most of the latest spans by a good part of what
/// its peers compute is; who is late now and then, or by turns with others, is not.
final class LateFinder {
    /// Smallest part of a span that is worth a word.
    private static final double SPAN_SHARE_MIN = 0.02;
    /// In a span it counts as late from this part of the threshold on.
    private static final double LATE_FROM = 0.5;
    /// Standard error of a median over that of a mean.
    private static final double MEDIAN_TO_MEAN = 1.2533;
    /// That part of its delay must be its host's for the host to be blamed.
    private static final double HOST_PART = 0.5;

    /// An echo is so many times smaller than what it is the echo of, and in so small a part its own.
    private static final double ECHO_FACTOR = 1.5;

    private static final double ECHO_PART = 0.5;
    private static final double ECHO_QUANTILE = 0.33;

    /// Into so many groups the spans of a sample are taken together.
    private static final int SAMPLED_GROUPS = 6;

    private final BlameSettings settings;
    private final Crew crew;
    /// A rank that was not seen in some spans is judged by older ones, so far back.
    private static final int WINDOWS_SEARCHED = 2;

    private final int together;
    private final List<JudgedSpan> window = new ArrayList<>();

    /// @param sampling the k that operations were kept by: of a sample, several spans are taken together
    LateFinder(BlameSettings settings, Crew crew, int sampling) {
        this.settings = settings;
        this.crew = crew;
        float length = 0;
        for (JudgedSpan span : crew.spans()) {
            if (window.size() >= WINDOWS_SEARCHED * settings.spansMin()
                    && length >= WINDOWS_SEARCHED * settings.windowNanos()) {
                break;
            }
            window.add(span);
            length += span.lengthNanos();
        }
        this.together = sampling == 0 ? 1 : Math.max(1, window.size() / WINDOWS_SEARCHED / SAMPLED_GROUPS);
    }

    List<Late> find() {
        List<Late> late = new ArrayList<>();
        if (window.isEmpty()) {
            return late;
        }
        double noise = noise();
        float[] delays = new float[crew.seats().size()];
        for (int place = 0; place < delays.length; place++) {
            Late candidate = look(place);
            delays[place] = candidate.delayNanos();
            int spans = Math.max(1, candidate.spans() * together);
            double needed =
                    Math.max(settings.shareMin(), settings.noiseFactor() * MEDIAN_TO_MEAN * noise / Math.sqrt(spans));
            if (candidate.spans() >= settings.spansMin()
                    && candidate.share() >= needed
                    && candidate.steadiness() >= settings.steadiness()) {
                late.add(candidate);
            }
        }
        return late.stream()
                .filter(one -> late.stream().noneMatch(root -> isEcho(one, root, delays)))
                .toList();
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
                here[count++] = Float.isNaN(delays[place]) ? 0 : delays[place];
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

    private Late look(int place) {
        float[] shares = new float[window.size()];
        float[] delays = new float[window.size()];
        float[] hosts = new float[window.size()];
        float[] enqueues = new float[window.size()];
        int count = 0;
        int late = 0;
        int enqueued = 0;
        float length = 0;
        for (int from = 0; from < window.size(); from += together) {
            SpanSum sum = SpanSum.of(window.subList(from, Math.min(window.size(), from + together)), place);
            double computing = Math.max(sum.computing(), SPAN_SHARE_MIN * sum.lengthNanos());
            if (sum.spans() == 0 || !(computing > 0)) {
                continue;
            }
            shares[count] = (float) (sum.excess() / computing);
            delays[count] = sum.excess() / sum.spans();
            hosts[count] = sum.host() / sum.spans();
            late += isLate(shares[count], sum.excess(), sum.lengthNanos()) ? 1 : 0;
            count++;
            if (!Float.isNaN(sum.enqueue())) {
                enqueues[enqueued++] = sum.enqueue() / sum.spans();
            }
            length += sum.lengthNanos();
            if (count >= settings.spansMin() && length >= settings.windowNanos()) {
                break;
            }
        }
        float delay = Robust.median(delays, count);
        float host = Robust.median(hosts, count);
        float enqueue = enqueued * 2 < count ? host : Robust.median(enqueues, enqueued);
        boolean isHost = Math.min(host, enqueue) >= HOST_PART * delay;
        double share = Robust.median(shares, count);
        if (length < settings.windowNanos()) {
            return new Late(place, 0, delay, isHost, 0, count, 0);
        }
        return new Late(place, share, delay, isHost, since(place), count, count == 0 ? 0 : late / (double) count);
    }

    private boolean isLate(float share, float excess, float lengthNanos) {
        return share >= LATE_FROM * settings.shareMin() && excess >= SPAN_SHARE_MIN * LATE_FROM * lengthNanos;
    }

    /// For how long it was late without a break, as far as is remembered.
    private long since(int place) {
        double nanos = 0;
        for (JudgedSpan span : crew.spans()) {
            float excess = span.excess()[place];
            if (!Float.isNaN(excess) && !isLate(excess / span.computing()[place], excess, span.lengthNanos())) {
                break;
            }
            nanos += span.lengthNanos();
        }
        return (long) nanos;
    }

    /// How much the own delays of all ranks vary, as a share of what they compute; those that stay late do
    /// not count.
    private double noise() {
        int size = crew.seats().size();
        float[] all = new float[size * window.size()];
        int count = 0;
        for (JudgedSpan span : window) {
            for (int place = 0; place < size; place++) {
                float share = span.excess()[place] / span.computing()[place];
                if (Float.isFinite(share)) {
                    all[count++] = share;
                }
            }
        }
        float middle = Robust.median(all, count);
        return count == 0 ? 0 : Robust.sigma(all, count, middle);
    }
}
