// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

/// Follows the numbers of one sequence (a collective function of one communicator rank, or its Send and Recv) and
/// knows which are missing. What is missing becomes loss only when it is *settled* by {@link PeerComparison}: then no
/// late record can fill it and the peers' word has been heard.
public final class SequenceMeter {
    private final MissingNumbers missing = new MissingNumbers();
    private final long base;
    private long highest;
    private long onThisRank;
    private long onAllRanks;
    private long beforeFirst;
    private long tail;

    /// `base` is the first number that is given out.
    public SequenceMeter(long base) {
        this.base = base;
        this.highest = base - 1;
    }

    public boolean isEmpty() {
        return highest < base;
    }

    /// Whether `number` has not been read before, as far as that is remembered.
    public boolean isNew(long number) {
        return number > highest || missing.hasUnsettled(number);
    }

    public boolean isPlausible(long number) {
        return number - InspectorLimits.SEQUENCE_STEP_MAX <= highest;
    }

    /// How many numbers `number` leaves out if it comes next.
    public long stepOver(long number) {
        return Math.max(0, number - highest - 1);
    }

    /// Notes a number that is new and plausible; `credited` of those it leaves out are counted elsewhere.
    public void note(long number, long credited) {
        if (number <= highest) {
            if (missing.hasUnsettled(number)) {
                onAllRanks += missing.remove(number);
            }
            return;
        }
        if (number > highest + 1) {
            onAllRanks += missing.add(highest + 1, number - 1, credited);
        }
        highest = number;
    }

    /// Counts the oldest unsettled run: `recorded` of its numbers were recorded by a peer.
    void settleNext(long recorded) {
        int i = missing.settled();
        long length = missing.to(i) - missing.from(i) + 1;
        long creditLeft = Math.max(0, missing.credit(i) - recorded);
        onThisRank += Math.max(0, recorded - missing.credit(i));
        long unrecorded = Math.max(0, length - recorded - creditLeft);
        if (missing.from(i) == base) {
            // Whether NCCL counts from 0 or from 1 differs between versions.
            beforeFirst += length == 1 ? 0 : unrecorded;
        } else {
            onAllRanks += unrecorded;
        }
        missing.settleNext();
    }

    /// Up to which number the peers' records are of no more use to this rank.
    long settledUpTo() {
        return missing.settled() < missing.size() ? missing.from(missing.settled()) - 1 : highest;
    }

    MissingNumbers missing() {
        return missing;
    }

    public long highest() {
        return highest;
    }

    public void tail(long numbers) {
        tail = numbers;
    }

    public long onThisRank() {
        return onThisRank;
    }

    public long onAllRanks() {
        return onAllRanks;
    }

    public long beforeFirst() {
        return beforeFirst;
    }

    public long tail() {
        return tail;
    }
}
