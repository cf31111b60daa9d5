// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import dev.lockstep.cli.dashboards.promql.Expr;

/// A question to Prometheus, and how each series of the answer is called.
public record Target(Expr expr, String legend) {
    /// Its series are called by `legend`, where `{{label}}` is a label's value.
    public static Target of(Expr expr, String legend) {
        return new Target(expr, legend);
    }

    /// For a table, whose columns name themselves.
    public static Target of(Expr expr) {
        return new Target(expr, "");
    }
}
