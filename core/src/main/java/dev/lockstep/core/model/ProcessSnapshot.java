// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.List;
import java.util.Map;

/// All that a source knows of one process at a moment. `lost` and `suspect` count by reason what was refused, dropped,
/// not seen or kept out of the histograms since the process started; reasons are label values.
public record ProcessSnapshot(
        ProcessIdentity identity,
        List<CommunicatorSnapshot> communicators,
        Map<String, Long> lost,
        Map<String, Long> suspect,
        Launch launch) {
    public ProcessSnapshot {
        communicators = List.copyOf(communicators);
        lost = Map.copyOf(lost);
        suspect = Map.copyOf(suspect);
    }

    /// A process of which nobody knows who launched it.
    public ProcessSnapshot(
            ProcessIdentity identity,
            List<CommunicatorSnapshot> communicators,
            Map<String, Long> lost,
            Map<String, Long> suspect) {
        this(identity, communicators, lost, suspect, Launch.UNKNOWN);
    }

    /// The same process with these communicators.
    public ProcessSnapshot with(List<CommunicatorSnapshot> others) {
        return new ProcessSnapshot(identity, others, lost, suspect, launch);
    }

    /// The same process in a pod; the pod's uid is its job id where no scheduler gave it one.
    public ProcessSnapshot in(PodIdentity pod) {
        Launch inPod = launch.in(pod);
        ProcessIdentity identityInPod =
                launch.jobId().isPresent() || inPod.jobId().isEmpty()
                        ? identity
                        : new ProcessIdentity(
                                identity.host(),
                                identity.processId(),
                                inPod.jobId().get(),
                                identity.ncclVersion(),
                                identity.profilerApi(),
                                identity.node());
        return new ProcessSnapshot(identityInPod, communicators, lost, suspect, inPod);
    }
}
