// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.config;

import java.util.List;

/// Says at start everything that is wrong with a configuration, so that an operator mends it in one
/// go.
/// The launcher prints one line a problem and exits with 2.
public final class InvalidConfigException extends RuntimeException {
    /// One sentence each, naming the key, the value and what would be right.
    private final List<String> problems;

    /// @param problems at least one
    public InvalidConfigException(List<String> problems) {
        super(String.join("; ", problems));
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("an invalid configuration has at least one problem");
        }
        this.problems = List.copyOf(problems);
    }

    /// The problems in the order of the configuration's keys.
    public List<String> problems() {
        return problems;
    }
}
