// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// One GET at a time.
final class Web {
    private static final int PATIENCE_MILLIS = 20_000;

    private Web() {}

    /// The body; fails the test if there is none.
    static String get(URI address) {
        try {
            HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            try (var body = connection.getInputStream()) {
                return new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(address + " does not answer", failed);
        }
    }
}
