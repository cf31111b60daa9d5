// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import java.time.Duration;
import java.util.List;

/// Rules that Prometheus evaluates one after another at one time, each seeing what those before it recorded.
public record RuleGroup(String name, Duration interval, List<Rule> rules) {
    public RuleGroup {
        rules = List.copyOf(rules);
    }

    /// The same rules, evaluated as often as that; for tests, which have no time.
    public RuleGroup every(Duration other) {
        return new RuleGroup(name, other, rules);
    }
}
