// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.core.metric.MetricsPage;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lockstep metrics-docs > docs/metrics.md`: the page about all metrics, from their catalogue.
@Command(
        name = "metrics-docs",
        mixinStandardHelpOptions = true,
        description = "Prints docs/metrics.md, generated from the metric catalogue.")
final class MetricsDocsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(MetricsPage.text());
        spec.commandLine().getOut().flush();
        return Lockstep.OK;
    }
}
