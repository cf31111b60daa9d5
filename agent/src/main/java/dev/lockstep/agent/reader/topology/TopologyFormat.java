// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.topology;

import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// Topologies in NCCL's log (`NCCL_DEBUG_SUBSYS=GRAPH`).
public final class TopologyFormat implements LineFormat {
    /// Stateless.
    public TopologyFormat() {}

    @Override
    public String format() {
        return "topology";
    }

    @Override
    public List<String> needles() {
        return List.of("=== System :", "GPU/", "max_link_speed");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new TopologyReader(file, out);
    }
}
