// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.bench;

import dev.lockstep.core.analysis.cause.bench.BenchRun;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Collects a run while it is read.
final class RunBuilder {
    private static final int ROWS_MAX = 10_000;
    private static final int DEVICES_MAX = 100_000;
    private static final int FAILURES_MAX = 64;

    final long line;
    String library = "nccl";
    String test = "";
    OptionalInt gpus = OptionalInt.empty();
    OptionalLong outOfBounds = OptionalLong.empty();
    boolean isAverageFailed;
    boolean isRelative;
    List<String> oddColumns = List.of();
    final List<Double> averages = new ArrayList<>();
    private final List<BenchRun.Device> devices = new ArrayList<>();
    private final List<BenchRun.Row> rows = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    RunBuilder(long line) {
        this.line = line;
    }

    void add(BenchRun.Device device) {
        if (devices.size() < DEVICES_MAX) {
            devices.add(device);
        }
    }

    void add(BenchRun.Row row) {
        if (rows.size() < ROWS_MAX) {
            rows.add(row);
        }
    }

    void fail(String words) {
        if (failures.size() < FAILURES_MAX) {
            failures.add(words);
        }
    }

    boolean hasResult() {
        return !averages.isEmpty() || !rows.isEmpty() || !failures.isEmpty();
    }

    BenchRun build(String file) {
        return new BenchRun(
                new Source(file, line),
                library,
                test,
                gpus,
                devices,
                rows,
                averages,
                isAverageFailed,
                outOfBounds,
                isRelative,
                oddColumns,
                failures);
    }
}
