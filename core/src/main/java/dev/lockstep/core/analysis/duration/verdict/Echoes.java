// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Who waits for whom: the peers of a late rank are its victims, and where such a victim meets others it comes late in
/// its turn. That is an echo, and nobody's fault.
final class Echoes {
    private static final double ECHO_SHARE_MIN = 0.15;
    private static final double SHORT_SHARE = 0.5;

    private final StudiedJob job;
    private final StepTimes times;

    Echoes(StudiedJob job, StepTimes times) {
        this.job = job;
        this.times = times;
    }

    /// Seconds that each rank of a communicator waits in it for one step, over the run.
    double[] waits(StudiedCommunicator communicator) {
        double[] waits = new double[communicator.ranks()];
        for (SizeSeries series : communicator.series()) {
            double perStep = series.fullRows() == 0 ? 0 : series.rows() / times.steps() / series.fullRows();
            for (int rank = 0; rank < waits.length; rank++) {
                waits[rank] += series.waitSeconds(rank) * perStep;
            }
        }
        return waits;
    }

    /// In which communicators others wait for these late ranks, and where that is passed on.
    List<Echo> of(List<LateRank> late) {
        Set<StudiedProcess> culprits = new HashSet<>();
        late.forEach(each -> culprits.add(each.process()));
        double delay = late.stream().mapToDouble(LateRank::delaySeconds).max().orElse(0);
        List<Echo> echoes = new ArrayList<>();
        for (StudiedCommunicator communicator : job.communicators()) {
            double[] waits = waits(communicator);
            double longest = Arrays.stream(waits).max().orElse(0);
            if (longest >= ECHO_SHARE_MIN * delay && longest > 0) {
                echoes.add(echo(communicator, waits, longest, culprits));
            }
        }
        return echoes;
    }

    private Echo echo(StudiedCommunicator communicator, double[] waits, double longest, Set<StudiedProcess> culprits) {
        List<StudiedProcess> waiting = new ArrayList<>();
        List<StudiedProcess> waitedFor = new ArrayList<>();
        double sum = 0;
        for (var member : communicator.processes().entrySet()) {
            boolean isShort = waits[member.getKey()] < SHORT_SHARE * longest;
            (isShort ? waitedFor : waiting).add(member.getValue());
            sum += isShort ? 0 : waits[member.getKey()];
        }
        boolean isDirect = communicator.processes().values().stream().anyMatch(culprits::contains);
        return new Echo(communicator, isDirect, waiting, waitedFor, sum / Math.max(1, waiting.size()));
    }
}
