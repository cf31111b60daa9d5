// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.Arrays;
import java.util.Optional;

/// The vocabulary of `lockstep diagnose`: what an input can say. Its text is what `--json` prints.
public enum Signal {
    /// Named ranks never issued the collective that the others wait in.
    HANG_RANK_NOT_ENTERED("hang.rank_not_entered"),
    /// Every rank issued it and nothing completes: device or network.
    HANG_ALL_ENTERED("hang.all_entered"),
    /// The host launched, and the completion counter of named ranks lags inside its group.
    HANG_GPU_STALL("hang.gpu_stall"),
    /// The watchdog or heartbeat thread is stuck; that a collective is outstanding is not proven.
    HANG_WATCHDOG_STUCK("hang.watchdog_stuck"),
    /// A hang is proven, its culprit cannot be told from this input.
    HANG_UNKNOWN("hang.unknown"),
    /// Ranks issued different operations for the same step.
    MISMATCH_COLLECTIVE("mismatch.collective"),
    /// Ranks issued different sizes for the same step.
    MISMATCH_SIZE("mismatch.size"),
    /// RAS misses a rank's data.
    RAS_RANK_MISSING("ras.rank_missing"),
    /// RAS gave a process up.
    RAS_RANK_DEAD("ras.rank_dead"),
    /// RAS sees a rank behind the others.
    RAS_STRAGGLER("ras.straggler"),
    /// A state that RAS passes through; normal unless it stays.
    RAS_TRANSIENT("ras.transient"),
    /// The transport got no answer or a refusal.
    NET_COMPLETION_ERROR("net.completion_error"),
    /// Work flushed after another error; never a root.
    NET_FLUSH_SECONDARY("net.flush_secondary"),
    /// A port or adapter reported an event.
    NET_PORT_EVENT("net.port_event"),
    /// The network works and is slow.
    NET_SLOW("net.slow"),
    /// Something about the network is set up wrongly or unequally.
    NET_CONFIG("net.config"),
    /// A communicator could not be made.
    INIT_FAILURE("init.failure"),
    /// A communicator is being made and does not get on.
    INIT_STUCK("init.stuck"),
    /// A communicator took long to make.
    INIT_SLOW("init.slow"),
    /// Shared memory is exhausted.
    RESOURCE_SHM("resource.shm"),
    /// Host or device memory is exhausted.
    RESOURCE_OOM("resource.oom"),
    /// The driver reported an Xid.
    GPU_XID("gpu.xid"),
    /// A fault of NVLink.
    GPU_NVLINK("gpu.nvlink"),
    /// The GPU no longer answers on PCIe.
    GPU_FALLEN_OFF_BUS("gpu.fallen_off_bus"),
    /// The GPU answers and does not get on.
    GPU_WEDGED("gpu.wedged"),
    /// The NVSwitch driver reported an SXid.
    NVSWITCH_SXID("nvswitch.sxid"),
    /// Bus bandwidth below what this machine should give.
    PERF_LOW_BUSBW("perf.low_busbw"),
    /// A channel starts or ends late.
    PERF_LATE_CHANNEL("perf.late_channel"),
    /// A correctness test found wrong elements.
    PERF_WRONG_RESULTS("perf.wrong_results"),
    /// Part of the input is missing.
    TELEMETRY_GAP("telemetry.gap"),
    /// Part of the input is broken.
    TELEMETRY_MALFORMED("telemetry.malformed"),
    /// The input does not prove what it seems to say.
    TELEMETRY_AMBIGUOUS("telemetry.ambiguous"),
    /// Read, and nothing to report.
    INFO_PARSED("info.parsed"),
    /// Looks like an error and is none.
    BENIGN("benign");

    private final String text;

    Signal(String text) {
        this.text = text;
    }

    /// The word in reports: `hang.rank_not_entered`.
    public String text() {
        return text;
    }

    /// The part before the dot: `hang`.
    public String family() {
        int dot = text.indexOf('.');
        return dot < 0 ? text : text.substring(0, dot);
    }

    /// Whether it is about the input and not about the job.
    public boolean isAboutInput() {
        return this == INFO_PARSED || this == BENIGN || family().equals("telemetry");
    }

    /// The signal with that text.
    public static Optional<Signal> of(String text) {
        return Arrays.stream(values())
                .filter(signal -> signal.text.equals(text))
                .findFirst();
    }
}
