// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `lockstep server` when it cannot start.
class ServerCommandTest {
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"foo", "--listen 127.0.0.1:0 foo", "foo --listen 127.0.0.1:0"})
    void refusesAWordThatBelongsToNothing(String arguments) {
        assertThat(execute(arguments)).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString()).startsWith("'foo' belongs to no option: remove it");
    }

    @Test
    void showsPercentagesAsTheyAreWritten() {
        assertThat(ServerCommand.create().getUsageMessage())
                .contains("default 8%")
                .doesNotContain("%%");
    }

    private int execute(String arguments) {
        return ServerCommand.create().setErr(new PrintWriter(err, true)).execute(arguments.split(" "));
    }
}
