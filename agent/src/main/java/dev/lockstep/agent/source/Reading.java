// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.source;

import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.ReportedTiming;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.trouble.Trouble;
import java.util.List;
import java.util.Map;

/// What a source saw when asked. Absent means that the machine has no such thing; failed means that
/// it should have.
public sealed interface Reading {
    /// `timings` are what the source was told and cannot count, `devices` what it saw of the node's
    /// hardware, `troubles` what jobs say of their own trouble; `processes` are complete values since
    /// their start, `refused` counts by reason what could not be attributed to any process (an
    /// unreadable file, a foreign line) since the agent started.
    record Fresh(
            List<ProcessSnapshot> processes,
            Map<String, Long> refused,
            List<ReportedTiming> timings,
            DeviceReport devices,
            List<Trouble> troubles)
            implements Reading {
        public Fresh {
            processes = List.copyOf(processes);
            refused = Map.copyOf(refused);
            timings = List.copyOf(timings);
            troubles = List.copyOf(troubles);
        }

        /// The same without devices.
        public Fresh(List<ProcessSnapshot> processes, Map<String, Long> refused, List<ReportedTiming> timings) {
            this(processes, refused, timings, DeviceReport.NONE, List.of());
        }

        /// The same without timings.
        public Fresh(List<ProcessSnapshot> processes, Map<String, Long> refused) {
            this(processes, refused, List.of());
        }

        /// Of a source that knows hardware and no processes.
        public static Fresh ofDevices(DeviceReport devices, Map<String, Long> refused) {
            return new Fresh(List.of(), refused, List.of(), devices, List.of());
        }

        /// Of a source that is told of trouble only.
        public static Fresh ofTroubles(List<Trouble> troubles, Map<String, Long> refused) {
            return new Fresh(List.of(), refused, List.of(), DeviceReport.NONE, troubles);
        }
    }

    /// `reason` is one line for an operator.
    record Absent(String reason) implements Reading {}

    /// `reason` is one line for an operator and says what to do.
    record Failed(String reason) implements Reading {}
}
