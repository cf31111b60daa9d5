// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.core.analysis.cause.ras.RasComm;
import dev.lockstep.core.analysis.cause.ras.RasProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Collects what a report says of one communicator, also in several sections.
final class CommBuilder {
    /// Named ranks that are kept a communicator.
    static final int NAMED_MAX = 4096;

    final int group;
    final String hash;
    long missingCount;
    final List<RasComm.Missing> missing = new ArrayList<>();
    final Map<String, Integer> statusCounts = new LinkedHashMap<>();
    final List<RasProcess> statusOutliers = new ArrayList<>();
    private final List<Open> counts = new ArrayList<>();
    private final List<Open> failures = new ArrayList<>();
    private int named;

    /// A group of ranks whose names still come.
    static final class Open {
        final String name;
        final long value;
        final boolean isInit;
        final int ranks;
        final List<RasProcess> listed = new ArrayList<>();

        Open(String name, long value, boolean isInit, int ranks) {
            this.name = name;
            this.value = value;
            this.isInit = isInit;
            this.ranks = ranks;
        }
    }

    CommBuilder(int group, String hash) {
        this.group = group;
        this.hash = hash;
    }

    void count(String function, long value, int ranks) {
        if (counts.size() < NAMED_MAX) {
            counts.add(new Open(function, value, false, ranks));
        }
    }

    void failure(boolean isInit, String error, int ranks) {
        if (failures.size() < NAMED_MAX) {
            failures.add(new Open(error, 0, isInit, ranks));
        }
    }

    void ofLastCount(RasProcess process) {
        add(counts, process);
    }

    void ofLastFailure(RasProcess process) {
        add(failures, process);
    }

    private void add(List<Open> groups, RasProcess process) {
        if (!groups.isEmpty() && named++ < NAMED_MAX) {
            groups.getLast().listed.add(process);
        }
    }

    void missing(RasProcess process, boolean isSilent, boolean isDead) {
        if (named++ < NAMED_MAX) {
            missing.add(new RasComm.Missing(process, isSilent, isDead));
        }
    }

    void outlier(RasProcess process) {
        if (named++ < NAMED_MAX) {
            statusOutliers.add(process);
        }
    }

    RasComm build(OptionalInt size, String status) {
        return new RasComm(
                hash,
                size,
                status,
                statusCounts,
                statusOutliers,
                Math.max(missingCount, missing.size()),
                missing,
                counts.stream()
                        .map(open -> new RasComm.Count(open.name, open.value, open.ranks, open.listed))
                        .toList(),
                failures.stream()
                        .map(open -> new RasComm.Failure(open.isInit, open.name, open.ranks, open.listed))
                        .toList());
    }
}
