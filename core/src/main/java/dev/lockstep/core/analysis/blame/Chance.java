// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.Arrays;
import java.util.Collection;

/// How often a rank of a crew is so late in a span by chance, and in the next one too. What belongs to a run of
/// a rank that is late still does not count: it may be no chance.
final class Chance {
    /// Of so many looks at a rank, less than one may find it late by chance.
    private static final double LOOKS = 20_000;
    /// Others that were nearly as late were as late.
    private static final double ALIKE = 0.9;
    /// How long a step takes is known no better than so.
    private static final double LENIENT = 0.8;
    /// Whatever was seen, it is no likelier than that.
    private static final double MOST = 0.5;
    /// However long lateness lasts, it is not for ever.
    private static final double LASTING_MAX = 0.95;
    /// From so many on, it is told how often who is late stays late.
    private static final int LATE_MIN = 10;

    private final float[] shares;
    private final int places;
    private final long pairs;
    private final double staying;
    private final double lasting;
    private final int spansMin;

    private Chance(float[] shares, int places, long pairs, double staying, int spansMin) {
        this.shares = shares;
        this.places = places;
        this.pairs = pairs;
        this.staying = staying;
        this.spansMin = spansMin;
        // Who stays late more often than anybody is late: what makes it so holds for several spans, which are one
        // chance then, as where no step can be told.
        double usual = of(0);
        this.lasting = Math.clamp((staying - usual) / (1 - usual), 0, LASTING_MAX);
    }

    /// That of a crew in all spans that are remembered.
    static Chance of(Collection<JudgedSpan> spans, Run[] runs, BlameSettings settings) {
        float[] late = new float[runs.length];
        boolean[] wasLateAfter = new boolean[runs.length];
        int count = 0;
        int continued = 0;
        long pairs = 0;
        float age = 0;
        for (JudgedSpan span : spans) {
            age += span.lengthNanos();
            for (int place = 0; place < runs.length; place++) {
                Run run = runs[place];
                float share = span.share(place);
                boolean isOfRun = run.spans() >= settings.spansMin() && age <= run.lengthNanos();
                if (isOfRun || !Float.isFinite(share)) {
                    continue;
                }
                pairs++;
                boolean isLate = Run.isLate(share, span.excess()[place], span.lengthNanos(), settings);
                continued += isLate && wasLateAfter[place] ? 1 : 0;
                wasLateAfter[place] = isLate;
                if (isLate) {
                    late = count == late.length ? Arrays.copyOf(late, 2 * count) : late;
                    late[count++] = share;
                }
            }
        }
        float[] sorted = Arrays.copyOf(late, count);
        Arrays.sort(sorted);
        double staying = count < LATE_MIN ? 0 : continued / (double) count;
        return new Chance(sorted, runs.length, pairs, staying, settings.spansMin());
    }

    /// Whether nobody would be late so often in a row by chance. Spans that are parts of one step are one chance.
    ///
    /// @param stepNanos how long a step takes, 0 if it is not known
    boolean isStrange(Run run, long stepNanos) {
        double chances = stepNanos == 0 ? 1 : Math.min(1, run.lengthNanos() / run.spans() / (LENIENT * stepNanos));
        float least = Float.MAX_VALUE;
        for (int spans = 1; spans <= run.spans(); spans++) {
            least = Math.min(least, run.shares()[spans - 1]);
            double once = of(least);
            double again = Math.max(once, Math.min(MOST, staying * once / of(0)));
            again = Math.max(again, Math.pow(once, 1 - lasting));
            double log = Math.log(places * LOOKS)
                    + chances * (Math.log(once) + (spans - 1) * Math.log(again))
                    + run.missing() * Math.log(run.spans());
            if (spans >= spansMin && log < 0) {
                return true;
            }
        }
        return false;
    }

    /// How likely a rank is at least that late in a span.
    private double of(float share) {
        int from = Arrays.binarySearch(shares, (float) (ALIKE * share));
        int fewer = from < 0 ? -from - 1 : from;
        return Math.min(MOST, (shares.length - fewer + 1) / (pairs + 1.0));
    }
}
