// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The whole demo, from the simulator through the real plugin and the agents to the text on the screen.
final class DemoTest {
    private static final Path ROOT = Checkout.root();
    private static final Path PLUGIN = ROOT.resolve("plugin/build/libnccl-profiler-lockstep.so");
    private static final Path DRIVER = ROOT.resolve("simulator/target/native/libcuda.so.1");
    private static final Pattern RESULT = Pattern.compile("counted ([\\d,]+) operations of the ([\\d,]+) that");

    @BeforeAll
    static void needsThePlugin() {
        assumeTrue(Files.exists(PLUGIN), "the plugin is not built: make -C plugin");
    }

    @Test
    void countsEveryOperationThatTheSimulatorPlayedAndLeavesNothingBehind() throws Exception {
        List<Path> before = folders();

        String text = run(DemoFault.NONE, 8);

        Matcher result = RESULT.matcher(text);
        assertThat(result.find()).as(text).isTrue();
        assertThat(result.group(1)).as(text).isEqualTo(result.group(2)).isNotEqualTo("0");
        assertThat(folders()).isEqualTo(before);
    }

    @Test
    void endsCleanlyWhileRanksWaitForOneThatNeverComes() throws Exception {
        String text = run(DemoFault.HANG, 14);

        Matcher result = RESULT.matcher(text);
        assertThat(result.find()).as(text).isTrue();
        assertThat(result.group(1)).as(text).isEqualTo(result.group(2));
    }

    private static String run(DemoFault fault, int seconds) throws IOException, InterruptedException {
        StringWriter text = new StringWriter();
        DemoOptions options = new DemoOptions(
                fault,
                Set.of(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(seconds)),
                PLUGIN.toAbsolutePath(),
                Optional.of(DRIVER.toAbsolutePath()).filter(Files::exists));
        Demo demo = new Demo(options, new PrintWriter(text), InstantSource.system(), System::nanoTime);
        assertThat(demo.run()).as(text.toString()).isTrue();
        return text.toString();
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/dev/shm"))) {
            return entries.filter(path -> path.getFileName().toString().startsWith("lockstep-demo-"))
                    .sorted()
                    .toList();
        }
    }
}
