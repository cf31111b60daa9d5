// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.lockstep.agent.hardware.fault.FaultCounts;
import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.time.EpochNanos;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// GPUs and their NVLinks by NVML; absent where there is no such library. It is loaded by the thread that reads.
///
/// ```
/// lockstep_device_gpu_throttled{node="node-a",gpu="0",uuid="GPU-…",reason="hardware_thermal"} 1
/// ```
public final class NvmlSource implements Source {
    /// GPUs of a node that are asked.
    static final int GPUS_MAX = 64;

    private static final int TEXT_BYTES = 96;

    /// What is kept while the library is loaded.
    private record Loaded(NvmlLibrary nvml, List<GpuReader> gpus, List<NvLinkReader> links, XidEvents xids) {}

    private final String library;
    private final CounterTotals totals = new CounterTotals();
    private final FaultCounts faults = new FaultCounts(this::indexOf);
    private @Nullable Loaded loaded;

    /// Loads `library` by its name or path at the first reading.
    public NvmlSource(String library) {
        this.library = library;
    }

    @Override
    public String name() {
        return "nvml";
    }

    @Override
    public Reading read(Instant now) {
        Loaded at = loaded;
        if (at == null) {
            Optional<NvmlLibrary> found = NvmlLibrary.load(library);
            if (found.isEmpty()) {
                return new Reading.Absent("no library " + library);
            }
            int status = found.get().call("nvmlInit_v2");
            if (status != NvmlLibrary.SUCCESS) {
                found.get().close();
                return new Reading.Absent(library + " finds no driver: NVML's status " + status);
            }
            at = open(found.get());
            loaded = at;
        }
        return Reading.Fresh.ofDevices(report(at, now), Map.of());
    }

    private Loaded open(NvmlLibrary nvml) {
        MemorySegment out = nvml.memory(TEXT_BYTES);
        boolean isDriverKnown = nvml.call("nvmlSystemGetDriverVersion", out, TEXT_BYTES) == NvmlLibrary.SUCCESS;
        Optional<String> driver = isDriverKnown ? Optional.of(out.getString(0)) : Optional.empty();
        int count = nvml.call("nvmlDeviceGetCount_v2", out) == NvmlLibrary.SUCCESS ? out.get(JAVA_INT, 0) : 0;
        List<GpuReader> gpus = new ArrayList<>();
        for (int index = 0; index < Math.min(count, GPUS_MAX); index++) {
            if (nvml.call("nvmlDeviceGetHandleByIndex_v2", index, out) == NvmlLibrary.SUCCESS) {
                gpus.add(new GpuReader(new NvmlDevice(nvml, out.get(ADDRESS, 0)), index, driver, totals));
            }
        }
        List<NvLinkReader> links =
                gpus.stream().map(gpu -> new NvLinkReader(gpu, totals)).toList();
        XidEvents xids =
                new XidEvents(nvml, gpus.stream().map(GpuReader::device).toList());
        return new Loaded(nvml, gpus, links, xids);
    }

    private DeviceReport report(Loaded at, Instant now) {
        List<GpuHealth> gpus = at.gpus().stream().map(GpuReader::read).toList();
        List<DeviceLink> links =
                at.links().stream().flatMap(reader -> reader.read().stream()).toList();
        List<GpuEvent> events = at.xids().take().stream()
                .flatMap(xid -> at.gpus().stream()
                        .filter(gpu -> gpu.device().handle().address() == xid.device())
                        .flatMap(gpu -> gpu.gpu().pciBusId().stream())
                        .map(bus -> FaultCounts.xid(bus, xid.xid(), now)))
                .toList();
        faults.add(events, EpochNanos.of(now));
        return new DeviceReport(links, gpus, faults.faults());
    }

    private OptionalInt indexOf(String pciBusId) {
        Loaded at = loaded;
        if (at == null) {
            return OptionalInt.empty();
        }
        return at.gpus().stream()
                .map(GpuReader::gpu)
                .filter(gpu -> gpu.pciBusId().equals(Optional.of(pciBusId)))
                .findFirst()
                .map(gpu -> gpu.index())
                .orElse(OptionalInt.empty());
    }

    @Override
    public void close() {
        if (loaded != null) {
            loaded.xids().close();
            loaded.nvml().close();
            loaded = null;
        }
    }
}
