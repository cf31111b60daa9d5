// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import dev.lockstep.cli.analyze.prom.PromText;
import dev.lockstep.cli.analyze.read.FolderReader;
import dev.lockstep.cli.analyze.read.ReadFolder;
import dev.lockstep.cli.analyze.show.AnalysisJson;
import dev.lockstep.cli.analyze.show.AnalysisText;
import dev.lockstep.cli.analyze.show.page.AnalysisPage;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lockstep analyze`: reads the files that Inspector has left of all ranks and says who was late and why, what it
/// cost,
/// what is lost, and how long collectives took, wait and transfer apart. docs/analyze.md shows what it prints.
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Reads Inspector's files of all ranks: who was late or slow, what it cost, what is lost.",
        footer = {
            "",
            "A DIR holds the JSON files of NVIDIA's NCCL Inspector (.log, .json, .jsonl, also rotated and .gz) of all",
            "ranks, or of some; or its .prom files. docs/analyze.md says how to read what is shown.",
            "Exit codes: 0 nothing was found, 1 something was found, 2 there is nothing that can be read."
        })
public final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders of Inspector's files, or single files.")
    private List<Path> paths = List.of();

    @Option(names = "--json", description = "Print everything as one JSON object.")
    private boolean isJson;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write one page with charts, which needs nothing else to be looked at.")
    private @Nullable Path page;

    /// Ready to be given to picocli.
    public AnalyzeCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new InvalidConfigException(List.of(path + ": there is no such folder or file"));
            }
        }
        ReadFolder folder = new FolderReader(Runtime.getRuntime().availableProcessors()).read(paths);
        if (folder.records() == 0 && PromText.isThere(paths)) {
            PromText.of(paths).forEach(out::println);
            out.flush();
            return ExitCode.OK;
        }
        if (folder.files() == 0) {
            throw new InvalidConfigException(List.of(NothingFound.in(folder)));
        }
        List<JobVerdict> verdicts = JobVerdict.of(folder.study());
        if (isJson) {
            AnalysisJson.write(folder, verdicts, out);
        } else {
            new AnalysisText(folder, verdicts).lines().forEach(out::println);
        }
        out.flush();
        Path file = page;
        if (file != null) {
            Files.writeString(file, AnalysisPage.of(folder, verdicts));
            spec.commandLine().getErr().println("lockstep analyze: wrote " + file);
        }
        boolean isFound =
                verdicts.stream().anyMatch(verdict -> !verdict.findings().isEmpty());
        return isFound ? ExitCode.FAILED : ExitCode.OK;
    }
}
