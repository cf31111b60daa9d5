// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.match;

/// What became of the records that were to be matched.
public final class Tallies {
    private long records;
    private long complete;
    private long partial;
    private long late;
    private long twice;

    /// Nothing yet.
    public Tallies() {}

    void records(long number) {
        records += number;
    }

    void closed(boolean isComplete) {
        if (isComplete) {
            complete++;
        } else {
            partial++;
        }
    }

    void late() {
        late++;
    }

    void twice() {
        twice++;
    }

    /// Records that came.
    public long recordsTaken() {
        return records;
    }

    /// Operations of which every rank told its time.
    public long rowsComplete() {
        return complete;
    }

    /// Operations that were closed without some ranks.
    public long rowsPartial() {
        return partial;
    }

    /// Records that came after their operation was closed.
    public long recordsLate() {
        return late;
    }

    /// Records of a rank that had told before.
    public long recordsTwice() {
        return twice;
    }
}
