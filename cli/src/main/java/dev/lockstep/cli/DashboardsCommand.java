// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.dashboards.DashboardFiles;
import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep dashboards`: writes the Grafana dashboards.
@Command(
        name = "dashboards",
        mixinStandardHelpOptions = true,
        subcommands = DashboardsViewCommand.class,
        description = "Writes Grafana's dashboards to DIR/grafana/*.json. They are imported as they are.")
final class DashboardsCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "deploy",
            description = "Folder to write to (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private Path out;

    @Option(
            names = "--series",
            description = "Print which series dashboards may name, and their labels, as JSON; write nothing.")
    private boolean series;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter writer = spec.commandLine().getOut();
        if (series) {
            writer.print(DashboardFiles.knownSeries());
        } else {
            for (GeneratedFile file : DashboardFiles.files()) {
                writer.println(file.writeBelow(out));
            }
        }
        writer.flush();
        return ExitCode.OK;
    }
}
