// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.dcgm;

import dev.lockstep.agent.hardware.fault.FaultCounts;
import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.dcgm.DcgmReader;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.analysis.cause.dcgm.GpuMetric;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.time.EpochNanos;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// GPUs by one scrape of dcgm-exporter an interval. Its traps: the gauge of the last Xid stays for ever, so that only a
/// change of it is a new one; marks for "no value" are numbers; some counters are rates, and are left alone.
public final class DcgmSource implements Source {
    /// Bytes of a scrape that are read.
    static final int SCRAPE_BYTES_MAX = 8 << 20;

    /// GPUs that are shown.
    static final int GPUS_MAX = 64;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final URI exporter;
    private final CounterTotals totals = new CounterTotals();
    private final Map<String, Integer> lastXids = new HashMap<>();
    private final Map<String, OptionalInt> indices = new HashMap<>();
    private final FaultCounts faults = new FaultCounts(bus -> indices.getOrDefault(bus, OptionalInt.empty()));

    /// Asks `exporter`, the address of its metrics.
    public DcgmSource(URI exporter) {
        this.exporter = exporter;
    }

    @Override
    public String name() {
        return "dcgm";
    }

    @Override
    public Reading read(Instant now) {
        try {
            Map<Integer, GpuBuilder> gpus = gpus(InputFile.of("dcgm", scrape()));
            return Reading.Fresh.ofDevices(report(gpus.values(), now), Map.of());
        } catch (IOException | RuntimeException problem) {
            return new Reading.Failed("dcgm-exporter does not answer under " + exporter + ": " + problem.getMessage()
                    + "; start it, or set --dcgm none and NVML is asked");
        }
    }

    private byte[] scrape() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) exporter.toURL().openConnection();
        connection.setConnectTimeout((int) PATIENCE.toMillis());
        connection.setReadTimeout((int) PATIENCE.toMillis());
        try (InputStream body = connection.getInputStream()) {
            return body.readNBytes(SCRAPE_BYTES_MAX);
        } finally {
            connection.disconnect();
        }
    }

    /// Parts of a GPU (MIG) have samples of their own beside the GPU's, and are left out.
    private Map<Integer, GpuBuilder> gpus(InputFile scrape) throws IOException {
        Map<Integer, GpuBuilder> gpus = new TreeMap<>();
        new DcgmReader().read(scrape, sighting -> {
            if (sighting instanceof GpuMetric metric
                    && metric.value().isPresent()
                    && !metric.labels().containsKey("GPU_I_ID")) {
                OptionalInt index = GpuBuilder.index(metric);
                Optional<DcgmNames.Use> use = DcgmNames.useOf(metric.name());
                if (index.isPresent()
                        && use.isPresent()
                        && (gpus.size() < GPUS_MAX || gpus.containsKey(index.getAsInt()))) {
                    gpus.computeIfAbsent(index.getAsInt(), _ -> new GpuBuilder(metric, totals))
                            .add(use.get(), metric.value().getAsDouble());
                }
            }
        });
        return gpus;
    }

    private DeviceReport report(Collection<GpuBuilder> gpus, Instant now) {
        List<GpuEvent> events = new ArrayList<>();
        for (GpuBuilder gpu : gpus) {
            String bus = gpu.gpu().pciBusId().orElse(gpu.name());
            indices.put(bus, gpu.gpu().index());
            Integer before = lastXids.put(gpu.name(), gpu.lastXid());
            if (before != null && before != gpu.lastXid() && gpu.lastXid() != 0) {
                events.add(FaultCounts.xid(bus, gpu.lastXid(), now));
            }
        }
        faults.add(events, EpochNanos.of(now));
        List<GpuHealth> health = gpus.stream().map(GpuBuilder::health).toList();
        List<DeviceLink> links =
                gpus.stream().map(GpuBuilder::links).flatMap(Optional::stream).toList();
        return new DeviceReport(links, health, faults.faults());
    }

    @Override
    public void close() {
        // No connection is kept.
    }
}
