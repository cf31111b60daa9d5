// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.demo.peer.Peer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From a fault in the simulated job, through the real plugin, agents, Prometheus with the rules as they are committed,
/// and Alertmanager, to the webhook; and beside it a healthy job, which must wake nobody. Takes two minutes, as the
/// rules
/// do; with `-Dlockstep.alerts.resolve=true` it also waits until the alert is over, two minutes more.
final class DemoAlertsTest {
    private static final Path ROOT = Checkout.root();
    private static final Path PLUGIN = ROOT.resolve("plugin/build/libnccl-profiler-lockstep.so");
    private static final Path DRIVER = ROOT.resolve("simulator/target/native/libcuda.so.1");
    private static final Duration NAMED_WITHIN = Duration.ofMinutes(3);
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final int LATE_RANK = 5;
    private static final boolean RESOLVES = Boolean.getBoolean("lockstep.alerts.resolve");

    /// A line of the demo about what fires: severity, alert, node, GPU, rank, minutes and seconds after the fault
    /// began.
    private static final Pattern NAMED = Pattern.compile(
            "ALERT {2}P1 (\\w+) {2}(\\S+) (GPU\\S*(?: \\d+)?) rank (\\d+) {2}(?:(\\d+)m)?(\\d+)s after the fault began: (.+)");
    private static final Pattern OVER = Pattern.compile("ALERT {2}P1 (\\w+) .* over(?:, \\S+ after the fault ended)?");
    private static final Pattern PAGE = Pattern.compile("ALERT {2}P[012] ");

    private static final String JOB = """
            seed: 12
            steps: 100000
            cluster.nodes: 2
            cluster.gpus-per-node: 4
            groups.tensor: 2
            model.layers: 2
            model.microbatches: 2
            compute.forward: 12ms
            """;

    @TempDir
    private Path folder;

    @Test
    void namesTheLateRankOnceAndLeavesAHealthyJobAlone() throws Exception {
        for (Peer peer : List.of(Peer.PROMETHEUS, Peer.ALERTMANAGER)) {
            assumeTrue(peer.find().isPresent(), peer + " is not installed");
        }
        assumeTrue(Files.exists(PLUGIN), "the plugin is not built: make -C plugin");
        assumeTrue(Files.exists(DRIVER), "the simulated driver is not built: make -C simulator/src/main/c");
        Running late =
                Running.of(scenario("late", "fault: late-rank rank=%d from=60 to=460 factor=2\n".formatted(LATE_RANK)));
        Running healthy = Running.of(scenario("healthy", ""));

        Pattern last = RESOLVES ? OVER : NAMED;
        await().atMost(PATIENCE).until(() -> last.matcher(late.text()).find() || late.isOver());
        late.stop();
        healthy.stop();

        assertNamed(late.text());
        assertThat(OVER.matcher(late.text()).results()).hasSize(RESOLVES ? 1 : 0);
        assertThat(healthy.text()).doesNotContain("ALERT");
    }

    private static void assertNamed(String text) {
        Matcher named = NAMED.matcher(text);
        assertThat(named.find()).as(text).isTrue();
        assertThat(named.group(1)).isEqualTo("NcclStraggler");
        assertThat(named.group(2)).isEqualTo("node-b");
        assertThat(named.group(3)).startsWith("GPU");
        assertThat(named.group(4)).isEqualTo(String.valueOf(LATE_RANK));
        long minutes = Optional.ofNullable(named.group(5)).map(Long::parseLong).orElse(0L);
        assertThat(Duration.ofMinutes(minutes).plusSeconds(Long.parseLong(named.group(6))))
                .isLessThan(NAMED_WITHIN);
        Stream<String> pages = text.lines().filter(line -> PAGE.matcher(line).find());
        assertThat(pages.filter(line -> !OVER.matcher(line).find())).hasSize(1);
    }

    private Path scenario(String name, String fault) throws Exception {
        return Files.writeString(folder.resolve(name + ".scenario"), JOB + fault);
    }

    /// A demo on a thread of its own.
    private record Running(Demo demo, StringWriter out, CompletableFuture<Boolean> ended) {
        static Running of(Path scenario) {
            StringWriter out = new StringWriter();
            DemoOptions options = new DemoOptions(
                    DemoFault.NONE,
                    Set.of(Peer.PROMETHEUS, Peer.ALERTMANAGER),
                    Optional.of(scenario),
                    Optional.of(PATIENCE),
                    PLUGIN.toAbsolutePath(),
                    Optional.of(DRIVER.toAbsolutePath()));
            Demo demo = new Demo(options, new PrintWriter(out), InstantSource.system(), System::nanoTime);
            CompletableFuture<Boolean> ended = new CompletableFuture<>();
            Thread.ofPlatform().name("demo").start(() -> {
                try {
                    ended.complete(demo.run());
                } catch (Exception e) {
                    ended.completeExceptionally(e);
                }
            });
            return new Running(demo, out, ended);
        }

        String text() {
            return out.toString();
        }

        boolean isOver() {
            return ended.isDone();
        }

        void stop() {
            demo.stop();
            assertThat(ended.join()).as(text()).isTrue();
        }
    }
}
