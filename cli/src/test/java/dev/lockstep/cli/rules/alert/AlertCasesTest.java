// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.peer.Tree;
import dev.lockstep.cli.rules.model.AlertRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Each alert has cases in which it fires, stays silent on its look-alike and resolves, and a page. That the cases
/// hold, with labels and words, is for [dev.lockstep.cli.rules.RuleUnitTest].
class AlertCasesTest {
    private static final Path TESTS = Checkout.root().resolve("deploy/prometheus/tests");
    private static final Path RUNBOOKS = Checkout.root().resolve("docs/operations/runbooks");
    private static final String ALWAYS = "LockstepWatchdog";
    private static final Pattern METRIC_LABEL = Pattern.compile("job|instance");

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(TESTS)) {
            return files.filter(file -> file.getFileName().toString().startsWith("alerts-"))
                    .sorted()
                    .toList();
        }
    }

    static List<AlertRule> alerts() {
        return AlertRules.files().stream()
                .flatMap(file -> file.groups().stream())
                .flatMap(group -> group.rules().stream())
                .map(AlertRule.class::cast)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void hasACaseInWhichItFiresStaysSilentAndResolves(AlertRule alert) throws IOException {
        List<Case> cases = cases().stream()
                .filter(one -> one.name().startsWith(alert.name() + " "))
                .toList();

        assertThat(cases).as("fires").anyMatch(one -> one.says("fires") && one.firesAtLast());
        if (!alert.name().equals(ALWAYS)) {
            assertThat(cases).as("stays silent").anyMatch(one -> one.says("stays silent") && one.isAlwaysSilent());
            assertThat(cases).as("resolves").anyMatch(one -> one.says("resolves") && one.firesAndEnds());
        }
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void hasAPageWithAllThatIsNeededAtNight(AlertRule alert) throws IOException {
        Path page = RUNBOOKS.resolve(alert.name() + ".md");

        assertThat(alert.annotations().get("runbook_url"))
                .endsWith("/docs/operations/runbooks/" + alert.name() + ".md");
        assertThat(page).exists();
        assertThat(Files.readString(page))
                .startsWith("# " + alert.name() + "\n")
                .contains("Severity: " + alert.labels().get("severity") + ".")
                .contains("## What it means", "## Look first", "## Likely causes", "## Do", "amtool silence add")
                .contains("## When it is a false alarm");
        assertThat(Files.readString(RUNBOOKS.resolve("README.md")))
                .contains("| [" + alert.name() + "](" + alert.name() + ".md) | "
                        + alert.labels().get("severity") + " |");
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void hasSeverityIncidentAndWords(AlertRule alert) {
        assertThat(alert.labels().get("severity")).isIn("P0", "P1", "P2", "info", "none");
        assertThat(alert.labels().get("incident_id")).isNotBlank().doesNotContain("$value");
        assertThat(alert.labels().keySet())
                .noneMatch(label -> METRIC_LABEL.matcher(label).matches());
        assertThat(alert.annotations()).containsKeys("summary", "description", "runbook_url", "dashboard");
        assertThat(alert.annotations().values()).noneMatch(String::isBlank);
    }

    @Test
    void hasNoPageWithoutItsAlert() throws IOException {
        List<String> names =
                new ArrayList<>(alerts().stream().map(AlertRule::name).toList());
        names.add("README");
        try (Stream<Path> pages = Files.list(RUNBOOKS)) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    /// A test group of a file: its name, and for each moment how many alerts are expected then.
    private record Case(String name, List<Integer> firing) {
        boolean says(String what) {
            return name.contains(" " + what + " ");
        }

        boolean firesAtLast() {
            return firing.getLast() > 0;
        }

        boolean isAlwaysSilent() {
            return firing.stream().allMatch(count -> count == 0);
        }

        boolean firesAndEnds() {
            return firing.getFirst() > 0 && firing.getLast() == 0;
        }
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (Path file : files()) {
            Object top = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
            for (Object group : Tree.list(top, "tests")) {
                cases.add(read(group));
            }
        }
        return cases;
    }

    private static Case read(Object group) {
        String name = Tree.text(group, "name");
        List<Integer> firing = new ArrayList<>();
        for (Object moment : Tree.list(group, "alert_rule_test")) {
            if (name.startsWith(Tree.text(moment, "alertname") + " ")) {
                firing.add(Tree.list(moment, "exp_alerts").size());
            }
        }
        return new Case(name, firing);
    }
}
