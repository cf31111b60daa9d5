// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertmanagerCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void writesAConfigurationThatOnlyItsOwnerMayRead() throws IOException {
        Files.writeString(folder.resolve("slack-webhook-url"), "https://hooks.slack.com/services/T/B/1");
        Files.writeString(folder.resolve("slack-digest-webhook-url"), "https://hooks.slack.com/services/T/B/2");
        Path file = folder.resolve("alertmanager.yml");

        assertThat(execute(file, "--channels", "slack", "--grafana", "https://grafana.example.com"))
                .isZero();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file).content().contains("slack-webhook-url").doesNotContain("hooks.slack.com");
        assertThat(folder.resolve("templates/lockstep.tmpl")).content().contains("}}https://grafana.example.com{{");
    }

    @Test
    void namesEverySecretThatIsMissingAndWritesNothing() {
        Path file = folder.resolve("alertmanager.yml");

        assertThat(execute(file, "--channels", "slack,dead-man")).isEqualTo(ExitCode.BAD_USAGE);

        assertThat(err.toString().lines())
                .containsExactly(
                        problem("slack-webhook-url", "slack"),
                        problem("slack-digest-webhook-url", "slack"),
                        problem("dead-man-url", "dead-man"));
        assertThat(file).doesNotExist();
    }

    @Test
    void knowsItsChannels() {
        assertThat(execute(folder.resolve("alertmanager.yml"), "--channels", "pager"))
                .isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString()).contains("pager").contains("wecom-robot");
    }

    private String problem(String name, String channel) {
        return "lockstep: " + folder.resolve(name) + " is missing; channel " + channel
                + " needs it (--channels leaves channels out)";
    }

    private int execute(Path file, String... more) {
        String[] arguments = new String[5 + more.length];
        arguments[0] = "alertmanager";
        arguments[1] = "--secrets";
        arguments[2] = folder.toString();
        arguments[3] = "--out";
        arguments[4] = file.toString();
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Lockstep.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
