// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/// One call of WeCom's API, which says in a 200 whether it worked.
final class WeComApi {
    /// The `errcode` of what worked.
    static final int OK = 0;

    private static final JsonFactory JSON = new JsonFactory();
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int ANSWER_BYTES_MAX = 64 << 10;

    /// What it said.
    ///
    /// @param errcode absent where the answer is none that is documented
    /// @param accessToken empty where it gives none
    record Answer(OptionalInt errcode, String accessToken, int expiresInSeconds) {
        static final Answer NONE = new Answer(OptionalInt.empty(), "", 0);
    }

    /// Writes the fields of a message.
    interface Fields {
        void write(JsonGenerator json);
    }

    private WeComApi() {}

    static Answer get(URI uri) throws IOException {
        return call(uri, new byte[0]);
    }

    static Answer post(URI uri, Fields fields) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        }
        return call(uri, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Answer call(URI uri, byte[] body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        try {
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            connection.setInstanceFollowRedirects(false);
            if (body.length > 0) {
                send(connection, body);
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException("HTTP " + status);
            }
            try (InputStream in = connection.getInputStream()) {
                return read(in.readNBytes(ANSWER_BYTES_MAX));
            }
        } finally {
            connection.disconnect();
        }
    }

    private static void send(HttpURLConnection connection, byte[] body) throws IOException {
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json; charset=utf-8");
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
    }

    private static Answer read(byte[] answer) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), answer)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Answer.NONE;
            }
            OptionalInt errcode = OptionalInt.empty();
            String token = "";
            int expires = 0;
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("errcode") && value == JsonToken.VALUE_NUMBER_INT) {
                    errcode = OptionalInt.of(json.getIntValue());
                } else if (name.equals("expires_in") && value == JsonToken.VALUE_NUMBER_INT) {
                    expires = json.getIntValue();
                } else if (name.equals("access_token") && value == JsonToken.VALUE_STRING) {
                    token = json.getString();
                } else {
                    json.skipChildren();
                }
            }
            return new Answer(errcode, token, expires);
        } catch (StreamReadException | JacksonIOException noAnswer) {
            return Answer.NONE;
        }
    }
}
