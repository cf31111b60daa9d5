// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.AgentSetting;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep agent`: reads this node until it is told to stop (Ctrl-C, SIGTERM). It says once what it serves and what
/// it found:
///
/// ```
/// lockstep agent: node-a at http://127.0.0.1:28029/metrics
///   shared_memory: fresh, 8 processes, in /dev/shm/lockstep-0
///   inspector_json: not read, no --inspector-dir
/// ```
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Reads what this node knows of NCCL and serves it to Prometheus.",
        footer = {
            "",
            "Each option has an environment variable too: LOCKSTEP_AGENT_LISTEN, _NODE, _INSPECTOR_DIR,",
            "_POLL_INTERVAL, _GRACE; --dir is LOCKSTEP_DIR, as in the plugin. The option wins."
        })
final class AgentCommand implements Callable<Integer> {
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";
    private static final Duration FIRST_READING_MAX = Duration.ofSeconds(5);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Address to serve on; default 127.0.0.1:28029. ':28029' is every address of the node.")
    private @Nullable String listen;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "Name of this node in the label node; default the host name.")
    private @Nullable String node;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            arity = "1..*",
            description = "Directories of the plugin's shared-memory files; default /dev/shm/lockstep-<uid>.")
    private List<String> directories = List.of();

    @Option(
            names = "--inspector-dir",
            paramLabel = "DIR",
            arity = "1..*",
            description = "Directories of NVIDIA NCCL Inspector's files; default none.")
    private List<String> inspectorDirectories = List.of();

    @Option(names = "--poll-interval", paramLabel = "TIME", description = "Time between two readings; default 1s.")
    private @Nullable String pollInterval;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "How long series of ended processes stay; default 2m.")
    private @Nullable String grace;

    @Override
    public Integer call() throws IOException, InterruptedException {
        logOneLineEach();
        AgentConfig config = AgentConfig.parse(flags(), System.getenv(), Machine.here());
        CountDownLatch stopped = new CountDownLatch(1);
        Agent agent = Agent.start(config, SystemClock.wall(), SystemClock.monotonicNanos());
        closeOnSignal(agent);
        tell(agent, config);
        stopped.await();
        return Lockstep.OK;
    }

    /// The JDK's logger writes two lines a record unless it is told otherwise before its first one.
    private static void logOneLineEach() {
        if (System.getProperty(LOG_FORMAT) == null) {
            System.setProperty(LOG_FORMAT, "%1$tFT%1$tT%1$tz %4$s %5$s%6$s%n");
        }
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        put(flags, AgentSetting.LISTEN, listen);
        put(flags, AgentSetting.NODE, node);
        put(flags, AgentSetting.DIR, joined(directories));
        put(flags, AgentSetting.INSPECTOR_DIR, joined(inspectorDirectories));
        put(flags, AgentSetting.POLL_INTERVAL, pollInterval);
        put(flags, AgentSetting.GRACE, grace);
        return flags;
    }

    private static void put(Map<String, String> flags, AgentSetting setting, @Nullable String value) {
        if (value != null) {
            flags.put(setting.key(), value);
        }
    }

    private static @Nullable String joined(List<String> paths) {
        return paths.isEmpty() ? null : String.join(":", paths);
    }

    /// A signal ends the process by its hooks. It was asked for, so the exit code is 0 and not the 143 or 130 that a
    /// JVM gives.
    private void closeOnSignal(Agent agent) {
        PrintWriter out = spec.commandLine().getOut();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            agent.close();
                            out.println("lockstep agent: stopped");
                            out.flush();
                            Runtime.getRuntime().halt(Lockstep.OK);
                        },
                        "lockstep-stop"));
    }

    private void tell(Agent agent, AgentConfig config) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.println("lockstep agent: " + config.node() + " at " + url(agent.address()));
        agent.awaitFirstReading(FIRST_READING_MAX);
        NodeSnapshot snapshot = agent.snapshot();
        snapshot.sources().forEach(source -> out.println("  " + source.name() + ": " + SourceWords.of(source)));
        snapshot.pending().forEach(name -> out.println("  " + name + ": still reading"));
        if (config.inspectorDirs().isEmpty()) {
            out.println("  inspector_json: not read, no --inspector-dir");
        }
        out.println("  reads every " + config.pollInterval().toMillis() + " ms: " + paths(config));
        out.flush();
    }

    private static String paths(AgentConfig config) {
        return Stream.of(config.sharedMemoryDirs(), config.inspectorDirs())
                .flatMap(List::stream)
                .map(Path::toString)
                .collect(Collectors.joining(", "));
    }

    private static String url(InetSocketAddress address) {
        String host = address.getAddress().isAnyLocalAddress() ? "localhost" : address.getHostString();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + "/metrics";
    }
}
