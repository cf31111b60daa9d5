// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import java.util.ArrayList;
import java.util.List;

/// The verdict over reports and events of RAS. One report proves little: counts are launches, and ranks differ in them
/// while a job runs well. Two polls are compared before anything is called a hang.
public final class RasRule implements Rule {
    /// The only state is in the argument.
    public RasRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<Conclusion> conclusions = new ArrayList<>(EventJudge.judge(sightings.of(RasEvent.class)));
        for (List<RasReport> polls : Polls.of(sightings.of(RasReport.class))) {
            conclusions.addAll(new ReportJudge(polls).judge());
        }
        return conclusions;
    }
}
