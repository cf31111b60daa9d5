// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.Sampling;
import dev.lockstep.core.wire.WireLimits;
import java.util.HashMap;
import java.util.Map;

/// What may still go into the batch that is being made, and what found no room in it. One thread uses it.
final class BatchRoom {
    /// Records of one batch of an agent: what is over is left out, and the next batches are sampled more thinly. A
    /// quarter of what the format allows, since an agent is small.
    static final int RECORDS_MAX = WireLimits.RECORDS_MAX / 4;

    /// From so many records on the next batch is sampled more thinly, below an eighth of it less.
    private static final int RECORDS_MANY = RECORDS_MAX / 2;

    private static final int RECORDS_FEW = RECORDS_MANY / 8;

    private int wantedSampling;
    private int ownSampling;
    private int communicatorsLeft;
    private int seriesLeft;
    private int columnsLeft;
    private int records;
    private int recordsOver;
    private long recordsSeen;
    private long recordsTold;
    private final Map<String, Long> losses = new HashMap<>();

    /// Why a new operation is not told.
    enum Fate {
        WITHOUT_COMMUNICATOR,
        NOT_SAMPLED
    }

    BatchRoom() {
        begin(0);
    }

    /// For the next batch; `sampling` is the k that the brain asked for.
    void begin(int sampling) {
        wantedSampling = sampling;
        if (records + recordsOver > RECORDS_MANY) {
            ownSampling = Math.min(Sampling.EXPONENT_MAX, Math.max(ownSampling, sampling) + 1);
        } else if (records < RECORDS_FEW && ownSampling > 0) {
            ownSampling--;
        }
        communicatorsLeft = WireLimits.COMMUNICATORS_MAX;
        seriesLeft = WireLimits.SERIES_MAX;
        columnsLeft = WireLimits.COLUMNS_MAX;
        records = 0;
        recordsOver = 0;
        losses.clear();
    }

    /// The k of the records of this batch.
    int sampling() {
        return Math.max(wantedSampling, ownSampling);
    }

    void countRecord(Fate fate) {
        switch (fate) {
            case NOT_SAMPLED -> recordsSeen++;
            case WITHOUT_COMMUNICATOR -> {
                recordsSeen++;
                lose("record_without_communicator", 1);
            }
        }
    }

    boolean takesRecord() {
        recordsSeen++;
        if (records == RECORDS_MAX) {
            recordsOver++;
            lose("records_over_limit", 1);
            return false;
        }
        records++;
        recordsTold++;
        return true;
    }

    /// Takes the room of a communicator with so many series and groups of columns, if there is so much.
    boolean takesCommunicator(int series, int columns) {
        if (communicatorsLeft < 1 || seriesLeft < series || columnsLeft < columns) {
            lose("communicators_over_limit", 1);
            return false;
        }
        communicatorsLeft--;
        seriesLeft -= series;
        columnsLeft -= columns;
        return true;
    }

    void lose(String reason, long count) {
        losses.merge(reason, count, Long::sum);
    }

    Map<String, Long> losses() {
        return losses;
    }

    /// Operations that were read of rings since the start.
    long recordsSeen() {
        return recordsSeen;
    }

    /// Those of them that were put into batches.
    long recordsTold() {
        return recordsTold;
    }
}
