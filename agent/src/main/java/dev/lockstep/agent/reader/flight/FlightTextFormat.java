// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.flight;

import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// The text that PyTorch's analyser (`torchfrtrace`, `fr_trace.py`) prints.
public final class FlightTextFormat implements LineFormat {
    /// Stateless.
    public FlightTextFormat() {}

    @Override
    public String format() {
        return "fr-text";
    }

    @Override
    public List<String> needles() {
        return List.of("ollective", "missed FR dumps", "output mismatch");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new FlightTextReader(file, out);
    }
}
