// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.Optional;

/// A column of a table: the field it is made of, its title, how its values look, and where a click on one leads.
public record Column(Field field, String title, Look look, Optional<String> link) {
    /// What a column is made of.
    public sealed interface Field {
        /// A label of the series.
        record OfLabel(String label) implements Field {}

        /// The value of the target with this number, from 0.
        record OfValue(int target) implements Field {}
    }

    /// A label's values.
    public static Column label(String label, String title) {
        return new Column(new Field.OfLabel(label), title, Look.of(Unit.TEXT), Optional.empty());
    }

    /// The values of a target, the first of which is 0.
    public static Column value(int target, String title, Look look) {
        return new Column(new Field.OfValue(target), title, look, Optional.empty());
    }

    /// Leads to another dashboard, with the cell's text as the value of its variable.
    public Column to(String uid, String variable) {
        String url =
                "/d/" + uid + "?var-datasource=${datasource}&var-" + variable + "=${__value.text}&${__url_time_range}";
        return new Column(field, title, look, Optional.of(url));
    }
}
