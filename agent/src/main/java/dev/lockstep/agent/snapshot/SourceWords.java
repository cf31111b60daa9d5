// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.snapshot;

import dev.lockstep.core.model.device.DeviceReport;

/// How a source is, in a few words for a person: `fresh, 8 processes`, `absent: no job has run here`.
public final class SourceWords {
    private SourceWords() {}

    /// The words for one source.
    public static String of(SourceSnapshot source) {
        return switch (source.state()) {
            case SourceState.Fresh() -> "fresh, " + seen(source);
            case SourceState.Absent(String reason) -> "absent: " + reason;
            case SourceState.Failed(String reason) -> "failed: " + reason;
        };
    }

    private static String seen(SourceSnapshot source) {
        if (!source.timings().isEmpty()) {
            return source.timings().size() + " reported means";
        }
        DeviceReport devices = source.devices();
        if (!devices.isEmpty()) {
            return devices.links().size() + " links, " + devices.gpus().size() + " GPUs, "
                    + devices.faults().size() + " faults";
        }
        if (!source.troubles().isEmpty()) {
            return source.troubles().size() + " kinds of trouble";
        }
        return source.living() + (source.living() == 1 ? " process" : " processes");
    }
}
