// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.agent.flight.FlightFileException;
import dev.lockstep.agent.flight.FlightFiles;
import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.cli.flight.FlightJson;
import dev.lockstep.cli.flight.FlightList;
import dev.lockstep.cli.flight.FlightText;
import dev.lockstep.cli.flight.PerfettoTrace;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.SystemClock;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `lockstep flight`: shows what is left of processes that died. One file is shown whole, several as a table:
///
/// ```
/// process 4711 on node-a, rank 3 of job 1234.0
///   ended    killed or crashed between 2026-11-30 12:00:01 and 12:00:02.113 UTC: it did not close its file
/// …
/// in flight: 1
///       age  enqueued      communicator      operation                bytes  sequence  ordinal  channels
///   31.2 s   11:59:31.001  0123456789abcdef  AllReduce RING/SIMPLE  16777216    4711     4710  4 started, 2 stopped
/// ```
@Command(
        name = "flight",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Shows flight records: what is left of processes that died, and of those that live what there is.",
        footer = {
            "",
            "A FILE is a flight record (.flight) or a shared-memory file (.lockstep) of a dead or living process;",
            "a directory stands for all such files in it. docs/flight-records.md says how to read what is shown."
        })
final class FlightCommand implements Callable<Integer> {
    private static final int LAST = 10;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call() is called.
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Flight records, or directories of them.")
    private List<Path> paths = List.of();

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "Show so many finished operations of each communicator; default ${DEFAULT-VALUE}.")
    private int last = LAST;

    @Option(names = "--json", description = "Print everything as JSON, one object a line for each file.")
    private boolean isJson;

    @Option(
            names = "--perfetto",
            paramLabel = "OUT.json",
            description = "Write a trace for https://ui.perfetto.dev instead; all files in one.")
    private @Nullable Path perfetto;

    @Override
    public Integer call() throws IOException {
        List<FlightRecord> records = new ArrayList<>();
        int exitCode = ExitCode.OK;
        FlightFiles files = new FlightFiles(SystemClock.monotonicNanos());
        for (Path file : files()) {
            try {
                records.add(files.read(file));
            } catch (FlightFileException e) {
                spec.commandLine().getErr().println("lockstep: " + e.getMessage());
                exitCode = ExitCode.FAILED;
            }
        }
        show(records, Optional.ofNullable(perfetto));
        return exitCode;
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                files.addAll(FlightFiles.in(path));
            } else {
                files.add(path);
            }
        }
        return files;
    }

    private void show(List<FlightRecord> records, Optional<Path> trace) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (trace.isPresent()) {
            PerfettoTrace.write(records, Files.newBufferedWriter(trace.get()));
            out.println("lockstep flight: " + trace.get() + " has " + records.size()
                    + (records.size() == 1 ? " process" : " processes") + "; open it at https://ui.perfetto.dev");
        } else if (isJson) {
            FlightJson.write(records, out);
        } else if (isOneFile()) {
            records.forEach(record -> FlightText.of(record, last).forEach(out::println));
        } else {
            FlightList.of(records).forEach(out::println);
        }
        out.flush();
    }

    private boolean isOneFile() {
        return paths.size() == 1 && !Files.isDirectory(paths.getFirst());
    }
}
