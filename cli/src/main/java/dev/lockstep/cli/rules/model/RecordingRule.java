// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import java.util.List;

/// Records the result of an expression as a series of its own, `level:metric:operation`.
///
/// `meaning` is a sentence or two for operators, `labels` those that the series carries where they are known, `unit`
/// the
/// unit of its value, and `series` how many there are, in the words of docs/metrics.md.
public record RecordingRule(
        String name, String expression, String meaning, String unit, List<String> labels, String series)
        implements Rule {
    public RecordingRule {
        labels = List.copyOf(labels);
        expression = expression.strip();
        if (meaning.isBlank() || meaning.contains("\n")) {
            throw new IllegalArgumentException("the meaning must be one line: " + name);
        }
    }
}
