// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import java.util.Locale;

/// What became of a notification, and what Alertmanager hears of it: it tries again after a 5xx, never after
/// a 4xx.
enum Outcome {
    /// WeCom said `errcode` 0.
    SENT(200),
    /// 20 messages in the last minute, by our own count or by the robot's (`errcode` 45009).
    OVER_PACE(503),
    /// WeCom answered, and not with `errcode` 0: a secret is wrong, or the message.
    REFUSED(502),
    /// No answer of WeCom, or none that it documents.
    UNREACHABLE(502),
    /// A file with a secret cannot be read.
    NO_SECRET(500),
    /// What came is no notification of Alertmanager's.
    BAD_REQUEST(400);

    private final int status;

    Outcome(int status) {
        this.status = status;
    }

    int status() {
        return status;
    }

    /// The value of the label `outcome`.
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
