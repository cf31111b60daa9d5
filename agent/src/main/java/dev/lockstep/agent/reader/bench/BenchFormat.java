// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.bench;

import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
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
    public LineReader open(String file, Consumer<Sighting> out) {
        return new TableReader(file, out);
    }
}
