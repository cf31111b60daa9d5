// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// One bounded GET with java.base alone.
final class HttpGet {
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int BODY_BYTES_MAX = 16 << 20;

    /// What came back.
    record Answer(int status, String body) {}

    private HttpGet() {}

    static Answer of(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        try {
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            connection.setInstanceFollowRedirects(false);
            int status = connection.getResponseCode();
            Optional<InputStream> body =
                    Optional.ofNullable(status < 400 ? connection.getInputStream() : connection.getErrorStream());
            return new Answer(status, body.isPresent() ? text(body.get()) : "");
        } finally {
            connection.disconnect();
        }
    }

    private static String text(InputStream body) throws IOException {
        try (body) {
            return new String(body.readNBytes(BODY_BYTES_MAX), StandardCharsets.UTF_8);
        }
    }
}
