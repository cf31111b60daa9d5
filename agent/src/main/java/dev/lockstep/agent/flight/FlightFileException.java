// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.io.IOException;

/// A file is no flight record, or a damaged one; the message is one line for a person.
public final class FlightFileException extends IOException {
    FlightFileException(String message) {
        super(message);
    }
}
