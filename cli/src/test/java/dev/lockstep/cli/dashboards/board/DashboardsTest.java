// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.dashboards.model.Chooser;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Target;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every dashboard, whatever it shows.
class DashboardsTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$([a-z_]+)");
    private static final Pattern FOLDED_INTO_RATE = Pattern.compile("rate\\((?:sum|max|avg)");

    static List<Dashboard> all() {
        return Dashboards.all();
    }

    @Test
    void keepsTheAddressesThatLinksAndAlertsUse() {
        assertThat(all())
                .extracting(Dashboard::uid)
                .containsExactly(
                        "lockstep-cluster",
                        "lockstep-job",
                        "lockstep-ranks",
                        "lockstep-gpu",
                        "lockstep-links",
                        "lockstep-tuning",
                        "lockstep-brain",
                        "lockstep-self");
    }

    @ParameterizedTest
    @MethodSource("all")
    void asksOnlyByVariablesThatTheReaderCanChoose(Dashboard board) {
        List<String> known = Stream.concat(
                        Stream.of("__rate_interval", "__range"),
                        board.choosers().stream()
                                .map(chooser -> chooser.variable().id()))
                .toList();
        Stream<String> asked = Stream.concat(
                board.panels().stream()
                        .flatMap(panel -> panel.targets().stream())
                        .map(target -> target.expr().text()),
                board.choosers().stream().map(Chooser::query));

        assertThat(asked.flatMap(text -> VARIABLE.matcher(text).results()).map(found -> found.group(1)))
                .isSubsetOf(known);
    }

    @ParameterizedTest
    @MethodSource("all")
    void usesEveryVariableThatItOffers(Dashboard board) {
        String asked = String.join(
                " ",
                board.panels().stream()
                        .flatMap(panel -> panel.targets().stream())
                        .map(target -> target.expr().text())
                        .toList());

        assertThat(board.choosers())
                .allSatisfy(chooser ->
                        assertThat(asked).contains("\"" + chooser.variable().reference() + "\""));
    }

    @ParameterizedTest
    @MethodSource("all")
    void callsNoTwoPanelsTheSame(Dashboard board) {
        assertThat(board.panels()).extracting(Panel::title).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void takesRatesBeforeItAddsUp(Dashboard board) {
        assertThat(board.panels())
                .flatExtracting(Panel::targets)
                .extracting(Target::expr)
                .noneMatch(expr -> FOLDED_INTO_RATE.matcher(expr.text()).find());
    }
}
