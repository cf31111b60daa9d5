// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.analyze.AnalyzeCommand;
import dev.lockstep.cli.brain.ServerCommand;
import dev.lockstep.cli.diagnose.DiagnoseCommand;
import dev.lockstep.cli.evaluate.EvaluateCommand;
import dev.lockstep.cli.report.ReportCommand;
import java.util.List;

/// The list of subcommands, in the order of the usage text. A new command is a new file and a line here.
final class Subcommands {
    private Subcommands() {}

    /// Fresh objects on every call: picocli writes options into them.
    static List<Object> all() {
        return List.of(
                new DemoCommand(),
                AgentCommand.create(),
                ServerCommand.create(),
                new DoctorCommand(),
                new AnalyzeCommand(),
                new ReportCommand(),
                new FlightCommand(),
                new DiagnoseCommand(),
                new DashboardsCommand(),
                new SimCommand(),
                new BenchCommand(),
                new EvaluateCommand(),
                new RulesCommand(),
                new AlertmanagerCommand(),
                new RelayCommand(),
                DocsCommand.ofMetrics(),
                DocsCommand.ofConfig(),
                DocsCommand.ofServerConfig(),
                DocsCommand.ofRules());
    }
}
