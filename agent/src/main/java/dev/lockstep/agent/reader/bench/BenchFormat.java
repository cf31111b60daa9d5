// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.bench;

import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// Tables of nccl-tests and rccl-tests.
public final class BenchFormat implements LineFormat {
    /// Stateless.
    public BenchFormat() {}

    @Override
    public String format() {
        return "nccl-tests";
    }

    @Override
    public List<String> needles() {
        return List.of(
                "busbw",
                "bus bandwidth",
                "Out of bounds",
                "minBytes ",
                "Rank ",
                "ccl-tests",
                "Collective test",
                "Test NCCL",
                "Test CUDA",
                " int",
                "uint",
                " half ",
                " float ",
                " double ",
                " bfloat16 ",
                " fp8",
                " f8");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new TableReader(file, out);
    }
}
