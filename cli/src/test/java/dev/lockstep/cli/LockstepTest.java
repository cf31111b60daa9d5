// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class LockstepTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine line = Lockstep.commandLine();

    @Test
    void printsItsVersionAndTheJavaItRunsOn() {
        assertThat(execute("--version")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("lockstep ").contains("Java " + Runtime.version());
    }

    @Test
    void asksForACommandWhenThereIsNone() {
        assertThat(execute()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString()).startsWith("Say which command to run.").contains("Usage: lockstep");
    }

    @Test
    void refusesAnOptionItDoesNotKnow() {
        assertThat(execute("--colour")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString()).contains("--colour");
    }

    @Test
    void explainsEveryCommandInItsHelp() {
        assertThat(execute("--help")).isEqualTo(ExitCode.OK);
        line.getSubcommands().forEach((name, command) -> {
            assertThat(out.toString()).contains(name);
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as("description of %s", name)
                    .isNotEmpty();
        });
    }

    @Test
    void printsEveryProblemOfAConfigurationOnALineOfItsOwn() {
        line.addSubcommand(new Failing(new InvalidConfigException(List.of("port: missing", "speed: unknown key"))));

        assertThat(execute("failing")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString().lines()).containsExactly("lockstep: port: missing", "lockstep: speed: unknown key");
    }

    @Test
    void tellsAFailureInOneLine() {
        line.addSubcommand(new Failing(new IllegalStateException("port 9100 is taken")));

        assertThat(execute("failing")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString().lines()).containsExactly("lockstep: port 9100 is taken");
    }

    @Test
    void namesAFailureThatHasNoMessage() {
        line.addSubcommand(new Failing(new UnsupportedOperationException()));

        assertThat(execute("failing")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("UnsupportedOperationException");
    }

    @Test
    void saysWhatIsWrongWithAFile() {
        assertThat(execute("rules", "--out", "/proc/lockstep")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString().lines()).containsExactly("lockstep: /proc/lockstep: there is no such file or folder");
    }

    @Test
    void refusesAnAddressToListenOnThatIsNone() {
        for (String address : List.of("9090", "host:", ":9090", "host:65536", "host:nine")) {
            assertThat(execute("relay", "--secrets", "none", "--listen", address))
                    .isEqualTo(ExitCode.BAD_USAGE);
            assertThat(err.toString()).contains("lockstep: --listen: '" + address + "' is no HOST:PORT");
        }
    }

    private int execute(String... arguments) {
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    @Command(name = "failing", description = "Fails as it is told.")
    private record Failing(RuntimeException failure) implements Runnable {
        @Override
        public void run() {
            throw failure;
        }
    }
}
