// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.dashboards.board.Dashboards;
import dev.lockstep.cli.dashboards.json.JsonObject.Member;
import dev.lockstep.cli.dashboards.json.JsonObject.Value;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.model.Size;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The files are such as Grafana imports without a question.
class DashboardJsonTest {
    static List<Dashboard> all() {
        return Dashboards.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void leavesNothingToFillIn(Dashboard board) {
        assertThat(DashboardJson.of(board))
                .doesNotContain("__inputs", "${DS_")
                .contains("\"type\" : \"datasource\"", "\"uid\" : \"${datasource}\"");
    }

    @ParameterizedTest
    @MethodSource("all")
    void givesEachPanelItsOwnId(Dashboard board) {
        assertThat(Layout.of(board)).extracting(panel -> number(panel, "id")).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void placesPanelsBesideAndUnderEachOther(Dashboard board) {
        Set<String> taken = new HashSet<>();
        List<String> twice = new ArrayList<>();
        for (JsonObject panel : Layout.of(board)) {
            JsonObject at = ((Value.Nested) value(panel, "gridPos")).object();
            assertThat(number(at, "x") + number(at, "w")).isLessThanOrEqualTo(Size.PAGE);
            for (long x = number(at, "x"); x < number(at, "x") + number(at, "w"); x++) {
                for (long y = number(at, "y"); y < number(at, "y") + number(at, "h"); y++) {
                    if (!taken.add(x + " " + y)) {
                        twice.add(value(panel, "title") + " at " + x + " " + y);
                    }
                }
            }
        }

        assertThat(twice).isEmpty();
    }

    @Test
    void writesTheSameTextEachTime() {
        Dashboard board = Dashboards.all().getFirst();

        assertThat(DashboardJson.of(board)).isEqualTo(DashboardJson.of(board)).endsWith("}\n");
    }

    @Test
    void keepsMembersInTheirOrderAndNumbersWhole() {
        JsonObject object = JsonObject.empty()
                .number("b", 2.0)
                .number("a", 0.5)
                .nothing("c")
                .texts("d", "x");

        assertThat(JsonText.of(object).replaceAll("\\s", "")).isEqualTo("{\"b\":2,\"a\":0.5,\"c\":null,\"d\":[\"x\"]}");
    }

    private static long number(JsonObject object, String name) {
        return ((Value.Whole) value(object, name)).number();
    }

    private static Value value(JsonObject object, String name) {
        return object.members().stream()
                .filter(member -> member.name().equals(name))
                .map(Member::value)
                .findFirst()
                .orElseThrow();
    }
}
