// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.http;

import dev.lockstep.server.http.Route.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One request and the answer to it. On the thread of the request.
///
/// @param variables what stands in the path for the segments in braces
public record Call(ServerRequest request, ServerResponse response, List<String> variables) {
    /// JSON.
    public static final String JSON = "application/json";
    /// A line or a page for a person.
    public static final String TEXT = "text/plain; charset=utf-8";

    private static final long DRAINED_BYTES_MAX = 16L << 20;

    /// Longest parameter that is looked at.
    private static final int PARAMETER_LENGTH_MAX = 512;

    public Call {
        variables = List.copyOf(variables);
    }

    /// A parameter, if it is there and not empty.
    ///
    /// @throws Problem if it is too long
    public Optional<String> parameter(String name) throws Problem {
        Optional<String> value = request.query().first(name).asOptional().filter(text -> !text.isEmpty());
        if (value.isPresent() && value.get().length() > PARAMETER_LENGTH_MAX) {
            throw new Problem(400, name + " must have at most " + PARAMETER_LENGTH_MAX + " characters");
        }
        return value;
    }

    /// A whole number from 1 to `most`.
    ///
    /// @throws Problem if it is there and none
    public int count(String name, int fallback, int most) throws Problem {
        return number(name, fallback, 1, most);
    }

    /// How many are passed over; none if the parameter is absent.
    ///
    /// @throws Problem if it is no such number
    public int offset(String name, int most) throws Problem {
        return number(name, 0, 0, most);
    }

    private int number(String name, int fallback, int least, int most) throws Problem {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            int count = Integer.parseInt(text.get());
            if (count >= least && count <= most) {
                return count;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new Problem(400, name + " must be a number from " + least + " to " + most);
    }

    /// Refuses parameters that the route does not know: a misspelt filter must not show everything.
    ///
    /// @throws Problem if there is one
    public void onlyParameters(Set<String> known) throws Problem {
        for (String name : request.query().names()) {
            if (!known.contains(name)) {
                throw new Problem(
                        400,
                        "no such parameter; known are "
                                + String.join(", ", known.stream().sorted().toList()));
            }
        }
    }

    /// A header, if it is there.
    public Optional<String> header(String name) {
        return request.headers().first(HeaderNames.create(name));
    }

    /// The whole body.
    ///
    /// @throws Problem if it is longer than `bytesMax`, or the client went away
    public byte[] body(int bytesMax) throws Problem {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        try (InputStream in = request.content().inputStream()) {
            // A buffer for the longest body would be most of what a heartbeat costs.
            int expected = (int) Math.min(request.headers().contentLength().orElse(bytesMax), bytesMax);
            byte[] body = in.readNBytes(expected + 1);
            if (body.length > bytesMax) {
                // A client that is still writing would not read the answer.
                in.skip(DRAINED_BYTES_MAX);
                throw new Problem(413, "a body may have at most " + bytesMax + " bytes");
            }
            return body;
        } catch (IOException gone) {
            throw new Problem(400, "the body ended too early");
        }
    }

    /// Answers with that.
    public void send(int status, String contentType, byte[] body) {
        response.status(status)
                .header("Content-Type", contentType)
                .header("Cache-Control", "no-store")
                .send(body);
    }

    /// Answers with JSON.
    public void json(byte[] body) {
        send(200, JSON, body);
    }

    /// Answers with one line for a person.
    public void line(int status, String line) {
        send(status, TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
