// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineFormat;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
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
    public List<String> needles() {
        return List.of(
                "NVRM",
                "Xid (",
                "nvidia",
                "fallen off the bus",
                "ut of memory: Kill",
                "ink is ",
                "ink down",
                "ink up",
                "Link Down",
                "Link Up",
                "mlx5_core",
                "amdgpu",
                "by GPU node");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        Quiet quiet = new Quiet(file, out);
        DriverReader driver = new DriverReader(file, quiet);
        SystemReader system = new SystemReader(file, quiet);
        AmdReader amd = new AmdReader(file, quiet);
        return new LineReader() {
            @Override
            public void line(Line line) {
                quiet.line(line);
                driver.line(line);
                system.line(line);
                amd.line(line);
            }

            @Override
            public void end() {
                driver.end();
                system.end();
                quiet.end();
            }
        };
    }

    /// Passes on what is found; where drivers spoke and nothing was found, it says so.
    private static final class Quiet implements Consumer<Sighting> {
        private final String file;
        private final Consumer<Sighting> out;
        private long lines;
        private boolean isAnythingFound;

        Quiet(String file, Consumer<Sighting> out) {
            this.file = file;
            this.out = out;
        }

        @Override
        public void accept(Sighting found) {
            isAnythingFound = true;
            out.accept(found);
        }

        void line(Line line) {
            String text = line.text();
            lines += text.contains("NVRM: ")
                            || text.contains("mlx5_core ")
                            || text.contains("amdgpu ")
                            || text.contains("nvidia-nv")
                    ? 1
                    : 0;
        }

        void end() {
            if (lines > 0 && !isAnythingFound) {
                out.accept(Clue.context(
                                Signal.INFO_PARSED,
                                Severity.INFO,
                                Subject.NONE,
                                Source.of(file),
                                lines + " lines of GPU and network drivers: none of them shows a fault")
                        .with("lines", lines)
                        .with("format", "kernel")
                        .of("kernel|" + file));
            }
        }
    }
}
