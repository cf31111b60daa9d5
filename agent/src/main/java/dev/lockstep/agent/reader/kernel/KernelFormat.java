// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.clue.Sighting;
import java.util.function.Consumer;

/// Lines of the kernel, wherever they stand.
public final class KernelFormat implements LineFormat {
    /// Stateless.
    public KernelFormat() {}

    @Override
    public String format() {
        return "kernel";
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        DriverReader driver = new DriverReader(file, out);
        SystemReader system = new SystemReader(file, out);
        return new LineReader() {
            @Override
            public void line(Line line) {
                driver.line(line);
                system.line(line);
            }

            @Override
            public void end() {
                driver.end();
                system.end();
            }
        };
    }
}
