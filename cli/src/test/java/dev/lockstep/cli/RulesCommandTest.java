// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.generated.GeneratedFile;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.rules.Backfill;
import dev.lockstep.cli.rules.RulePack;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RulesCommandTest {
    @TempDir
    private Path folder;

    @Test
    void writesTheRulesBelowTheFolder() {
        String printed = run("rules", "--out", folder.toString());

        for (GeneratedFile file : RulePack.files()) {
            assertThat(folder.resolve(file.path())).hasContent(file.text());
            assertThat(printed).contains(folder.resolve(file.path()).toString());
        }
    }

    @Test
    void writesThePassesOfABackfill() {
        run("rules", "--backfill", "--out", folder.toString());

        assertThat(folder.resolve(Backfill.files().getFirst().path())).exists();
        assertThat(folder.resolve(RulePack.files().getFirst().path())).doesNotExist();
    }

    @Test
    void keepsTheCommittedPageFresh() throws IOException {
        assertThat(run("rules-docs"))
                .as("run ./lockstep rules-docs > docs/recording-rules.md")
                .isEqualTo(Files.readString(Checkout.root().resolve("docs/recording-rules.md")));
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine line = Lockstep.commandLine().setOut(new PrintWriter(out));
        assertThat(line.execute(arguments)).isEqualTo(ExitCode.OK);
        return out.toString();
    }
}
