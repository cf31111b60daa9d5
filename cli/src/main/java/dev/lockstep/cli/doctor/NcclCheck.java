// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import dev.lockstep.core.nccl.NcclFact;
import dev.lockstep.core.nccl.NcclFacts;
import dev.lockstep.core.nccl.NcclVersion;
import dev.lockstep.core.nccl.ProfilerApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Is NCCL new enough, and what is known of each version that was found.
final class NcclCheck {
    private static final String CHECK = "nccl";

    private final Surroundings machine;

    NcclCheck(Surroundings machine) {
        this.machine = machine;
    }

    List<Finding> findings(List<NcclLibrary> libraries) {
        if (libraries.isEmpty()) {
            return List.of(Finding.warn(
                    CHECK, "no libnccl found on this node", "name the one that the job uses: --nccl PATH"));
        }
        Map<NcclVersion, List<String>> places = new TreeMap<>();
        libraries.forEach(library -> places.computeIfAbsent(library.version(), _ -> new ArrayList<>())
                .add(library.where()));
        List<Finding> findings = new ArrayList<>();
        places.forEach((version, where) -> {
            findings.add(version(version, where));
            NcclFacts.of(version).stream()
                    .filter(fact -> isNews(fact, version))
                    .forEach(fact -> findings.add(known(version, fact)));
        });
        return findings;
    }

    private static Finding version(NcclVersion version, List<String> where) {
        String what = version + " at " + String.join(", ", where);
        Optional<ProfilerApi> api = ProfilerApi.of(version);
        if (api.isEmpty() || api.get().compareTo(ProfilerApi.OLDEST) < 0) {
            return Finding.fail(
                    CHECK,
                    what + api.map(old -> " has profiler API v" + old.number()).orElse(" has no profiler API"),
                    "use NCCL 2.27.3 or newer: the plugin needs v" + ProfilerApi.OLDEST.number());
        }
        String spoken = what + ", profiler API v" + api.get().number();
        return api.get() == ProfilerApi.OLDEST
                ? Finding.warn(CHECK, spoken, "use NCCL 2.27.3 or newer to have durations and ranks")
                : Finding.ok(CHECK, spoken);
    }

    /// Versions that are refused or warned of are not told the same twice.
    private static boolean isNews(NcclFact fact, NcclVersion version) {
        return ProfilerApi.of(version)
                        .filter(api -> api.compareTo(ProfilerApi.OLDEST) >= 0)
                        .isPresent()
                && !fact.id().equals("no-gpu-times");
    }

    private Finding known(NcclVersion version, NcclFact fact) {
        String check = CHECK + " " + version;
        String what = fact.what() + " [" + fact.id() + ", " + fact.source() + "]";
        if (fact.isWorkedAround(machine.environment())) {
            return Finding.ok(check, fact.setting().orElse("") + " works around: " + what);
        }
        return switch (fact.kind()) {
            case LIMIT -> Finding.note(check, what, fact.remedy());
            case DEFECT -> Finding.warn(check, what, fact.remedy());
        };
    }
}
