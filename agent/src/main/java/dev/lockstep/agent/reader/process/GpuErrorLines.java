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
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Errors of the GPU that its runtime tells a program, in whatever program prints them: CUDA, HIP, XLA, `nvidia-smi`.
/// Full memory is not among them.
///
/// ```
/// [rank3]: RuntimeError: CUDA error: an illegal memory access was encountered
/// cuMemAllocAsync failed: CUDA_ERROR_CONTAINED: Invalid access of peer GPU memory over nvlink or a hardware error
/// Unable to determine the device handle for GPU0: 0000:5D:00.0: GPU is lost.  Reboot the system to recover this GPU
/// ```
final class GpuErrorLines {
    /// What is broken, and the words for it in small letters.
    private enum Fault {
        NVLINK(
                Signal.GPU_NVLINK,
                "gpu",
                "dmesg | grep -i xid and nvidia-smi nvlink -e on the host and its NVLink peers; fabric manager's log",
                "uncorrectable nvlink|over nvlink|error_contained|nvlink_uncorrectable"),
        ECC(
                Signal.GPU_XID,
                "gpu",
                "dmesg | grep -i xid on the host; nvidia-smi -q -d ECC; drain the node",
                "uncorrectable ecc|ecc_uncorrectable"),
        LOST(
                Signal.GPU_FALLEN_OFF_BUS,
                "gpu",
                "dmesg | grep -i xid on the host; power-cycle the node",
                "gpu is lost|fallen off the bus"),
        PROGRAM(
                Signal.INIT_FAILURE,
                "application",
                "dmesg | grep -i xid on the rank's host; CUDA_LAUNCH_BLOCKING=1 for the failing kernel",
                "illegal memory access|illegal_address|misaligned|unspecified launch failure|launch_failed|device-side"
                        + " assert|error_assert|illegal instruction|illegal_instruction|invalid program counter"
                        + "|launch timed out|stream is capturing|invalid configuration argument"),
        SET_UP(
                Signal.INIT_FAILURE,
                "config",
                "nvidia-smi and the versions of driver, toolkit and NCCL on the host; CUDA_VISIBLE_DEVICES of the rank",
                "invalid device ordinal|no kernel image|driver version is insufficient|initialization error"
                        + "|busy or unavailable|no cuda-capable device|no_binary_for_gpu|system not yet initialized"),
        OTHER(
                Signal.INIT_FAILURE,
                "cuda",
                "dmesg | grep -i xid on the host; the first failing rank's log above this line",
                "error: unknown error|error: an internal error|hardware stack error|error_unknown|error_internal");

        private final Signal signal;
        private final String kind;
        private final String advice;
        private final Pattern words;

        Fault(Signal signal, String kind, String advice, String words) {
            this.signal = signal;
            this.kind = kind;
            this.advice = advice;
            this.words = Pattern.compile(words);
        }
    }

    /// One of them stands in every line that matters.
    static final List<String> NEEDLES = List.of(
            "CUDA error", "HIP error", "CUDA_ERROR_", "GPU is lost", "cudaGetDeviceCount", "cuda runtime error (");
    private static final Pattern GROUP_RANK = Pattern.compile("\\[(?:PG [^\\]]{1,200} )?Rank (\\d{1,7})\\]");
    private static final Pattern PCI = Pattern.compile("\\b([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})\\.\\d");
    private static final int LINES_MAX = 256;

    private final String file;
    private final Consumer<Sighting> out;
    private int told;

    GpuErrorLines(String file, Consumer<Sighting> out) {
        this.file = file;
        this.out = out;
    }

    /// Whether the line tells of a broken GPU. Records of NCCL have a reader of their own.
    boolean takes(Line line) {
        String text = line.text();
        if (told >= LINES_MAX || text.contains(" NCCL ") || NEEDLES.stream().noneMatch(text::contains)) {
            return false;
        }
        String lower = text.toLowerCase(Locale.ROOT);
        for (Fault fault : Fault.values()) {
            if (fault.words.matcher(lower).find()) {
                told++;
                tell(line, fault);
                return true;
            }
        }
        return false;
    }

    private void tell(Line line, Fault fault) {
        String raw = line.raw();
        Subject subject = line.host().isEmpty() ? Subject.NONE : Subject.ofHost(line.host());
        OptionalInt rank = RankTag.in(raw, raw.length());
        Matcher inGroup = GROUP_RANK.matcher(raw);
        if (rank.isPresent()) {
            subject = subject.withRank(rank.getAsInt());
        } else if (inGroup.find()) {
            subject = subject.withGroupRank(Integer.parseInt(inGroup.group(1)));
        }
        Matcher pci = PCI.matcher(raw);
        subject = pci.find() ? subject.withPci(pci.group(1).toLowerCase(Locale.ROOT)) : subject;
        Clue clue = Clue.root(fault.signal, Severity.P0, subject, new Source(file, line.number()), raw.strip())
                .with("class", fault.kind)
                .with("message", line.text().strip())
                .with("advise", fault.advice)
                .of(key(fault, line.host()));
        out.accept(clue.at(Stamps.any(raw)));
    }

    /// As the warnings of NCCL name the same fault.
    private static String key(Fault fault, String host) {
        return switch (fault) {
            case NVLINK -> "nvlink|" + host;
            case ECC -> "ecc|" + host;
            case LOST -> "lost|" + host;
            case PROGRAM -> "illegal-access";
            case SET_UP -> "driver";
            case OTHER -> "cuda";
        };
    }
}
