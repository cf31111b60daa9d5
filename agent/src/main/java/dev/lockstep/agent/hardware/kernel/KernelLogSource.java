// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.kernel;

import dev.lockstep.agent.hardware.fault.FaultCounts;
import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.LineReader;
import dev.lockstep.agent.reader.kernel.KernelFormat;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.time.EpochNanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Xids, SXids and GPUs that fall off the bus, from the kernel's messages; absent where the agent may not read them.
///
/// ```
/// lockstep_device_gpu_faults_total{node="node-a",gpu="0",pci_bus_id="0000:17:00.0",event="xid",code="48",cause="itself"} 1
/// ```
public final class KernelLogSource implements Source {

    private final Path path;
    private final FaultCounts counts;
    private @Nullable KernelLog log;

    /// Reads `path`, `/dev/kmsg` or a file; `gpuIndex` finds the NVML index of a PCI address.
    public KernelLogSource(Path path, Function<String, OptionalInt> gpuIndex) {
        this.path = path;
        this.counts = new FaultCounts(gpuIndex);
    }

    @Override
    public String name() {
        return "kernel_log";
    }

    @Override
    public Reading read(Instant now) {
        if (!Files.isReadable(path)) {
            return new Reading.Absent(path
                    + (Files.exists(path)
                            ? " may not be read: give the agent's user the capability CAP_SYSLOG or a readable"
                                    + " --kernel-log"
                            : " is not there"));
        }
        try {
            KernelLog open = log == null ? KernelLog.open(path) : log;
            log = open;
            counts.add(events(open.lines()), EpochNanos.of(now));
            return Reading.Fresh.ofDevices(DeviceReport.ofFaults(counts.faults()), refused(open));
        } catch (IOException broken) {
            close();
            return new Reading.Absent(path + " may not be read: " + broken.getMessage());
        }
    }

    /// A reader for each reading, since one of a whole file limits what it tells of each fault.
    private List<GpuEvent> events(List<String> lines) {
        List<GpuEvent> events = new ArrayList<>();
        LineReader reader = new KernelFormat().open(path.toString(), sighting -> {
            if (sighting instanceof GpuEvent event) {
                events.add(event);
            }
        });
        for (int i = 0; i < lines.size(); i++) {
            reader.line(Line.of(i + 1, lines.get(i)));
        }
        reader.end();
        return events;
    }

    private Map<String, Long> refused(KernelLog open) {
        Map<String, Long> refused = new HashMap<>();
        if (open.dropped() > 0) {
            refused.put("lines_dropped", open.dropped());
        }
        if (counts.refused() > 0) {
            refused.put("faults_over_limit", counts.refused());
        }
        return refused;
    }

    @Override
    public void close() {
        if (log != null) {
            log.close();
            log = null;
        }
    }
}
