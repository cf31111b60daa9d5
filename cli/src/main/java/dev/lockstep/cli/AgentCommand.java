// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceWords;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.LongRunning;
import dev.lockstep.cli.process.ServedUrl;
import dev.lockstep.cli.process.SystemClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lockstep agent`: reads this node until it is told to stop (Ctrl-C, SIGTERM). It says once what it serves and what
/// it found:
///
/// ```
/// lockstep agent: node-a at http://127.0.0.1:28029/metrics
///   shared_memory: fresh, 8 processes, in /dev/shm/lockstep-0
///   inspector_json: not read, no --inspector-dir
///   settings: listen=127.0.0.1:28029 node=node-a dir=/dev/shm/lockstep-0 poll_interval=1s grace=2m; set by: --node
///   reads every 1000 ms: /dev/shm/lockstep-0
/// ```
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Reads what this node knows of NCCL and serves it to Prometheus.",
        footer = {
            "",
            "Each option has an environment variable (--poll-interval is LOCKSTEP_AGENT_POLL_INTERVAL; --dir is",
            "LOCKSTEP_DIR, as in the plugin) and a line in the file of --config (poll_interval: 500ms).",
            "Options win over the environment, the environment over the file. docs/config.md has them all."
        })
final class AgentCommand implements Callable<Integer> {
    private static final Duration FIRST_READING_MAX = Duration.ofSeconds(5);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    /// The command with its options, which come from the table of settings.
    static CommandLine create() {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new AgentCommand());
        AgentOptions.addTo(spec);
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LongRunning.logOneLineEach();
        AgentConfig config = AgentConfig.parse(
                AgentOptions.given(spec.commandLine().getParseResult()), System.getenv(), Machine.here());
        CountDownLatch stopped = new CountDownLatch(1);
        Agent agent = Agent.start(config, SystemClock.wall(), SystemClock.monotonicNanos());
        LongRunning.closeOnSignal("agent", agent::close, spec.commandLine().getOut());
        tell(agent, config);
        stopped.await();
        return ExitCode.OK;
    }

    private void tell(Agent agent, AgentConfig config) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.println("lockstep agent: " + config.node() + " at " + ServedUrl.of(agent.scheme(), agent.address())
                + "/metrics");
        agent.awaitFirstReading(FIRST_READING_MAX);
        NodeSnapshot snapshot = agent.snapshot();
        snapshot.sources().forEach(source -> out.println("  " + source.name() + ": " + SourceWords.of(source)));
        snapshot.pending().forEach(name -> out.println("  " + name + ": still reading"));
        if (config.reading().inspectorDirs().isEmpty()) {
            out.println("  inspector_json: not read, no --inspector-dir");
        }
        out.println("  settings: " + config.effective().line());
        out.println("  reads every " + config.reading().pollInterval().toMillis() + " ms: " + paths(config));
        out.flush();
    }

    private static String paths(AgentConfig config) {
        return Stream.of(
                        config.reading().sharedMemoryDirs(),
                        config.reading().inspectorDirs(),
                        config.reading().inspectorPromDirs())
                .flatMap(List::stream)
                .map(Path::toString)
                .collect(Collectors.joining(", "));
    }
}
