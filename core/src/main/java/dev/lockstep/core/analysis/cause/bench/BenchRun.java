// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.bench;

import dev.lockstep.core.analysis.clue.Detail;
import dev.lockstep.core.analysis.clue.Source;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One run of nccl-tests as it printed itself, or several that were printed together.
///
/// @param library `nccl` or `rccl`
/// @param test `all_reduce_perf`; empty if not printed
/// @param gpus GPUs of one process, threads times GPUs; absent if not printed
/// @param averages average bus bandwidths, one a run
/// @param outOfBounds wrong values that the run counted itself; absent if not printed
/// @param isRelative whether the error column is a relative error and not a count of wrong elements (up to 2.11)
/// @param oddColumns headings before the size that no version prints
/// @param failures lines with which it broke off
public record BenchRun(
        Source source,
        String library,
        String test,
        OptionalInt gpus,
        List<Device> devices,
        List<Row> rows,
        List<Double> averages,
        boolean isAverageFailed,
        OptionalLong outOfBounds,
        boolean isRelative,
        List<String> oddColumns,
        List<String> failures)
        implements Detail {
    /// A rank and where it ran.
    public record Device(int rank, String host, long pid, String gpu) {}

    /// A line of the table.
    ///
    /// @param key value of the odd column; empty if there is none
    /// @param busBandwidth out of place, GB/s
    /// @param errors values of the error columns, out of place and in place; absent for `N/A`
    public record Row(
            long line,
            String key,
            long sizeBytes,
            OptionalDouble busBandwidth,
            OptionalDouble inPlace,
            List<Double> errors) {
        public Row {
            errors = List.copyOf(errors);
        }

        double best() {
            return Math.max(busBandwidth.orElse(0), inPlace.orElse(0));
        }
    }

    public BenchRun {
        devices = List.copyOf(devices);
        rows = List.copyOf(rows);
        averages = List.copyOf(averages);
        oddColumns = List.copyOf(oddColumns);
        failures = List.copyOf(failures);
    }

    /// Ranks of the run; 0 if that is not known.
    int ranks() {
        int byDevices = (int) devices.stream().map(Device::rank).distinct().count();
        return byDevices > 0 ? byDevices : 0;
    }

    int nodes() {
        return (int) devices.stream().map(Device::host).distinct().count();
    }
}
