// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.demo.Demo;
import dev.lockstep.cli.demo.DemoFault;
import dev.lockstep.cli.demo.DemoOptions;
import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.run.GracefulStop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep demo`: a simulated training job on two nodes of eight GPUs goes through the real plugin, an agent watches
/// each node, and a table in the terminal shows what they see.
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Plays a simulated training job into the plugin and shows live what the agents see. Needs no GPU.",
        footer = {"", "Runs until Ctrl-C, or for the time given. Leaves nothing behind."})
final class DemoCommand implements Callable<Integer> {
    private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,6})(s|m|h)");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call().
    private CommandSpec spec;

    @Option(names = "--for", paramLabel = "TIME", description = "Ends after that time, such as 30s or 5m.")
    private @Nullable String duration;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            defaultValue = "none",
            description = "What goes wrong: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
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
                Optional.ofNullable(scenario),
                Optional.ofNullable(duration).map(DemoCommand::parse),
                built.plugin(),
                built.driver());
        Demo demo = new Demo(options, spec.commandLine().getOut(), SystemClock.wall(), SystemClock.monotonicNanos());
        GracefulStop.install(demo::stop);
        try {
            return demo.run() ? Lockstep.OK : Lockstep.FAILED;
        } finally {
            GracefulStop.finished();
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
