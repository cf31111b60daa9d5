// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.process;

import dev.lockstep.cli.overhead.OverheadBench;
import dev.lockstep.core.config.InvalidConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The native libraries of a checkout, where a build leaves them, or of a distribution. The launcher names its folder
/// by `lockstep.home`.
public record BuiltFiles(Path plugin, Optional<Path> driver) {
    private static final List<String> PLUGIN =
            List.of("plugin/build/libnccl-profiler-lockstep.so", "lib/libnccl-profiler-lockstep.so");
    private static final List<String> DRIVER =
            List.of("simulator/target/native/libcuda.so.1", "lib/simulator/libcuda.so.1");

    public static BuiltFiles found() {
        Path plugin = first(PLUGIN)
                .orElseThrow(() -> new InvalidConfigException(List.of("the plugin is not built: make -C plugin")));
        return new BuiltFiles(plugin, foundDriver());
    }

    /// The simulated CUDA driver alone; absent where it is not built.
    public static Optional<Path> foundDriver() {
        return first(DRIVER);
    }

    /// What `lockstep bench overhead` runs.
    public static OverheadBench.Programs benchPrograms() {
        return new OverheadBench.Programs(
                benchProgram("bench_overhead"), found().plugin(), benchProgram("libnccl-profiler-empty.so"));
    }

    private static Path benchProgram(String name) {
        return first(List.of("plugin/build/bench/" + name, "lib/bench/" + name))
                .orElseThrow(() -> new InvalidConfigException(
                        List.of(name + " is not built: make -C plugin all && make -C plugin/bench build")));
    }

    private static Optional<Path> first(List<String> candidates) {
        Path home = Path.of(System.getProperty("lockstep.home", "")).toAbsolutePath();
        return candidates.stream()
                .map(home::resolve)
                .filter(Files::isRegularFile)
                .findFirst();
    }
}
