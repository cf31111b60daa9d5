// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.process.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class OverheadCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void measuresEachSizeForEachDetailWhileAnAgentReads() {
        assumeTrue(
                Files.exists(Checkout.root().resolve("plugin/build/bench/bench_overhead")),
                "the benchmark is not built: make -C plugin/bench build");

        int code = execute("bench", "overhead", "--seconds", "0.05", "--interval", "0.1");

        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .containsPattern("(?m)^agent reads every 0.1 s$")
                .containsPattern("(?m)^      8 B +1 +[\\d.]+ us( +-?\\d+ ns +-?[\\d.]+ %){4}$")
                .containsPattern("(?m)^    1 GiB +32 +[\\d.]+ us( +-?\\d+ ns +-?[\\d.]+ %){4}$");
    }

    @Test
    void refusesAnIntervalThatTheAgentDoesNotHave() {
        assertThat(execute("bench", "overhead", "--interval", "0.01")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString()).isEqualTo("lockstep: --interval: 0.01 is not from 0.1 to 60 seconds\n");
    }

    private int execute(String... arguments) {
        CommandLine line =
                Lockstep.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
