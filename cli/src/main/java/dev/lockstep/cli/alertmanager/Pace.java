// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.time.Duration;

/// How long a group of alerts waits for its first notification, for one about changes, and for the same one
/// again.
public record Pace(Duration groupWait, Duration groupInterval, Duration repeatInterval) {}
