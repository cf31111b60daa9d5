// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.CommittedFiles;
import dev.lockstep.cli.peer.AlertmanagerServer;
import dev.lockstep.cli.peer.Promtool;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The committed configuration is fresh and valid, and alerts of each severity go where they should.
class AlertmanagerFilesTest {
    private static final Path DEPLOY = Checkout.root().resolve("deploy");

    @TempDir
    private Path secrets;

    @Test
    void keepsTheCommittedFilesFresh() {
        CommittedFiles.assertFresh(AlertmanagerFiles.committed(), "./lockstep rules");
    }

    @Test
    void passesAmtool() throws IOException, InterruptedException {
        assumeTrue(AlertmanagerServer.isInstalled(), "apt-get install prometheus-alertmanager");

        Promtool.Result result = AlertmanagerServer.tool(List.of("check-config", committed()));

        assertThat(result.exitCode()).as(result.text()).isZero();
        assertThat(result.text()).contains("1 templates");
    }

    @ParameterizedTest
    @CsvSource({
        "severity=P0 alertname=NcclJobStopped job_id=1, page",
        "severity=P1 alertname=NcclStraggler job_id=1, 'ticket,notice'",
        "severity=P1 alertname=LockstepBlind, 'ticket,notice'",
        "severity=P2 alertname=NcclCaptureLoss node=a, digest",
        "severity=info alertname=NcclAllReduceRankSlow job_id=1, nowhere",
        "severity=none alertname=LockstepWatchdog, dead-man",
        "severity=page alertname=OfSomebodyElse, nowhere"
    })
    void routesBySeverity(String labels, String receivers) throws IOException, InterruptedException {
        assumeTrue(AlertmanagerServer.isInstalled(), "apt-get install prometheus-alertmanager");

        Promtool.Result result = AlertmanagerServer.tool(List.of(
                ("config routes test --config.file=" + committed() + " --verify.receivers=" + receivers + " " + labels)
                        .split(" ")));

        assertThat(result.exitCode()).as(result.text()).isZero();
    }

    @Test
    void saysEachMissingSecretInALine() {
        assertThatThrownBy(() -> SiteValues.read(secrets, Set.of(Channel.TICKET)))
                .isInstanceOfSatisfying(
                        InvalidConfigException.class,
                        invalid -> assertThat(invalid.problems())
                                .containsExactly(
                                        secrets.resolve("ticket-url")
                                                + " is missing; channel ticket needs it (--channels leaves channels out)",
                                        secrets.resolve("ticket-token")
                                                + " is missing; channel ticket needs it (--channels leaves channels out)"));
    }

    @Test
    void refusesWhatIsNoSecret() throws IOException {
        Files.writeString(secrets.resolve("ticket-url"), "tickets.example.com");
        Files.writeString(secrets.resolve("ticket-token"), " \n");
        Files.writeString(secrets.resolve("dead-man-url"), "https://example.com/1\nhttps://example.com/2\n");

        assertThatThrownBy(() -> SiteValues.read(secrets, EnumSet.of(Channel.TICKET, Channel.DEAD_MAN)))
                .hasMessageContaining("ticket-url is no http:// or https:// address")
                .hasMessageContaining("ticket-token is empty")
                .hasMessageContaining("dead-man-url has more than one line");
    }

    @Test
    void rendersOnlyWhatAlertmanagerCannotRead() throws IOException {
        Files.writeString(secrets.resolve("ticket-url"), "https://tickets.example.com/new");
        Files.writeString(secrets.resolve("ticket-token"), "not to be seen");
        SiteValues values = SiteValues.read(secrets, Set.of(Channel.TICKET));

        String yaml = AlertmanagerFiles.configuration(
                new AlertmanagerSetup(Set.of(Channel.TICKET, Channel.SLACK), values, Addresses.usual(), Paces.usual()));

        assertThat(yaml)
                .contains("url: https://tickets.example.com/new")
                .contains("credentials_file: " + secrets.resolve("ticket-token"))
                .doesNotContain("not to be seen")
                .doesNotContain("pagerduty_configs");
    }

    @Test
    void refusesChannelsThatReachNobody() {
        assertThatThrownBy(() -> new AlertmanagerSetup(
                        Set.of(Channel.TICKET), SiteValues.placeholders(), Addresses.usual(), Paces.usual()))
                .hasMessageContaining("P0 and P1 would reach nobody");
    }

    private static String committed() {
        return DEPLOY.resolve("alertmanager/alertmanager.yml").toString();
    }
}
