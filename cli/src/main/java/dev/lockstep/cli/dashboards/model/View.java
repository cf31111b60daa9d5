// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.List;

/// How a panel draws its answers.
public sealed interface View {
    /// Lines over time.
    record Lines(Stacking stacking, Scale scale) implements View {}

    /// One large number for each series.
    record Numbers(Face face) implements View {}

    /// Rows and columns, of now.
    record Rows(List<Column> columns, String sortedBy) implements View {
        public Rows {
            columns = List.copyOf(columns);
        }
    }

    /// A band for each series, coloured by its value.
    record States() implements View {}

    /// A row for each series, a column for each moment, coloured by the value.
    record HeatMap(Scheme scheme) implements View {}

    /// Whether lines stand on each other.
    enum Stacking {
        NONE,
        STACKED
    }

    /// How the axis divides.
    enum Scale {
        LINEAR,
        LOGARITHMIC
    }

    /// What is coloured by the value.
    enum Face {
        TEXT,
        BACKGROUND
    }

    /// Colours from nothing to most.
    enum Scheme {
        REDS("Reds"),
        BLUES("Blues"),
        ORANGES("Oranges");

        private final String id;

        Scheme(String id) {
            this.id = id;
        }

        /// Grafana's name.
        public String id() {
            return id;
        }
    }

    /// Plain lines.
    static View lines() {
        return new Lines(Stacking.NONE, Scale.LINEAR);
    }

    /// Areas whose sum counts.
    static View stacked() {
        return new Lines(Stacking.STACKED, Scale.LINEAR);
    }

    /// Lines that differ by orders of magnitude.
    static View logarithmic() {
        return new Lines(Stacking.NONE, Scale.LOGARITHMIC);
    }
}
