// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.json;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.server.json.JsonTree.Unfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// An incident as JSON, both ways without loss.
public final class IncidentJson {
    private IncidentJson() {}

    /// Writes its fields.
    public static void write(JsonWriter out, Incident incident) {
        out.text("id", incident.id())
                .text("kind", incident.kind().label())
                .text("severity", incident.severity().label())
                .text("state", incident.state().label())
                .text("title", incident.title())
                .text("next_step", incident.nextStep())
                .text("job_id", incident.job().jobId())
                .text("incarnation", incident.job().incarnation())
                .time("start", incident.startWallNanos())
                .time("updated", incident.updatedWallNanos())
                .time("end", incident.endWallNanos())
                .fraction("confidence", incident.confidence())
                .fraction("magnitude", incident.magnitude())
                .text("unit", incident.unit())
                .objects("culprits", incident.culprits(), IncidentJson::write)
                .object("evidence", inner -> write(inner, incident.evidence()));
    }

    private static void write(JsonWriter out, Entity culprit) {
        out.text("node", culprit.node())
                .number("rank", culprit.rank())
                .number("comm_rank", culprit.commRank())
                .text("device", culprit.device());
        culprit.gpu()
                .ifPresent(gpu -> out.object(
                        "gpu",
                        inner -> inner.number("index", gpu.index())
                                .text("uuid", gpu.uuid())
                                .text("pci_bus_id", gpu.pciBusId())));
    }

    private static void write(JsonWriter out, Evidence evidence) {
        out.text("comm", evidence.comm())
                .text("collective", evidence.collective())
                .number("sequence", evidence.sequence())
                .number("instances", evidence.instances())
                .fraction("coverage", evidence.coverage())
                .object(
                        "seconds_by_rank",
                        inner -> new TreeMap<>(evidence.secondsByRank())
                                .forEach((rank, seconds) -> inner.fraction(Integer.toString(rank), seconds)))
                .texts("facts", evidence.facts());
    }

    /// Reads them.
    ///
    /// @throws Unfit if one that must be there is not
    public static Incident read(JsonTree in) throws Unfit {
        return new Incident(
                in.text("id"),
                oneOf(FindingKind.class, in.text("kind")),
                new JobKey(in.text("job_id"), in.text("incarnation")),
                oneOf(Severity.class, in.text("severity")),
                culprits(in),
                oneOf(IncidentState.class, in.text("state")),
                in.time("start"),
                in.time("updated"),
                in.optionalTime("end"),
                evidence(in.object("evidence")),
                in.fraction("confidence"),
                in.fraction("magnitude"),
                in.text("unit"),
                in.text("next_step"),
                in.text("title"));
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String label) throws Unfit {
        try {
            return Enum.valueOf(type, label.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            throw new Unfit("no such " + type.getSimpleName() + ": " + label);
        }
    }

    private static List<Entity> culprits(JsonTree in) throws Unfit {
        List<Entity> culprits = new ArrayList<>();
        for (JsonTree each : in.objects("culprits")) {
            Optional<GpuIdentity> gpu = Optional.empty();
            if (each.names().contains("gpu")) {
                JsonTree inner = each.object("gpu");
                gpu = Optional.of(new GpuIdentity(
                        inner.optionalInt("index"), inner.optionalText("uuid"), inner.optionalText("pci_bus_id")));
            }
            culprits.add(new Entity(
                    each.optionalText("node"),
                    gpu,
                    each.optionalInt("rank"),
                    each.optionalInt("comm_rank"),
                    each.optionalText("device")));
        }
        return culprits;
    }

    private static Evidence evidence(JsonTree in) throws Unfit {
        Map<Integer, Double> secondsByRank = new TreeMap<>();
        JsonTree byRank = in.object("seconds_by_rank");
        for (String rank : byRank.names()) {
            try {
                secondsByRank.put(Integer.valueOf(rank), byRank.fraction(rank));
            } catch (NumberFormatException _) {
                throw new Unfit("seconds_by_rank must have ranks as names: " + rank);
            }
        }
        return new Evidence(
                in.text("comm"),
                in.text("collective"),
                in.optionalNumber("sequence"),
                in.number("instances"),
                in.fraction("coverage"),
                secondsByRank,
                in.texts("facts"));
    }
}
