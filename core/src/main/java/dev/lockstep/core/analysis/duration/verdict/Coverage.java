// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.OperationTable;
import dev.lockstep.core.analysis.duration.PointToPoint;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;

/// How much of what happened was seen, by the numbers of operations: a missing number is an operation that happened and
/// left no record.
///
/// @param seen collectives that were read and believed, over all ranks
/// @param timed those of them with a time of the GPU
/// @param gaps missing on a rank, and a peer has recorded them: lost on that rank
/// @param untold missing on all ranks that can be seen: below Inspector's floor of sizes, or overwritten in its ring
/// @param tails recorded by a peer, behind a rank's last record: lost at the end of that rank
/// @param refused read, with a size or number that cannot be
/// @param tooLate read when their number was closed already
/// @param pointToPoint Send and Recv that were read
/// @param pointToPointUntimed those of them without a time of the GPU
/// @param pointToPointUnreported Send and Recv that took a number and left no record
/// @param ranksSeen ranks with a file
/// @param ranks ranks of the job, as far as known
public record Coverage(
        long seen,
        long timed,
        long gaps,
        long untold,
        long tails,
        long refused,
        long tooLate,
        long pointToPoint,
        long pointToPointUntimed,
        long pointToPointUnreported,
        int ranksSeen,
        int ranks) {
    static Coverage of(StudiedJob job) {
        Sum sum = new Sum();
        job.communicators().forEach(sum::add);
        return new Coverage(
                sum.seen,
                sum.timed,
                sum.gaps,
                sum.untold,
                sum.tails,
                sum.refused,
                sum.tooLate,
                sum.pointToPoint,
                sum.untimed,
                sum.unreported,
                job.processes().size(),
                job.ranks());
    }

    private static final class Sum {
        private long seen;
        private long timed;
        private long gaps;
        private long untold;
        private long tails;
        private long refused;
        private long tooLate;
        private long pointToPoint;
        private long untimed;
        private long unreported;

        void add(StudiedCommunicator communicator) {
            refused += communicator.refused();
            for (OperationTable table : communicator.tables()) {
                seen += table.series().stream().mapToLong(SizeSeries::records).sum();
                timed += table.series().stream().mapToLong(SizeSeries::timed).sum();
                untold += table.untold() * table.knownRanks();
                for (int rank = 0; rank < communicator.ranks(); rank++) {
                    gaps += table.gaps(rank);
                    tails += table.tail(rank);
                    tooLate += table.tooLate(rank);
                }
            }
            for (PointToPoint each : communicator.pointToPoint().values()) {
                pointToPoint += each.sends() + each.recvs();
                untimed += each.untimed();
                unreported += each.unreported();
            }
        }
    }

    /// Share of the collectives and of the Sends and Recvs of those ranks that have a file, 0 to 1.
    public double ofOperations() {
        long read = seen + pointToPoint;
        long all = read + gaps + untold + tails + refused + tooLate + pointToPointUnreported;
        return all == 0 ? 0 : read / (double) all;
    }

    /// Share of the collectives that were read which have a time of the GPU, 0 to 1; only those can tell who was late.
    public double ofTimes() {
        return seen == 0 ? 0 : timed / (double) seen;
    }

    /// Share of the ranks that have a file, 0 to 1.
    public double ofRanks() {
        return ranks == 0 ? 0 : ranksSeen / (double) ranks;
    }
}
