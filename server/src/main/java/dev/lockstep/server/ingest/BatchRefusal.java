// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import java.util.Locale;

/// Why a whole batch of an agent was not taken, with the HTTP status that tells the agent what to do.
public enum BatchRefusal {
    /// It cannot be read, or its agent says what cannot be; sending it again does not help.
    MALFORMED(400),
    /// No token, or another one.
    UNAUTHORIZED(401),
    /// Longer than a batch may be.
    TOO_LARGE(413),
    /// The agent sends more than one agent may.
    AGENT_RATE(429),
    /// More agents than the brain has room for.
    AGENTS(429),
    /// The analysis has not kept up.
    QUEUE_FULL(429),
    /// It was taken before; the agent is told that all is well.
    DUPLICATE(200);

    private final int status;

    BatchRefusal(int status) {
        this.status = status;
    }

    /// The HTTP status of the answer.
    public int status() {
        return status;
    }

    /// The value of the label `reason`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
