// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.GpuIdentity;
import java.util.Comparator;
import java.util.OptionalInt;

/// What decides the labels of a communicator's series: two communicators of one identity are served as one sum.
public record SeriesIdentity(String jobId, String comm, OptionalInt commRank, OptionalInt worldRank, OptionalInt gpu)
        implements Comparable<SeriesIdentity> {
    private static final Comparator<SeriesIdentity> ORDER = Comparator.comparing(SeriesIdentity::jobId)
            .thenComparing(SeriesIdentity::comm)
            .thenComparingInt(identity -> identity.commRank().orElse(-1))
            .thenComparingInt(identity -> identity.worldRank().orElse(-1))
            .thenComparingInt(identity -> identity.gpu().orElse(-1));

    /// The identity of a communicator of a process of that job.
    public static SeriesIdentity of(String jobId, CommunicatorIdentity of) {
        OptionalInt gpu = of.gpu().map(GpuIdentity::index).orElse(OptionalInt.empty());
        return new SeriesIdentity(jobId, of.id(), of.commRank(), of.worldRank(), gpu);
    }

    @Override
    public int compareTo(SeriesIdentity that) {
        return ORDER.compare(this, that);
    }
}
