// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.model.CommunicatorIdentity;
import org.jspecify.annotations.Nullable;

/// Which communicator of a job.
///
/// @param id 16 hex digits
/// @param hashOrdinal earlier ones of the same id
public record CommunicatorKey(String id, int hashOrdinal) implements Comparable<CommunicatorKey> {
    /// That of an identity.
    public static CommunicatorKey of(CommunicatorIdentity identity) {
        return new CommunicatorKey(identity.id(), identity.hashOrdinal());
    }

    /// As of any record, but these are looked up for each communicator of each batch.
    @Override
    public int hashCode() {
        return 31 * id.hashCode() + hashOrdinal;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CommunicatorKey that && hashOrdinal == that.hashOrdinal && id.equals(that.id);
    }

    @Override
    public int compareTo(CommunicatorKey that) {
        int byId = id.compareTo(that.id);
        return byId != 0 ? byId : Integer.compare(hashOrdinal, that.hashOrdinal);
    }
}
