// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import dev.lockstep.cli.dashboards.model.Chooser;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.promql.Variable;
import java.util.HashMap;
import java.util.Map;

/// What the reader of a dashboard has chosen, put into an expression as Grafana puts it.
record Choices(Map<String, String> values) {
    /// The window of rates and the time shown, for a server that scrapes each second.
    private static final Map<String, String> TIMES = Map.of("$__rate_interval", "10s", "$__range", "5m");

    Choices {
        values = Map.copyOf(values);
    }

    /// The same where one value is chosen, all where many may be.
    Choices on(Dashboard board) {
        Map<String, String> all = new HashMap<>(values);
        board.choosers().stream()
                .map(Chooser::variable)
                .filter(variable -> variable.choice() == Variable.Choice.MANY)
                .forEach(variable -> all.put(variable.id(), ".*"));
        return new Choices(all);
    }

    String in(String expression) {
        String text = expression;
        for (Map.Entry<String, String> time : TIMES.entrySet()) {
            text = text.replace(time.getKey(), time.getValue());
        }
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("\"$" + value.getKey() + "\"", "\"" + value.getValue() + "\"");
        }
        return text;
    }
}
