// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.tidy;

import java.util.List;

/// Where a rule does not hold, each with its reason. The list only shrinks: one that no longer
/// applies fails the test.
final class Exemptions {
    /// One rule in one file.
    record Exemption(String path, String rule, String reason) {}

    private static final String TIDY = "cli/src/test/java/dev/lockstep/cli/tidy/";

    private Exemptions() {}

    static List<Exemption> all() {
        return List.of(
                new Exemption(TIDY + "Rules.java", "unfinished", "holds the pattern"),
                new Exemption(TIDY + "TidyTest.java", "unfinished", "holds the sample"),
                new Exemption(TIDY + "TidyTest.java", "machine-path", "holds the sample"),
                new Exemption(
                        "cli/src/main/java/dev/lockstep/cli/process/SystemClock.java",
                        "raw-clock",
                        "the one class that reads the system clock"),
                new Exemption(
                        "simulator/src/main/java/dev/lockstep/simulator/run/NodeRun.java",
                        "raw-clock",
                        "plays callbacks against the clock that the plugin reads beside it"),
                new Exemption(
                        "simulator/src/main/java/dev/lockstep/simulator/run/NodeMain.java",
                        "system-out",
                        "the main class of a simulated node's process, which prints its result"),
                new Exemption("plugin/include/shm_layout.h", "file-length", "the layout is read in one piece"),
                new Exemption("plugin/include/nccl_profiler_abi.h", "file-length", "so is NCCL's interface"),
                new Exemption("plugin/src/plugin_old.c", "parameters", "NCCL's signature"),
                new Exemption("plugin/bench/empty_plugin.c", "parameters", "NCCL's signature"),
                new Exemption("simulator/src/test/c/recording_profiler.c", "parameters", "NCCL's signature"));
    }
}
