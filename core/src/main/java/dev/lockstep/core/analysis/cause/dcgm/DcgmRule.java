// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.dcgm;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.cause.gpu.XidMeaning;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The verdict over scrapes of dcgm-exporter. The gauge of Xids keeps its last value until the driver is loaded anew,
/// so alone it proves that there was an Xid, not that there is one; the count over a window says it is recent.
public final class DcgmRule implements Rule {
    private static final Set<String> LAST_XID = Set.of("DCGM_FI_DEV_XID_ERRORS", "dcgm_xid_errors");
    private static final Set<String> XID_COUNT = Set.of("DCGM_EXP_XID_ERRORS_COUNT", "DCGM_FI_DEV_XID_ERRORS_ACTIVE");

    /// Counters of which one is too many, with what they mean.
    private static final Map<String, String> FAULTS = Map.of(
            "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "double-bit ECC errors since the driver was loaded",
            "DCGM_FI_DEV_ROW_REMAP_FAILURE", "remapping of a memory row failed",
            "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", "NVLink recovery errors");

    /// The only state is in the argument.
    public DcgmRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<GpuMetric> metrics = sightings.of(GpuMetric.class);
        if (metrics.isEmpty()) {
            return List.of();
        }
        List<Conclusion> conclusions = new ArrayList<>();
        conclusions.addAll(counted(metrics));
        conclusions.addAll(sticky(metrics));
        conclusions.addAll(faults(metrics));
        conclusions.addAll(NvlinkGrowth.in(metrics));
        conclusions.addAll(broken(metrics));
        if (conclusions.stream().allMatch(one -> one.signal().isAboutInput())) {
            conclusions.add(parsed(metrics));
        }
        return conclusions;
    }

    /// Xids in the exporter's window. The first cause is the one that is no follow-up.
    private static List<Conclusion> counted(List<GpuMetric> metrics) {
        Map<String, Map<Integer, Long>> byGpu = new LinkedHashMap<>();
        Map<String, GpuMetric> any = new LinkedHashMap<>();
        for (GpuMetric metric : metrics) {
            if (XID_COUNT.contains(metric.name()) && metric.value().orElse(0) > 0) {
                number(metric.label("xid")).ifPresent(xid -> {
                    byGpu.computeIfAbsent(metric.gpu(), key -> new TreeMap<>())
                            .merge(xid, (long) metric.value().getAsDouble(), Math::max);
                    any.putIfAbsent(metric.gpu(), metric);
                });
            }
        }
        List<Conclusion> conclusions = new ArrayList<>();
        byGpu.forEach((gpu, counts) -> {
            int root = XidMeaning.rootOf(counts.keySet());
            GpuMetric metric = any.getOrDefault(gpu, metrics.getFirst());
            conclusions.add(xid(metric, root, XidMeaning.severity(root))
                    .sure(0.85)
                    .with("counts", counts)
                    .with("root_xid", root)
                    .with("window_ms", metric.label("window_size_in_ms")));
        });
        return conclusions;
    }

    private static Optional<Integer> number(String text) {
        return text.matches("\\d{1,6}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /// The gauge of the last Xid. Seen to change between two scrapes it is news; otherwise its age is unknown.
    private static List<Conclusion> sticky(List<GpuMetric> metrics) {
        Map<String, List<GpuMetric>> byGpu = new LinkedHashMap<>();
        metrics.stream()
                .filter(metric ->
                        LAST_XID.contains(metric.name()) && metric.value().isPresent())
                .forEach(metric -> byGpu.computeIfAbsent(metric.gpu(), key -> new ArrayList<>())
                        .add(metric));
        List<Conclusion> conclusions = new ArrayList<>();
        for (List<GpuMetric> ofGpu : byGpu.values()) {
            GpuMetric last = ofGpu.getLast();
            int xid = (int) last.value().orElse(0);
            boolean isNew = ofGpu.size() > 1
                    && ofGpu.getFirst().value().orElse(0) != last.value().orElse(0);
            if (xid > 0) {
                Severity known = XidMeaning.severity(xid);
                Severity severity = isNew || known != Severity.P0 ? known : Severity.P1;
                conclusions.add(xid(last, xid, severity)
                        .sure(isNew ? 0.85 : 0.6)
                        .with("age", isNew ? "between the scrapes" : "unknown: the gauge keeps its last value")
                        .next("Find the time in the kernel log: dmesg -T | grep -i xid"));
            }
        }
        return conclusions;
    }

    private static Conclusion xid(GpuMetric metric, int xid, Severity severity) {
        boolean isNvlink = XidMeaning.isNvlink(xid);
        Signal other = isNvlink ? Signal.GPU_NVLINK : Signal.GPU_XID;
        Signal signal = xid == 79 ? Signal.GPU_FALLEN_OFF_BUS : other;
        Subject subject = subject(metric);
        return Conclusion.of(
                        signal,
                        severity,
                        "gpu|" + metric.gpu() + "|" + xid,
                        subject + ": Xid " + xid + ", " + XidMeaning.name(xid) + ".")
                .blaming(List.of(subject))
                .restingOn(List.of(exhibit(metric)))
                .with("xid", xid)
                .with("gpu", metric.label("gpu"))
                .with("uuid", metric.label("UUID", "uuid"))
                .with("pci", metric.label("pci_bus_id"));
    }

    static Subject subject(GpuMetric metric) {
        Subject subject = Subject.NONE;
        String host = metric.label("Hostname", "hostname", "node");
        String gpu = metric.label("gpu");
        subject = host.isEmpty() ? subject : subject.withHost(host);
        subject = gpu.matches("\\d{1,4}") ? subject.withGpu(Integer.parseInt(gpu)) : subject;
        String pci = metric.label("pci_bus_id");
        return pci.length() < 12
                ? subject
                : subject.withPci(
                        pci.toLowerCase(java.util.Locale.ROOT).substring(pci.length() - 12, pci.length() - 2));
    }

    private static List<Conclusion> faults(List<GpuMetric> metrics) {
        Map<String, Conclusion> found = new LinkedHashMap<>();
        for (GpuMetric metric : metrics) {
            String meaning = FAULTS.getOrDefault(metric.name(), "");
            if (!meaning.isEmpty() && metric.value().orElse(0) > 0) {
                boolean isNvlink = metric.name().contains("NVLINK");
                found.put(
                        metric.name() + metric.gpu(),
                        Conclusion.of(
                                        isNvlink ? Signal.GPU_NVLINK : Signal.GPU_XID,
                                        isNvlink ? Severity.P2 : Severity.P1,
                                        "gpu|" + metric.gpu() + "|" + metric.name(),
                                        subject(metric) + ": " + meaning + ".")
                                .blaming(List.of(subject(metric)))
                                .sure(0.7)
                                .restingOn(List.of(exhibit(metric)))
                                .with("metric", metric.name())
                                .with("value", metric.value().getAsDouble()));
            }
        }
        return List.copyOf(found.values());
    }

    private static List<Conclusion> broken(List<GpuMetric> metrics) {
        List<GpuMetric> empty = metrics.stream()
                .filter(metric -> metric.value().isEmpty() && !metric.isBlank())
                .toList();
        List<GpuMetric> blank = metrics.stream().filter(GpuMetric::isBlank).toList();
        List<Conclusion> conclusions = new ArrayList<>();
        if (!empty.isEmpty()) {
            conclusions.add(samples(Signal.TELEMETRY_MALFORMED, empty, " samples have no value and were left out.")
                    .with("samples_bad", empty.size()));
        }
        if (!blank.isEmpty()) {
            conclusions.add(samples(
                            Signal.TELEMETRY_GAP,
                            blank,
                            " samples hold DCGM's mark for \"no value\" (0x7ffffff0 and above), which is no"
                                    + " measurement.")
                    .with("samples_blank", blank.size()));
        }
        return conclusions;
    }

    private static Conclusion samples(Signal signal, List<GpuMetric> metrics, String what) {
        return Conclusion.of(signal, Severity.INFO, "dcgm|" + signal.text(), metrics.size() + what)
                .sure(0.95)
                .restingOn(metrics.stream().map(DcgmRule::exhibit).toList())
                .with(
                        "metrics",
                        metrics.stream()
                                .map(GpuMetric::name)
                                .distinct()
                                .limit(16)
                                .toList());
    }

    /// Rates that are declared as counters go down, which is no reset.
    private static Conclusion parsed(List<GpuMetric> metrics) {
        Set<String> files = new LinkedHashSet<>();
        metrics.forEach(metric -> files.add(metric.source().file()));
        Conclusion conclusion = Conclusion.of(
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        "dcgm|parsed",
                        metrics.size() + " samples of DCGM in " + files.size() + " scrapes, no fault among them.")
                .sure(0.9)
                .with("samples", metrics.size());
        Map<String, List<Long>> rates = new TreeMap<>();
        for (GpuMetric metric : metrics) {
            boolean isRate = metric.name().contains("_PROF_") && metric.name().endsWith("_BYTES");
            if (isRate && metric.value().isPresent()) {
                String name = metric.name().replace("DCGM_FI_PROF_", "").toLowerCase(java.util.Locale.ROOT) + "_per_s";
                rates.computeIfAbsent(name, key -> new ArrayList<>())
                        .add((long) metric.value().getAsDouble());
            }
        }
        for (Map.Entry<String, List<Long>> rate : rates.entrySet()) {
            conclusion = conclusion.with(rate.getKey(), rate.getValue());
        }
        return conclusion;
    }

    static Exhibit exhibit(GpuMetric metric) {
        Source source = metric.source();
        String value =
                metric.value().isPresent() ? String.valueOf(metric.value().getAsDouble()) : "no value";
        return new Exhibit(source, Optional.empty(), metric.name() + metric.labels() + " " + value);
    }
}
