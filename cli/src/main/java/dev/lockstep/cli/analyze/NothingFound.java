// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import dev.lockstep.cli.analyze.read.ReadFolder;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// Says why there is nothing to analyze, and what to do.
final class NothingFound {
    private NothingFound() {}

    static String in(ReadFolder folder) {
        String where = folder.paths().stream().map(Path::toString).collect(Collectors.joining(", "));
        if (!folder.foreign().isEmpty()) {
            return where + ": " + folder.foreign().size() + " files have the name of a log and none is of Inspector's,"
                    + " such as " + folder.foreign().getFirst().getFileName()
                    + "; for logs of NCCL and PyTorch there is 'lockstep diagnose'";
        }
        return where + ": there is no file of Inspector's (*.log, *.json, *.jsonl, also .gz, or *.prom); it writes them"
                + " to NCCL_INSPECTOR_DUMP_DIR if NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS is set";
    }
}
