// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.process;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.text.RankTag;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Memory that ran out, told by others than the kernel and NCCL: frameworks, allocators, Slurm, Kubernetes.
final class MemoryLines {
    /// Which memory, and how it is said.
    private enum Memory {
        DEVICE(
                Signal.RESOURCE_OOM,
                "memory of the device",
                "nvidia-smi on the host: who else uses the GPU; smaller batches, or fewer activations kept",
                "OutOfMemoryError|(?:CUDA|HIP|XPU) out of memory|CUDA error: out of memory|RESOURCE_EXHAUSTED: Out of"
                        + " memory"),
        HOST(
                Signal.RESOURCE_OOM,
                "memory of the host, container or job",
                "dmesg | grep -i oom on the host; give the job more memory",
                "low on resource: memory|killed due to memory pressure|oom[-_]kill event|OOM Killed|OOMKilled|: Out Of Memory|std::bad_alloc|: MemoryError"
                        + "|DefaultCPUAllocator: (?:can't allocate|not enough) memory|Cannot allocate memory"),
        SHARED(
                Signal.RESOURCE_SHM,
                "/dev/shm",
                "df -h /dev/shm; a larger one for the container (--shm-size, emptyDir with medium Memory)",
                "[Bb]us error|insufficient shared memory|out of shared memory|unable to (?:write to file|open shared"
                        + " memory object) </?torch_[^>]*>: No space");

        private final Signal signal;
        private final String where;
        private final String advice;
        private final Pattern words;

        Memory(Signal signal, String where, String advice, String words) {
            this.signal = signal;
            this.where = where;
            this.advice = advice;
            this.words = Pattern.compile(words);
        }
    }

    /// One of them stands in every line that matters.
    static final List<String> NEEDLES =
            List.of("emory", "us error", "oom", "OOM", "bad_alloc", "RESOURCE_EXHAUSTED", "torch_");
    private static final Pattern STEP_HOST = Pattern.compile("srun: error: ([\\w.-]+): tasks? ([\\d,-]+):");
    private static final Pattern DEVICE_INDEX = Pattern.compile("\\bGPU (\\d{1,4})\\b");
    private static final int LINES_MAX = 256;

    private final String file;
    private final Consumer<Sighting> out;
    private int told;

    MemoryLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    /// Whether the line tells of memory. Records of NCCL and of the kernel have readers of their own.
    boolean takes(Line line) {
        String text = line.text();
        if (told >= LINES_MAX || !isCandidate(text)) {
            return false;
        }
        for (Memory memory : Memory.values()) {
            if (memory.words.matcher(text).find()) {
                told++;
                tell(line, memory);
                return true;
            }
        }
        return false;
    }

    private static boolean isCandidate(String text) {
        if (text.contains(" NCCL ") || text.contains("NVRM") || text.contains("libfabric:")) {
            return false;
        }
        for (String needle : NEEDLES) {
            if (text.contains(needle)) {
                return !text.contains("ut of memory: Kill");
            }
        }
        return false;
    }

    private void tell(Line line, Memory memory) {
        String text = line.text();
        Subject subject = line.host().isEmpty() ? Subject.NONE : Subject.ofHost(line.host());
        Matcher step = STEP_HOST.matcher(text);
        subject = step.find() ? subject.withHost(step.group(1)) : subject;
        OptionalInt rank = RankTag.in(line.raw(), line.raw().length());
        subject = rank.isPresent() ? subject.withRank(rank.getAsInt()) : subject;
        Matcher device = DEVICE_INDEX.matcher(text);
        boolean isDevice = memory == Memory.DEVICE && device.find();
        subject = isDevice ? subject.withGpu(Integer.parseInt(device.group(1))) : subject;
        String host = subject.host().orElse("");
        String key = switch (memory) {
            case DEVICE -> "oom-device|" + host + "|" + (rank.isPresent() ? rank.getAsInt() : "");
            case HOST -> "oom|" + host;
            case SHARED -> "shm|" + host;
        };
        Clue clue = Clue.root(
                        memory.signal,
                        Severity.P0,
                        subject,
                        new Source(file, line.number()),
                        line.raw().strip())
                .with("class", "resource")
                .with("where", memory.where)
                .with("advise", memory.advice)
                .of(key);
        out.accept(clue.at(Stamps.any(line.raw())));
    }
}
