// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.all;

import dev.lockstep.core.analysis.cause.Refinement;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.bench.BenchRule;
import dev.lockstep.core.analysis.cause.dcgm.DcgmRule;
import dev.lockstep.core.analysis.cause.end.BarrierRule;
import dev.lockstep.core.analysis.cause.flight.DumpsBesideLogs;
import dev.lockstep.core.analysis.cause.flight.FlightRule;
import dev.lockstep.core.analysis.cause.flight.RecordRule;
import dev.lockstep.core.analysis.cause.gpu.GpuRule;
import dev.lockstep.core.analysis.cause.incident.IncidentRule;
import dev.lockstep.core.analysis.cause.inspector.InspectorRule;
import dev.lockstep.core.analysis.cause.link.LinkRule;
import dev.lockstep.core.analysis.cause.ras.RasAsEvidence;
import dev.lockstep.core.analysis.cause.ras.RasRule;
import java.util.List;

/// Rules about one kind of source each.
final class DumpRules {
    private DumpRules() {}

    static List<Rule> all() {
        return List.of(
                new FlightRule(),
                new RecordRule(),
                new IncidentRule(),
                new BarrierRule(),
                new RasRule(),
                new GpuRule(),
                new DcgmRule(),
                new LinkRule(),
                new BenchRule(),
                new InspectorRule());
    }

    static List<Refinement> refinements() {
        return List.of(new RasAsEvidence(), new DumpsBesideLogs());
    }
}
