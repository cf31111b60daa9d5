// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import dev.lockstep.cli.diagnose.check.Cases;
import dev.lockstep.cli.diagnose.input.Inputs;
import dev.lockstep.cli.diagnose.input.LiveRas;
import dev.lockstep.cli.diagnose.input.Reading;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lockstep diagnose`: reads logs, dumps and counters of a job that went wrong, and says who did it, or that it cannot
/// be told from this.
@Command(
        name = "diagnose",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Says from logs, dumps and counters who stopped or slowed a job, or that it cannot be told.",
        footer = {
            "",
            "A FILE is anything that a job, a kernel or a monitor wrote, many formats in one file or one in many,",
            "compressed with gzip or not; a folder, tar or zip stands for all files in it, - for standard input.",
            "Exit codes: 0 nothing is wrong, 2 a FILE is not there or the command line is wrong, 3 P2 (degraded),",
            "4 P1 (seriously), 5 P0 (the job stopped or data is wrong); with --check 0 all as",
            "expected, 1 not. docs/diagnose.md lists formats and signals."
        })
public final class DiagnoseCommand implements Callable<Integer> {
    private static final int EXIT_P2 = 3;
    private static final int EXIT_P1 = 4;
    private static final int EXIT_P0 = 5;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Files, folders, or - for standard input.")
    private List<Path> paths = List.of();

    @Option(names = "--json", description = "Print the verdict as one JSON object.")
    private boolean isJson;

    @Option(
            names = "--html",
            paramLabel = "OUT.html",
            description = "Write a page to share, with everything in one file.")
    private @Nullable Path html;

    @Option(
            names = "--redact",
            description = "Replace host names, addresses, users and paths, each by one and the same word everywhere.")
    private boolean isRedacted;

    @Option(
            names = "--check",
            paramLabel = "DIR",
            description = "Run folders of cases, each with inputs and an expect.md, and print a line a case.")
    private @Nullable Path check;

    @Option(
            names = "--ras",
            paramLabel = "HOST:PORT",
            description = "Ask NCCL's RAS of a running job too, twice in half a minute (port 28028 if none is given).")
    private @Nullable String ras;

    /// picocli writes the options into it.
    public DiagnoseCommand() {}

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path cases = check;
        if (cases != null) {
            boolean isAsExpected = Cases.run(cases, out);
            out.flush();
            return isAsExpected ? ExitCode.OK : ExitCode.FAILED;
        }
        if (paths.isEmpty() && ras == null) {
            throw new ParameterException(spec.commandLine(), "Say which files to read, or - for standard input.");
        }
        for (Path path : paths) {
            if (!isStandardInput(path) && !Files.exists(path)) {
                throw new InvalidConfigException(List.of(path + ": there is no such file or folder"));
            }
        }
        List<Sighting> seen = new ArrayList<>(Reading.all(Inputs.of(files(), file -> true)));
        boolean isBlind = !askRas(seen) && paths.isEmpty();
        Diagnosis diagnosis = Diagnoser.diagnose(seen);
        Redaction redaction = isRedacted ? Redaction.of(diagnosis) : Redaction.none();
        show(diagnosis, redaction, out);
        return isBlind ? ExitCode.FAILED : exitCode(diagnosis.severity());
    }

    private static boolean isStandardInput(Path path) {
        return path.toString().equals("-");
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            files.add(isStandardInput(path) ? Inputs.standardInput(System.in) : path);
        }
        return files;
    }

    /// Adds what RAS of a running job answers; false if it was to be asked and there is no answer.
    private boolean askRas(List<Sighting> seen) throws IOException {
        String endpoint = ras;
        if (endpoint == null) {
            return true;
        }
        LiveRas live = LiveRas.of(endpoint)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), "--ras takes HOST:PORT."));
        PrintWriter notes = spec.commandLine().getErr();
        List<Sighting> answers = live.ask(seen, notes);
        notes.flush();
        seen.addAll(answers);
        return answers.stream().anyMatch(each -> !(each instanceof ReaderNote));
    }

    private void show(Diagnosis diagnosis, Redaction redaction, PrintWriter out) throws IOException {
        if (isJson) {
            DiagnosisJson.write(diagnosis, redaction, out);
        } else {
            DiagnosisText.of(diagnosis).stream().map(redaction::apply).forEach(out::println);
        }
        Optional<Path> page = Optional.ofNullable(html);
        if (page.isPresent()) {
            Files.writeString(page.get(), DiagnosisHtml.of(diagnosis, redaction));
        }
        out.flush();
    }

    private static int exitCode(Severity severity) {
        return switch (severity) {
            case P0 -> EXIT_P0;
            case P1 -> EXIT_P1;
            case P2 -> EXIT_P2;
            case INFO -> ExitCode.OK;
        };
    }
}
