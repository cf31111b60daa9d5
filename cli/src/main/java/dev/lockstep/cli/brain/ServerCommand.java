// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.brain;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.LongRunning;
import dev.lockstep.cli.process.ServedUrl;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.cli.process.Unmatched;
import dev.lockstep.server.Server;
import dev.lockstep.server.config.ServerConfig;
import dev.lockstep.server.config.ServerSettings;
import dev.lockstep.server.config.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// `lockstep server`: compares the ranks of all jobs until it is told to stop (Ctrl-C, SIGTERM). It says once where it
/// listens and what holds:
///
/// ```
/// lockstep server: http://127.0.0.1:28030/metrics
///   agents: lockstep agent --brain http://127.0.0.1:28030
///   settings: listen=127.0.0.1:28030 …; set by: --listen
/// ```
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Compares the ranks of all jobs, says which holds the others up, and keeps incidents.",
        footer = {
            "",
            "Each option has an environment variable (--store-dir is LOCKSTEP_SERVER_STORE_DIR) and a line in the file",
            "of --config (store_dir: /var/lib/lockstep). docs/config-server.md has them all."
        })
public final class ServerCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    private ServerCommand() {}

    /// The command with its options, which come from the table of settings.
    public static CommandLine create() {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new ServerCommand());
        for (Setting<?> setting : ServerSettings.all()) {
            spec.addOption(OptionSpec.builder(setting.flag())
                    .paramLabel(setting.form().placeholder())
                    .description(description(setting).replace("%", "%%")) // picocli takes it for a format.
                    .arity("1")
                    .type(String.class)
                    .build());
        }
        Unmatched.leaveIn(spec);
        return new CommandLine(spec);
    }

    private static String description(Setting<?> setting) {
        return setting.meaning() + "; " + setting.form().words() + "; default " + setting.fallback();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LongRunning.logOneLineEach();
        ServerConfig config = ServerConfig.parse(given(spec.commandLine().getParseResult()), System.getenv());
        CountDownLatch stopped = new CountDownLatch(1);
        Server server = Server.start(config, SystemClock.wall(), SystemClock.monotonicNanos());
        LongRunning.closeOnSignal("server", server::close, spec.commandLine().getOut());
        tell(server, config);
        stopped.await();
        return ExitCode.OK;
    }

    /// What was given by the settings' keys. Unknown options are there under their own names, so that they are told
    /// with all other problems.
    private static Map<String, String> given(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        for (Setting<?> setting : ServerSettings.all()) {
            if (parsed.hasMatchedOption(setting.flag())) {
                given.put(setting.key(), parsed.matchedOptionValue(setting.flag(), ""));
            }
        }
        Unmatched.names(parsed).forEach(name -> given.put(name, ""));
        return given;
    }

    private void tell(Server server, ServerConfig config) {
        PrintWriter out = spec.commandLine().getOut();
        String url = ServedUrl.of(server.scheme(), server.address());
        out.println("lockstep server: " + url + "/metrics");
        out.println("  agents: lockstep agent --brain " + url);
        out.println("  settings: " + config.effective().line());
        out.flush();
    }
}
