// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import java.time.Duration;

/// How sources are read: how often, for how long what has ended is shown, and how many series a GPU may have.
public record PollRules(Duration interval, Duration grace, int seriesPerGpu) {}
