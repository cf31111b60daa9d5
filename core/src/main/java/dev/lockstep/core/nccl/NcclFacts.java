// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.nccl;

import dev.lockstep.core.nccl.NcclFact.Kind;
import java.util.List;
import java.util.stream.Stream;

/// The table of what is known of NCCL's versions, as of November 2026 (NCCL 2.32.6). A fact whose end is not known has
/// none: it is told until somebody looked.
public final class NcclFacts {
    private static final String NCCL = "https://github.com/NVIDIA/nccl/";
    private static final String ISSUE = NCCL + "issues/";
    private static final String PULL = NCCL + "pull/";
    private static final String BEGINNING = "2.0.0";

    private static final String RAS = "asking RAS for its status may crash the job ";
    private static final String RAS_REMEDY =
            "set NCCL_RAS_ENABLE=0, or ask RAS nothing while communicators are made and keep scanners off its port";

    private NcclFacts() {}

    /// Every fact, limits first.
    public static List<NcclFact> all() {
        return Stream.of(limits(), defects(), defectsOfRas())
                .flatMap(List::stream)
                .toList();
    }

    /// Those that concern a version.
    public static List<NcclFact> of(NcclVersion version) {
        return all().stream().filter(fact -> fact.versions().contains(version)).toList();
    }

    private static List<NcclFact> limits() {
        return List.of(
                limit(
                        "no-plugin",
                        NcclVersions.between(BEGINNING, "2.25.99"),
                        "the profiler interface is missing or older than v3, so the plugin is not loaded",
                        "use NCCL 2.27.3 or newer",
                        NCCL + "tree/master/plugins/profiler"),
                limit(
                        "no-gpu-times",
                        NcclVersions.between("2.26.2", "2.26.99"),
                        "profiler v3 gives no ranks, no names and no GPU times: counts, bytes and operations in flight"
                                + " only",
                        "use NCCL 2.27.3 or newer for durations",
                        NCCL + "blob/v2.26.2-1/ext-profiler/README.md"),
                limit(
                        "copy-engine",
                        NcclVersions.between(BEGINNING, "2.29.1"),
                        "copy-engine collectives are not reported before profiler v6",
                        "use NCCL 2.29.2 or newer if the job uses them; their durations stay absent",
                        ISSUE + "2049"),
                limit(
                        "symmetric-kernels",
                        NcclVersions.between("2.27.3", "2.30.99"),
                        "symmetric-memory kernels are reported by their call alone before profiler v7: no duration",
                        "use NCCL 2.31.2 or newer if the job registers symmetric windows",
                        NCCL + "blob/v2.30.7-1/src/scheduler/symmetric_sched.cc"),
                limit(
                        "broadcast-calls-only",
                        NcclVersions.from("2.29.2"),
                        "Broadcast takes the AllGatherV path by default and is reported by its call alone: no duration",
                        "set NCCL_ALLGATHERV_ENABLE=0 to see Broadcast in full",
                        ISSUE + "2278"),
                limit(
                        "one-sided",
                        NcclVersions.from(BEGINNING),
                        "one-sided operations (put, signal) and communicators of one rank are never reported",
                        "nothing: keep them in mind when sums look small",
                        NCCL + "tree/master/plugins/profiler"),
                limit(
                        "alltoall-as-p2p",
                        NcclVersions.from(BEGINNING),
                        "AlltoAll, Gather and Scatter are reported as the Send and Recv that they are made of",
                        "look for them under nccl_p2p_*",
                        ISSUE + "2039"));
    }

    private static List<NcclFact> defects() {
        return List.of(
                defect(
                        "broadcast-timing",
                        NcclVersions.from("2.29.2"),
                        "after a Broadcast the GPU times of later operations belong to other operations;"
                                + " the plugin keeps those it can tell out of the histograms and counts them",
                        "set NCCL_ALLGATHERV_ENABLE=0",
                        PULL + "2369"),
                defect(
                        "profiler-overhead",
                        NcclVersions.named("2.31.2"),
                        "any profiler plugin slows AllReduce of 128 KB to 4 MB by 4.3 to 13.3 % (8 A100, measured"
                                + " there)",
                        "use NCCL 2.29.7 (0.1 to 1.1 %) or 2.32.3 and measure, or set LOCKSTEP_DISABLE=1 where it"
                                + " hurts",
                        ISSUE + "2355"),
                defect(
                        "pxn-segfault",
                        NcclVersions.named("2.30.3"),
                        "AlltoAll over nodes crashes with NVIDIA's example profiler; Lockstep follows no pointer of"
                                + " another process, a plugin chained behind it may",
                        "chain nothing behind it here, or set NCCL_PXN_DISABLE=1",
                        ISSUE + "2112"),
                defect(
                        "small-shm",
                        NcclVersions.from("2.26.2"),
                        "a profiler plugin on a full or 64 MB /dev/shm makes NCCL crash when its proxy cannot allocate",
                        "give containers --shm-size=1g or more",
                        PULL + "2326"));
    }

    /// RAS is a server inside NCCL; the agent asks it nothing today.
    private static List<NcclFact> defectsOfRas() {
        return List.of(
                defect(
                        "ras-crash-2.26.2",
                        NcclVersions.named("2.26.2"),
                        RAS + "during initialisation",
                        RAS_REMEDY,
                        ISSUE + "1669"),
                defect("ras-crash-2.26.5", NcclVersions.named("2.26.5"), RAS + "in a race", RAS_REMEDY, ISSUE + "1718"),
                defect(
                        "ras-crash-2.27.3",
                        NcclVersions.named("2.27.3"),
                        RAS + "with 128 GPUs",
                        RAS_REMEDY,
                        ISSUE + "1762"),
                defect(
                        "ras-crash-2.27.7",
                        NcclVersions.named("2.27.7"),
                        "RAS may crash the job, also unasked, for example by a scanner that connects to its port",
                        RAS_REMEDY,
                        ISSUE + "1996"),
                defect(
                        "ras-crash-2.29.7",
                        NcclVersions.named("2.29.7"),
                        RAS + "while communicators are made",
                        RAS_REMEDY,
                        ISSUE + "2346"),
                defect(
                        "ras-json",
                        NcclVersions.between("2.28.7", "2.28.9"),
                        "RAS' JSON is invalid when a rank is missing",
                        "ask RAS for text, or use NCCL 2.29.2 or newer",
                        "https://github.com/ray-project/ray/pull/64928"));
    }

    private static NcclFact limit(String id, NcclVersions versions, String what, String remedy, String source) {
        return new NcclFact(id, Kind.LIMIT, versions, what, remedy, source);
    }

    private static NcclFact defect(String id, NcclVersions versions, String what, String remedy, String source) {
        return new NcclFact(id, Kind.DEFECT, versions, what, remedy, source);
    }
}
