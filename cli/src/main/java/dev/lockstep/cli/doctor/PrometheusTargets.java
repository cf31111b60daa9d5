// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.doctor;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The active targets in an answer of Prometheus' `/api/v1/targets`.
final class PrometheusTargets {
    private static final JsonFactory JSON = new JsonFactory();

    /// One target; `lastError` is empty while it is up.
    record Target(URI address, boolean isUp, String lastError, String lastScrape) {}

    private PrometheusTargets() {}

    static List<Target> in(String json) throws IOException {
        List<Target> targets = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME && parser.currentName().equals("activeTargets")) {
                    parser.nextToken();
                    readTargets(parser, targets);
                }
            }
            return targets;
        } catch (JacksonException | IllegalArgumentException invalid) {
            throw new IOException("its answer is not that of a Prometheus", invalid);
        }
    }

    private static void readTargets(JsonParser parser, List<Target> targets) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            Map<String, String> texts = texts(parser);
            if (texts.containsKey("scrapeUrl")) {
                targets.add(new Target(
                        URI.create(texts.get("scrapeUrl")),
                        texts.getOrDefault("health", "").equals("up"),
                        texts.getOrDefault("lastError", ""),
                        texts.getOrDefault("lastScrape", "")));
            }
        }
    }

    /// The texts of one object, without those of the objects in it.
    private static Map<String, String> texts(JsonParser parser) {
        Map<String, String> texts = new HashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() == JsonToken.VALUE_STRING) {
                texts.put(name, parser.getString());
            } else {
                parser.skipChildren();
            }
        }
        return texts;
    }
}
