// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.dcgm;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Errors of NVLink that grow between two scrapes. What was there at the first may be years old; links correct single
/// errors themselves, and what they could not correct is worse.
final class NvlinkGrowth {
    private static final Pattern ERRORS = Pattern.compile("NVLINK\\w*(?:ERR|CRC|REPLAY|RECOVERY|FAIL)");
    private static final Pattern UNCORRECTED = Pattern.compile("RECOVERY|FAIL|UNCORRECT|FATAL");

    private NvlinkGrowth() {}

    static List<Conclusion> in(List<GpuMetric> metrics) {
        Map<String, List<GpuMetric>> bySeries = new LinkedHashMap<>();
        for (GpuMetric metric : metrics) {
            boolean isGood = metric.name().contains("SUCCESS");
            if (metric.value().isPresent()
                    && !isGood
                    && ERRORS.matcher(metric.name()).find()) {
                bySeries.computeIfAbsent(metric.name() + "|" + metric.gpu(), key -> new ArrayList<>())
                        .add(metric);
            }
        }
        List<Conclusion> conclusions = new ArrayList<>();
        for (List<GpuMetric> series : bySeries.values()) {
            double grown = series.getLast().value().orElse(0)
                    - series.getFirst().value().orElse(0);
            if (grown > 0) {
                conclusions.add(grown(series.getLast(), grown));
            }
        }
        return conclusions;
    }

    private static Conclusion grown(GpuMetric metric, double by) {
        boolean isWorse = UNCORRECTED.matcher(metric.name()).find();
        return Conclusion.of(
                        Signal.GPU_NVLINK,
                        isWorse ? Severity.P1 : Severity.P2,
                        "gpu|" + metric.gpu() + "|nvlink",
                        DcgmRule.subject(metric) + ": " + metric.name() + " grew by " + (long) by
                                + " between the scrapes.")
                .blaming(List.of(DcgmRule.subject(metric)))
                .sure(0.8)
                .restingOn(List.of(DcgmRule.exhibit(metric)))
                .with("metric", metric.name())
                .with("grown_by", (long) by)
                .next("nvidia-smi nvlink -e on the host; dmesg | grep -i xid; the link's other end");
    }
}
