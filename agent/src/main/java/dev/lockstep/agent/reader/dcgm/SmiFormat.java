// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.dcgm;

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
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Counts of errors that `nvidia-smi` prints: those of NVLinks since the driver was loaded, and of memory since then.
///
/// ```
/// GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-…)
///          Link 4: Recovery Errors: 2
/// GPU 00000000:43:00.0
///     ECC Errors
///         Volatile
///             DRAM Uncorrectable            : 2
/// ```
public final class SmiFormat implements LineFormat {
    private static final Pattern GPU = Pattern.compile("GPU (\\d{1,4}): .{1,100}\\(UUID: (GPU-[\\w-]{1,64})\\)");
    private static final Pattern ADDRESS =
            Pattern.compile("GPU (?:[0-9A-Fa-f]{4})?([0-9A-Fa-f]{4}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2})\\.\\d");
    private static final Pattern LINK =
            Pattern.compile("\\s*Link (\\d{1,3}): (Recovery|CRC) (?:FLIT |Data )?Errors: (\\d{1,18})");
    private static final Pattern MEMORY = Pattern.compile("\\s+[DS]RAM Uncorrectable(?: \\w+)?\\s+: (\\d{1,18})");
    /// Fewer wrong checksums than this are mended in passing.
    private static final long CHECKSUMS_MIN = 100;

    /// Stateless.
    public SmiFormat() {}

    @Override
    public String format() {
        return "nvidia-smi";
    }

    @Override
    public List<String> needles() {
        return List.of("(UUID: GPU-", "NVSMI LOG", "Recovery Errors:", "CRC ");
    }

    @Override
    public LineReader open(String file, Consumer<Sighting> out) {
        return new SmiReader(file, out);
    }

    private static final class SmiReader implements LineReader {
        private final String file;
        private final Consumer<Sighting> out;
        private Subject gpu = Subject.NONE;
        private boolean isLog;
        private boolean isVolatile;

        SmiReader(String file, Consumer<Sighting> out) {
            this.file = file;
            this.out = out;
        }

        @Override
        public boolean isOpen() {
            return isLog;
        }

        @Override
        public void line(Line line) {
            String text = line.text();
            Matcher name = GPU.matcher(text);
            Matcher address = ADDRESS.matcher(text);
            Matcher link = LINK.matcher(text);
            if (text.contains("NVSMI LOG")) {
                isLog = true;
            } else if (name.lookingAt()) {
                gpu = Subject.NONE.withGpu(Integer.parseInt(name.group(1)));
            } else if (isLog && address.matches()) {
                gpu = Subject.NONE.withPci(address.group(1).toLowerCase(Locale.ROOT));
                isVolatile = false;
            } else if (link.matches()) {
                link(line, link);
            } else if (isLog) {
                memory(line, text);
            }
        }

        private void link(Line line, Matcher link) {
            long count = Long.parseLong(link.group(3));
            boolean isRecovery = link.group(2).equals("Recovery");
            if (count >= (isRecovery ? 1 : CHECKSUMS_MIN)) {
                tell(line, Signal.GPU_NVLINK, Severity.P2, "nvlink")
                        .accept("link " + link.group(1) + " has " + count + " " + link.group(2) + " errors");
            }
        }

        private void memory(Line line, String text) {
            isVolatile = text.strip().equals("Volatile")
                    || (isVolatile && !text.strip().equals("Aggregate"));
            Matcher memory = MEMORY.matcher(text);
            boolean isUncorrectable = isVolatile && memory.matches();
            if (isUncorrectable && Long.parseLong(memory.group(1)) > 0) {
                tell(line, Signal.GPU_XID, Severity.P1, "ecc")
                        .accept(memory.group(1)
                                + " memory errors that ECC could not correct since the driver was loaded");
            }
        }

        private Consumer<String> tell(Line line, Signal signal, Severity severity, String what) {
            return words -> out.accept(Clue.root(
                            signal,
                            severity,
                            gpu,
                            new Source(file, line.number()),
                            line.raw().strip())
                    .with("detail", words)
                    .with("advise", "dmesg | grep -i xid on the host; do the counts grow")
                    .of("smi|" + what + "|" + gpu));
        }

        @Override
        public void end() {
            isLog = false;
        }
    }
}
