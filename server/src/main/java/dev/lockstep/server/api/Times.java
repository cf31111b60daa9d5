// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.api;

import dev.lockstep.server.http.Call;
import dev.lockstep.server.http.Route.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Times in parameters.
final class Times {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private Times() {}

    /// Nanoseconds since the epoch, if the parameter is there.
    static OptionalLong parameter(Call call, String name) throws Problem {
        Optional<String> text = call.parameter(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            Instant time = Instant.parse(text.get());
            return OptionalLong.of(
                    Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano()));
        } catch (DateTimeException | ArithmeticException _) {
            throw new Problem(400, name + " must be a time like 2026-11-30T12:00:00Z");
        }
    }
}
