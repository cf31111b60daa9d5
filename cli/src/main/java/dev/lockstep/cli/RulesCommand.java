// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.alertmanager.AlertmanagerFiles;
import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.rules.Backfill;
import dev.lockstep.cli.rules.RulePack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lockstep rules`: writes the rules of Prometheus as they are committed under `deploy/`.
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        description = "Writes the rules for Prometheus and the configuration of Alertmanager, as they are committed.",
        footer = {
            "",
            "Prometheus loads prometheus/*.rules.yml and, as its histograms are, prometheus/classic/*.rules.yml"
                    + " or prometheus/native/*.rules.yml."
        })
final class RulesCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call().
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "deploy",
            description = "Where to write them (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it, it has a default.
    private Path out;

    @Option(
            names = "--backfill",
            description = "Writes prometheus/backfill instead: the rules in passes, to make a history with promtool;"
                    + " docs/operations/look-back.md tells how.")
    private boolean backfill;

    @Override
    public Integer call() throws IOException {
        for (GeneratedFile file : backfill ? Backfill.files() : committed()) {
            spec.commandLine().getOut().println(file.writeBelow(out));
        }
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private static List<GeneratedFile> committed() {
        List<GeneratedFile> files = new ArrayList<>(RulePack.files());
        files.addAll(AlertmanagerFiles.committed());
        return files;
    }
}
