// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

/// Brings a message to people. Any thread.
interface Messenger {
    /// The most bytes of UTF-8 that a message may have.
    int bytesMax();

    /// Sends markdown, and waits until it was taken or refused.
    Sent send(String markdown);

    /// What became of a message, and why in words for the log.
    record Sent(Outcome outcome, String why) {
        static final Sent DONE = new Sent(Outcome.SENT, "");
    }
}
