// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

/// A rule of Prometheus: it records a series or raises an alert.
public sealed interface Rule permits RecordingRule, AlertRule {
    /// The series that it records, or the alert.
    String name();

    /// PromQL, perhaps over several lines.
    String expression();
}
