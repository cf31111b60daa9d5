// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.send;

import dev.lockstep.core.feed.Sampling;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// POST of docs/wire-format.md over HTTP/1.1 with the client that is in java.base: java.net.http would cost the agent
/// megabytes and threads. Connections are kept open between batches. Batches are not deflated: that takes eight times
/// as
/// long as writing them and makes columns of differences a fifth shorter.
public final class HttpPostman implements Postman {
    /// Bytes of an answer that are looked at.
    static final int ANSWER_BYTES_MAX = 4096;
    /// Bytes of a token.
    static final int TOKEN_BYTES_MAX = 4096;
    /// The longest `Retry-After` that is honoured.
    static final Duration RETRY_AFTER_MAX = Duration.ofMinutes(5);

    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    private static final Pattern SAMPLING = Pattern.compile("\"sampling\"\\s*:\\s*(?<k>\\d{1,2})\\b");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");
    private static final int TOO_MANY_REQUESTS = 429;

    private final URL address;
    private final Optional<Path> tokenFile;
    private final Optional<SSLSocketFactory> tls;

    /// `brain` is what the operator wrote, `https://brain:28030`; the token is read anew for each batch, so that it can
    /// be changed. Without `tls` the JDK's own authorities are trusted.
    public HttpPostman(URI brain, Optional<Path> tokenFile, Optional<SSLSocketFactory> tls) throws IOException {
        String base = brain.toString();
        this.address = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/api/v1/feed")
                .toURL();
        this.tokenFile = tokenFile;
        this.tls = tls;
    }

    @Override
    public Answer post(byte[] batch) {
        @Nullable HttpURLConnection connection = null;
        try {
            Optional<String> token = tokenFile.isPresent() ? Optional.of(token(tokenFile.get())) : Optional.empty();
            connection = connection(token, batch.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(batch);
            }
            return answer(connection);
        } catch (IOException failed) {
            if (connection != null) {
                connection.disconnect();
            }
            return new Answer.Later(reason(failed), Duration.ZERO);
        }
    }

    private static String token(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String token = new String(in.readNBytes(TOKEN_BYTES_MAX), StandardCharsets.US_ASCII).strip();
            if (token.isEmpty() || token.chars().anyMatch(c -> c < '!' || c > '~')) {
                throw new UnusableTokenException();
            }
            return token;
        } catch (IOException unreadable) {
            throw new UnusableTokenException();
        }
    }

    private static final class UnusableTokenException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private HttpURLConnection connection(Optional<String> token, int length) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.openConnection(Proxy.NO_PROXY);
        if (connection instanceof HttpsURLConnection secured) {
            tls.ifPresent(secured::setSSLSocketFactory);
        }
        connection.setConnectTimeout((int) CONNECT_MAX.toMillis());
        connection.setReadTimeout((int) ANSWER_MAX.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(length);
        connection.setRequestProperty("Content-Type", "application/vnd.lockstep.feed");
        token.ifPresent(text -> connection.setRequestProperty("Authorization", "Bearer " + text));
        return connection;
    }

    private static Answer answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        String body = body(connection, status);
        return switch (status) {
            case HttpURLConnection.HTTP_OK -> new Answer.Taken(sampling(body));
            case HttpURLConnection.HTTP_BAD_REQUEST,
                    HttpURLConnection.HTTP_ENTITY_TOO_LARGE,
                    HttpURLConnection.HTTP_UNSUPPORTED_TYPE -> new Answer.Refused("status_" + status);
            case TOO_MANY_REQUESTS, HttpURLConnection.HTTP_UNAVAILABLE ->
                new Answer.Later("status_" + status, retryAfter(connection));
            default -> new Answer.Later(status < 0 ? "no_http" : "status_" + status, Duration.ZERO);
        };
    }

    /// Reading it to its end keeps the connection; one that is too long is closed with it.
    private static String body(HttpURLConnection connection, int status) throws IOException {
        InputStream in =
                status < HttpURLConnection.HTTP_BAD_REQUEST ? connection.getInputStream() : connection.getErrorStream();
        if (in == null) {
            return "";
        }
        try (in) {
            byte[] bytes = in.readNBytes(ANSWER_BYTES_MAX);
            if (bytes.length == ANSWER_BYTES_MAX) {
                connection.disconnect();
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static int sampling(String body) {
        Matcher sampling = SAMPLING.matcher(body);
        return sampling.find() ? Math.min(Sampling.EXPONENT_MAX, Integer.parseInt(sampling.group("k"))) : 0;
    }

    private static Duration retryAfter(HttpURLConnection connection) {
        String seconds = connection.getHeaderField("Retry-After");
        if (seconds == null || !SECONDS.matcher(seconds).matches()) {
            return Duration.ZERO;
        }
        Duration wanted = Duration.ofSeconds(Long.parseLong(seconds));
        return wanted.compareTo(RETRY_AFTER_MAX) < 0 ? wanted : RETRY_AFTER_MAX;
    }

    private static String reason(IOException failed) {
        return switch (failed) {
            case UnusableTokenException _ -> "token_unusable";
            case SocketTimeoutException _ -> "timeout";
            case SSLException _ -> "tls";
            case UnknownHostException _ -> "unknown_host";
            case ConnectException _ -> "unreachable";
            default -> "broken";
        };
    }
}
