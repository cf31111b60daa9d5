// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Memory that ran out, GPUs and adapters that failed, and processes that ended by a signal or an exception.
public final class ProcessFormat implements LineFormat {
    /// Stateless.
    public ProcessFormat() {}

    @Override
    public String format() {
        return "process";
    }

    @Override
    public List<String> needles() {
        return Stream.of(
                        MemoryLines.NEEDLES,
                        GpuErrorLines.NEEDLES,
                        List.of(UcxLines.NEEDLE),
                        EndLines.NEEDLES,
                        SlowLines.NEEDLES)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        MemoryLines memory = new MemoryLines(file, out);
        GpuErrorLines gpu = new GpuErrorLines(file, out);
        UcxLines ucx = new UcxLines(file, out);
        EndLines ends = new EndLines(file, out);
        SlowLines slow = new SlowLines(file, out);
        return new LineReader() {
            @Override
            public void line(Line line) {
                if (!memory.takes(line) && !gpu.takes(line) && !ucx.takes(line)) {
                    ends.line(line);
                    slow.line(line);
                }
            }

            @Override
            public void end() {}
        };
    }
}
