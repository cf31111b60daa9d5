// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One communicator as it was last seen, with when it went and what was folded into it. One thread uses it.
final class KeptCommunicator {
    private CommunicatorSnapshot latest;
    private @Nullable CommunicatorSnapshot folded;
    private @Nullable Instant goneSince;
    private boolean listed;
    private boolean retired;

    KeptCommunicator(CommunicatorSnapshot latest) {
        this.latest = latest;
    }

    /// Before each reading: nothing is listed until it is seen.
    void beginReading() {
        listed = false;
    }

    void see(CommunicatorSnapshot seen, Instant now) {
        latest = seen;
        listed = true;
        if (!seen.ended()) {
            goneSince = null;
            retired = false;
        }
        noteEnd(now);
    }

    /// Notes when it went; a communicator that its process finalized is gone although it is still listed.
    private void noteEnd(Instant now) {
        if (goneSince == null && (!listed || latest.ended())) {
            goneSince = now;
        }
    }

    /// After each reading: what was not listed is gone since `goneSince`.
    void endReading(Instant since) {
        noteEnd(since);
    }

    boolean isLiving() {
        return goneSince == null;
    }

    boolean isPast(Duration grace, Instant now) {
        return goneSince != null && !now.isBefore(goneSince.plus(grace));
    }

    /// Its series end now. It stays known as long as the source lists it, so that it does not come back.
    void retire() {
        retired = true;
    }

    boolean isShown() {
        return !retired;
    }

    boolean isForgotten() {
        return retired && !listed;
    }

    /// Takes over the counters of an older life of the same communicator, so that their sum does not go back.
    void absorb(KeptCommunicator older) {
        folded = folded == null ? older.total() : CommunicatorSums.sum(folded, older.total());
        older.retire();
    }

    /// What to show: without operations in flight once it is gone, since nobody knows of them any more.
    CommunicatorSnapshot shown() {
        CommunicatorSnapshot total = total();
        return isLiving() ? total : CommunicatorSums.withoutInFlight(total);
    }

    private CommunicatorSnapshot total() {
        return folded == null ? latest : CommunicatorSums.sum(latest, folded);
    }

    CommunicatorIdentity identity() {
        return latest.identity();
    }

    static List<CommunicatorSnapshot> shown(Iterable<KeptCommunicator> all) {
        List<CommunicatorSnapshot> shown = new ArrayList<>();
        for (KeptCommunicator kept : all) {
            if (kept.isShown()) {
                shown.add(kept.shown());
            }
        }
        return shown;
    }
}
