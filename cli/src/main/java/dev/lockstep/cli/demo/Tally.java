// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.text.Units;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.OperationInFlight;
import java.util.OptionalDouble;

/// What one row of a table adds up, and how it reads in a cell.
final class Tally {
    private DurationHistogram durations = DurationHistogram.EMPTY;
    private long calls;
    private double busBytesPerSecondMax;
    private int inFlight;
    private long oldestNanos;

    void add(SeriesWindow window) {
        addCalls(window);
        durations = durations.plus(window.durations());
        busBytesPerSecondMax = Math.max(busBytesPerSecondMax, window.apparentBusBytesPerSecond());
    }

    /// Counts the calls and leaves their durations out.
    void addCalls(SeriesWindow window) {
        calls += window.calls();
    }

    void add(OperationInFlight operation) {
        inFlight++;
        oldestNanos = Math.max(oldestNanos, operation.ageNanos());
    }

    /// Nothing ended in the window and nothing is on its way.
    boolean isIdle() {
        return calls == 0 && inFlight == 0;
    }

    String callsPerSecond(double windowSeconds) {
        return Units.threeDigits(calls / windowSeconds);
    }

    String quantile(double quantile) {
        return Units.seconds(durations.quantileSeconds(quantile));
    }

    /// Time inside the operations as a share of the window.
    String timeShare(double windowSeconds) {
        return Units.percent(durations.sumNanos() / 1e9 / windowSeconds);
    }

    /// The best rank's apparent bus bandwidth in GB/s: the one that waited least.
    String busBandwidth() {
        return busBytesPerSecondMax == 0 ? "-" : Units.threeDigits(busBytesPerSecondMax / 1e9);
    }

    String inFlight() {
        return Integer.toString(inFlight);
    }

    String oldest() {
        return Units.seconds(inFlight == 0 ? OptionalDouble.empty() : OptionalDouble.of(oldestNanos / 1e9));
    }
}
