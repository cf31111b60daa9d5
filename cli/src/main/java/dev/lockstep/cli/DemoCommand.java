// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.demo.Demo;
import dev.lockstep.cli.demo.DemoFault;
import dev.lockstep.cli.demo.DemoOptions;
import dev.lockstep.cli.demo.peer.Peer;
import dev.lockstep.cli.process.BuiltFiles;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.run.GracefulStop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `lockstep demo`: a simulated training job goes through the real plugin, an agent watches each node, a brain compares
/// them, and the terminal shows what the agents see and whom the brain names.
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Plays a simulated training job into the plugin and shows live what the agents see and whom the brain"
                        + " names. Needs no GPU.",
        footer = {"", "Ctrl-C ends it at any time. Leaves nothing behind."})
final class DemoCommand implements Callable<Integer> {
    private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,6})(s|m|h)");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call().
    private CommandSpec spec;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description =
                    "Ends after that time, such as 30s or 5m. By default a demo with a fault ends when that is found, or"
                            + " after four minutes, and any other at Ctrl-C.")
    private @Nullable String duration;

    @Option(
            names = "--with",
            paramLabel = "SERVER",
            split = ",",
            completionCandidates = Servers.class,
            converter = Servers.class,
            description = "Starts real servers beside the agents, with Lockstep's rules, dashboards and a"
                    + " dcgm-exporter for each node: ${COMPLETION-CANDIDATES}. Prints alerts as they arrive.")
    private Set<Peer> servers = EnumSet.noneOf(Peer.class);

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            defaultValue = "none",
            converter = FaultWord.class,
            description = "What goes wrong after ten seconds: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE});"
                    + " late-rank is another word for straggler.")
    private DemoFault fault = DemoFault.NONE;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            description = "A scenario of your own instead; docs/simulator.md explains them.")
    private @Nullable Path scenario;

    @Override
    public Integer call() throws IOException, InterruptedException {
        BuiltFiles built = BuiltFiles.found();
        DemoOptions options = new DemoOptions(
                fault,
                servers(),
                Optional.ofNullable(scenario),
                Optional.ofNullable(duration).map(DemoCommand::parse),
                built.plugin(),
                built.driver());
        Demo demo = new Demo(options, spec.commandLine().getOut(), SystemClock.wall(), SystemClock.monotonicNanos());
        GracefulStop.install(demo::stop);
        try {
            return demo.run() ? ExitCode.OK : ExitCode.FAILED;
        } finally {
            GracefulStop.finished();
        }
    }

    /// Alertmanager is told by Prometheus, so it does not come alone.
    private Set<Peer> servers() {
        Set<Peer> all = EnumSet.noneOf(Peer.class);
        all.addAll(servers);
        if (!all.isEmpty()) {
            all.add(Peer.PROMETHEUS);
        }
        return all;
    }

    /// The words of `--with`.
    static final class Servers implements ITypeConverter<Peer>, Iterable<String> {
        private static final List<Peer> OFFERED = List.of(Peer.PROMETHEUS, Peer.ALERTMANAGER);

        @Override
        public Peer convert(String word) {
            return OFFERED.stream()
                    .filter(peer -> peer.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + word + "' is none of " + OFFERED));
        }

        @Override
        public Iterator<String> iterator() {
            return OFFERED.stream().map(Peer::toString).iterator();
        }
    }

    /// The words of `--fault`.
    static final class FaultWord implements ITypeConverter<DemoFault> {
        @Override
        public DemoFault convert(String word) {
            return DemoFault.of(word)
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + word + "' is none of " + Arrays.toString(DemoFault.values())));
        }
    }

    private static Duration parse(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidConfigException(List.of("--for: '" + text + "' is no time such as 30s, 5m or 1h"));
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }
}
