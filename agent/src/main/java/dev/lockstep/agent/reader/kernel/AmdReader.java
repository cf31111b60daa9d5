// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.kernel;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Fatality;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent.Kind;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what AMD's driver and its runtime say of GPUs that stand still.
///
/// ```
/// amdgpu 0000:68:00.0: {1}uncorrectable hardware error(ERREVENT_ATHUB_INTERRUPT) detected!
/// amdgpu 0000:03:00.0: amdgpu: GPU reset begin!
/// HW Exception by GPU node-9 (Agent handle: 0x631351bb5a20) reason :GPU Hang
/// Memory access fault by GPU node-4 (Agent handle: 0x5581) on address 0x7f1000. Reason: Page not present.
/// ```
final class AmdReader {
    private static final int LINES_MAX = 4096;
    private static final Pattern DRIVER = Pattern.compile(
            "amdgpu ([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2})\\.\\d: .*(?:uncorrectable hardware error|GPU reset begin|GPU"
                    + " reset failed|GPU Recovery Failed|ring \\S+ timeout|poison|device lost from bus)");
    private static final Pattern RUNTIME = Pattern.compile("(HW Exception|Memory access fault) by GPU node-\\d+");

    private final String file;
    private final Consumer<Sighting> out;
    private int lines;

    AmdReader(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    void line(Line line) {
        String text = line.text();
        boolean isDriver = text.contains("amdgpu ");
        if (lines >= LINES_MAX || (!isDriver && !text.contains("by GPU node-"))) {
            return;
        }
        Matcher driver = DRIVER.matcher(text);
        Matcher runtime = RUNTIME.matcher(text);
        if (isDriver && driver.find()) {
            lines++;
            out.accept(wedged(line, driver.group(1)));
        } else if (runtime.find()) {
            lines++;
            out.accept(runtime.group(1).startsWith("HW") ? hang(line) : fault(line));
        }
    }

    private GpuEvent wedged(Line line, String pci) {
        Stamp stamp = Stamp.of(line);
        boolean isOffBus = line.text().contains("lost from bus");
        return new GpuEvent(
                new Source(file, line.number()),
                stamp.moment(),
                stamp.host(),
                isOffBus ? Kind.OFF_BUS : Kind.WEDGED,
                pci,
                OptionalInt.empty(),
                OptionalLong.empty(),
                "",
                OptionalInt.empty(),
                OptionalInt.empty(),
                Fatality.UNSAID,
                "",
                line.text().strip());
    }

    /// Every process on the GPU is told so, also by one that another stopped.
    private Clue hang(Line line) {
        return Clue.echo(Signal.GPU_WEDGED, Severity.P0, Subject.NONE, new Source(file, line.number()), line.raw())
                .with("advise", "dmesg | grep amdgpu on the host: which GPU was reset, and what it said before")
                .of("amd-hang");
    }

    /// A kernel of the program touched what is not its own.
    private Clue fault(Line line) {
        return Clue.root(Signal.INIT_FAILURE, Severity.P0, Subject.NONE, new Source(file, line.number()), line.raw())
                .with("class", "application")
                .with("advise", "a kernel of the job touched memory that is not its own: AMD_SERIALIZE_KERNEL=3")
                .of("illegal-access");
    }
}
