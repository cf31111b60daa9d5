// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.cli.overhead.OverheadBench;
import dev.lockstep.cli.process.BuiltFiles;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep bench overhead`: what watching costs on this machine, by size, detail and reading interval.
@Command(
        name = "overhead",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures what the plugin adds to an operation, from 8 B to 1 GiB, for each detail that the"
                + " control file can set, while an agent reads every 0.1, 1 and 15 seconds. Takes about two minutes;"
                + " needs two idle cores and no GPU.")
final class OverheadCommand implements Callable<Integer> {
    private static final List<Long> SIZES =
            List.of(8L, 1L << 10, 32L << 10, 256L << 10, 1L << 20, 8L << 20, 64L << 20, 1L << 30);
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMinutes(1);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call().
    private CommandSpec spec;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Measures each column this long, but at least one reading interval (default:"
                    + " ${DEFAULT-VALUE}).")
    private double seconds = 5;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            split = ",",
            defaultValue = "0.1,1,15",
            description = "How often the agent reads, 0.1 to 60; a table for each (default: ${DEFAULT-VALUE}).")
    private List<Double> intervals = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(seconds > 0 && seconds <= 3600)) {
            throw new InvalidConfigException(List.of("--seconds: " + seconds + " is not above 0 and up to 3600"));
        }
        List<Duration> readings =
                intervals.stream().map(OverheadCommand::interval).toList();
        new OverheadBench(
                        BuiltFiles.benchPrograms(),
                        OverheadCommand::agent,
                        spec.commandLine().getOut())
                .run(SIZES, readings, seconds);
        return ExitCode.OK;
    }

    private static Duration interval(double text) {
        Duration interval = Duration.ofMillis(Math.round(text * 1000));
        if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
            throw new InvalidConfigException(List.of("--interval: " + text + " is not from 0.1 to 60 seconds"));
        }
        return interval;
    }

    private static Agent agent(Path sharedMemory, Duration interval) throws IOException {
        Map<String, String> flags = Map.of(
                "listen",
                "127.0.0.1:0",
                "node",
                "bench",
                "dir",
                sharedMemory.toString(),
                "poll-interval",
                interval.toMillis() + "ms");
        return Agent.start(
                AgentConfig.parse(flags, Map.of(), Machine.here()), SystemClock.wall(), SystemClock.monotonicNanos());
    }
}
