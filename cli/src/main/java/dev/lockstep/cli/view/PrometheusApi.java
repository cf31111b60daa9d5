// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.view;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// The few reading paths of one Prometheus's HTTP API that the viewer needs; nothing else of that server can be asked
/// for through it.
final class PrometheusApi {
    /// Bytes of an answer; a larger one is refused.
    static final int ANSWER_BYTES_MAX = 64 << 20;

    private static final int CONNECT_MILLIS = 3_000;
    private static final int ANSWER_MILLIS = 60_000;
    private static final Pattern PATH = Pattern.compile("/api/v1/(?:query|query_range|label/[A-Za-z_]\\w*/values)");

    /// What came back, or that nothing did.
    record Answer(int status, String body) {}

    private final URI server;

    PrometheusApi(URI server) {
        this.server = server;
    }

    static boolean offers(String path) {
        return PATH.matcher(path).matches();
    }

    /// @param query as it stood in the request, still encoded; absent if there was none
    Answer get(String path, Optional<String> query) {
        String base = server.toString().replaceFirst("/+$", "");
        URI uri = URI.create(base + path + query.map(words -> "?" + words).orElse(""));
        try {
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            try {
                return answer(connection);
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return failure("Prometheus at " + base + " does not answer: " + e.getMessage());
        }
    }

    private static Answer answer(HttpURLConnection connection) throws IOException {
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        connection.setInstanceFollowRedirects(false);
        int status = connection.getResponseCode();
        Optional<InputStream> stream =
                Optional.ofNullable(status < 400 ? connection.getInputStream() : connection.getErrorStream());
        if (stream.isEmpty()) {
            return failure("Prometheus answered with status " + status);
        }
        try (InputStream body = stream.get()) {
            byte[] bytes = body.readNBytes(ANSWER_BYTES_MAX + 1);
            return bytes.length > ANSWER_BYTES_MAX
                    ? failure("the answer is over " + (ANSWER_BYTES_MAX >> 20) + " MiB: choose fewer series")
                    : new Answer(status, new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /// In the form in which Prometheus tells errors itself.
    private static Answer failure(String reason) {
        String escaped = reason.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
        String json = "{\"status\":\"error\",\"errorType\":\"unavailable\",\"error\":\"" + escaped + "\"}";
        return new Answer(502, json);
    }
}
