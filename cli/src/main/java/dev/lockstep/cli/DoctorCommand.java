// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.cli.doctor.Doctor;
import dev.lockstep.cli.doctor.DoctorReport;
import dev.lockstep.cli.doctor.Finding;
import dev.lockstep.cli.doctor.Finding.Level;
import dev.lockstep.cli.doctor.Surroundings;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.core.config.InvalidConfigException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep doctor`: what keeps Lockstep from seeing on this node, one line each with what to do.
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Says what keeps Lockstep from seeing on this node, and what to do about it.",
        footer = {
            "",
            "Run it with the environment of the job and as its user. It changes nothing.",
            "Exit codes: 0 nothing failed (there may be warnings), 1 something failed, 2 bad options."
        })
final class DoctorCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Option(
            names = "--nccl",
            paramLabel = "PATH",
            description = "The job's libnccl.so or its folder; default all that are found.")
    private @Nullable Path nccl;

    @Option(
            names = "--agent",
            paramLabel = "URL",
            description = "The agent; default where this environment makes it listen, http://127.0.0.1:28029.")
    private @Nullable URI agent;

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description = "The Prometheus that should scrape the agent; default not asked.")
    private @Nullable URI prometheus;

    @Option(names = "--json", description = "Print one JSON object instead of lines.")
    private boolean json;

    @Override
    public Integer call() {
        Map<String, String> environment = System.getenv();
        Machine here = Machine.here();
        Surroundings machine = new Surroundings(Path.of("/"), environment, here.uid());
        Doctor.Questions questions = new Doctor.Questions(
                Optional.ofNullable(nccl),
                agent == null ? agentOf(environment, here) : agent,
                Optional.ofNullable(prometheus));
        List<Finding> findings = Doctor.examine(machine, questions, SystemClock.monotonicNanos());
        if (json) {
            spec.commandLine().getOut().println(DoctorReport.json(findings));
            spec.commandLine().getOut().flush();
        } else {
            DoctorReport.print(findings, spec.commandLine().getOut());
        }
        return DoctorReport.count(findings, Level.FAIL) == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    /// Where an agent with this environment listens; its default if that is wrong, which the agent itself will tell.
    private static URI agentOf(Map<String, String> environment, Machine here) {
        InetSocketAddress listen;
        try {
            listen = AgentConfig.parse(Map.of(), environment, here).serving().listen();
        } catch (InvalidConfigException wrong) {
            listen = AgentConfig.parse(Map.of(), Map.of(), here).serving().listen();
        }
        String host = listen.getAddress().isAnyLocalAddress() ? "127.0.0.1" : listen.getHostString();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + listen.getPort());
    }
}
