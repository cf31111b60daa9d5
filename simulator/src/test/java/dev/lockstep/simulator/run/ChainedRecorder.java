// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.simulator.timeline.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The recording plugin of `plugin/test/chained`, which speaks version 5 and asks for what NVIDIA's
/// Inspector asks for, built where the test runs.
///
/// @param library built
/// @param directory of its recordings
record ChainedRecorder(Path library, Path directory) {
    private static final String VERSION_5 = "-DRECORDER_APIS=1<<5";
    private static final String OPERATIONS_AND_KERNEL_CHANNELS = Integer.toString(1 << 1 | 1 << 2 | 1 << 6);

    static ChainedRecorder build(Path directory) throws IOException, InterruptedException {
        Path sources = Examples.root().resolve("plugin/test/chained");
        Path library = directory.resolve("librecorder.so");
        List<String> command = new ArrayList<>(List.of("cc", "-std=c11", "-D_GNU_SOURCE", "-shared", "-fPIC"));
        command.addAll(List.of("-fvisibility=hidden", VERSION_5, "-o", library.toString()));
        try (var files = Files.list(sources)) {
            files.map(Path::toString).filter(name -> name.endsWith(".c")).forEach(command::add);
        }
        assumeThat(System.getenv("PATH").split(":", -1)).anyMatch(folder -> Files.isExecutable(Path.of(folder, "cc")));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return new ChainedRecorder(library, directory);
    }

    /// What it is told, in whose process it runs.
    Map<String, String> environment(String recording) {
        return Map.of(
                "RECORDER_LOG",
                directory.resolve(recording).toString(),
                "RECORDER_MASK",
                OPERATIONS_AND_KERNEL_CHANNELS,
                "RECORDER_QUIET",
                "yes");
    }

    /// How many callbacks of each kind it had got when its last communicator ended.
    List<String> recorded(String recording) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve(recording));
        assertThat(lines).endsWith("unknown pointers 0", "unloaded");
        return lines.subList(lines.size() - 7, lines.size());
    }
}
