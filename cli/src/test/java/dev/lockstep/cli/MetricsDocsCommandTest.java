// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The committed page is what the command prints.
class MetricsDocsCommandTest {
    @Test
    void keepsTheCommittedPageFresh() throws IOException {
        assertThat(printed())
                .as("run ./lockstep metrics-docs > docs/metrics.md")
                .isEqualTo(Files.readString(Checkout.root().resolve("docs/metrics.md")));
    }

    private static String printed() {
        StringWriter out = new StringWriter();
        CommandLine line = Lockstep.commandLine().setOut(new PrintWriter(out));
        assertThat(line.execute("metrics-docs")).isEqualTo(ExitCode.OK);
        return out.toString();
    }
}
