// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.config.ConfigPage;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.rules.RecordingRulesPage;
import dev.lockstep.core.metric.page.MetricsPage;
import dev.lockstep.server.config.ServerConfigPage;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lockstep metrics-docs > docs/metrics.md`, `lockstep config-docs > docs/config.md`, `lockstep
/// server-config-docs > docs/config-server.md` and `lockstep rules-docs > docs/recording-rules.md`: a page that
/// is generated from the table that the code uses.
@Command(mixinStandardHelpOptions = true)
final class DocsCommand implements Callable<Integer> {
    private final Supplier<String> page;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    private DocsCommand(Supplier<String> page) {
        this.page = page;
    }

    static CommandLine ofMetrics() {
        return create(
                "metrics-docs", "Prints docs/metrics.md, generated from the metric catalogue.", MetricsPage::text);
    }

    static CommandLine ofConfig() {
        return create("config-docs", "Prints docs/config.md, generated from the tables of settings.", ConfigPage::text);
    }

    static CommandLine ofServerConfig() {
        return create(
                "server-config-docs",
                "Prints docs/config-server.md, generated from the table of the brain's settings.",
                ServerConfigPage::text);
    }

    static CommandLine ofRules() {
        return create(
                "rules-docs",
                "Prints docs/recording-rules.md, generated from the recording rules.",
                RecordingRulesPage::text);
    }

    private static CommandLine create(String name, String description, Supplier<String> page) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new DocsCommand(page)).name(name);
        spec.usageMessage().description(description);
        return new CommandLine(spec);
    }

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(page.get());
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
