// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.alert;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Sends JSON to somebody.
@FunctionalInterface
interface Poster {
    /// Whether it was taken.
    boolean post(URI to, byte[] json) throws InterruptedException;

    /// Over HTTP. A receiver that does not answer in time has not taken it.
    static Poster overHttp() {
        Duration answer = Duration.ofSeconds(5);
        HttpClient client = HttpClient.newBuilder().connectTimeout(answer).build();
        return (to, json) -> {
            HttpRequest request = HttpRequest.newBuilder(to)
                    .timeout(answer)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(json))
                    .build();
            try {
                int status = client.send(request, BodyHandlers.discarding()).statusCode();
                return status >= 200 && status < 300;
            } catch (IOException notReached) {
                return false;
            }
        };
    }
}
