// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/// One run of `lockstep analyze`: what it printed and how it ended.
record Analysis(int exitCode, String out, String err) {
    static Analysis of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new AnalyzeCommand());
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        line.setExecutionExceptionHandler((failure, failed, parsed) -> {
            failed.getErr().println(failure);
            return 2;
        });
        int exitCode =
                line.execute(Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Analysis(exitCode, out.toString(), err.toString());
    }

    /// The sentence that stands first.
    String verdict() {
        return lines().getFirst();
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
