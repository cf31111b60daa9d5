// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.dcgm;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.Map;
import java.util.OptionalDouble;

/// One sample of one GPU in one scrape.
///
/// @param name of the metric
/// @param value absent where the sample has none, or DCGM's mark for "no value"
/// @param isBlank whether it has that mark
public record GpuMetric(Source source, String name, Map<String, String> labels, OptionalDouble value, boolean isBlank)
        implements Detail {
    public GpuMetric {
        labels = Map.copyOf(labels);
    }

    /// A label in any of its spellings; empty if there is none.
    String label(String... names) {
        for (String spelling : names) {
            String found = labels.get(spelling);
            if (found != null) {
                return found;
            }
        }
        return "";
    }

    /// What names the GPU.
    String gpu() {
        return label("Hostname", "hostname", "node") + "|" + label("UUID", "uuid") + "|" + label("gpu");
    }
}
