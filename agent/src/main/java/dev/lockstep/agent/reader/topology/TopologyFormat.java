// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.topology;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// Topologies in NCCL's log (`NCCL_DEBUG_SUBSYS=GRAPH`), and the table of `nvidia-smi topo -m`.
public final class TopologyFormat implements LineFormat {
    /// Stateless.
    public TopologyFormat() {}

    @Override
    public String format() {
        return "topology";
    }

    @Override
    public List<String> needles() {
        return List.of("=== System :", "GPU/", "max_link_speed", "GPU0\tGPU1", "GPU0  ");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        TopologyReader logs = new TopologyReader(file, out);
        MatrixReader matrix = new MatrixReader(file, out);
        return new LineReader() {
            @Override
            public boolean isOpen() {
                return matrix.isOpen();
            }

            @Override
            public void line(Line line) {
                matrix.line(line);
                logs.line(line);
            }

            @Override
            public void end() {
                matrix.end();
                logs.end();
            }
        };
    }
}
