// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.alert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// One alert of a notification: that it fires, or that it is over.
public record AlertNotice(boolean firing, Map<String, String> labels, Map<String, String> annotations) {
    private static final JsonFactory FACTORY = new JsonFactory();

    public AlertNotice {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /// A label, empty if it has none of that name.
    public String label(String name) {
        return labels.getOrDefault(name, "");
    }

    /// What it says to people.
    public String summary() {
        return annotations.getOrDefault("summary", "");
    }

    /// Reads the body of Alertmanager's webhook, version 4; empty if it is none.
    static List<AlertNotice> read(byte[] body) {
        List<AlertNotice> notices = new ArrayList<>();
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return List.of();
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean alerts = json.currentName().equals("alerts");
                JsonToken value = json.nextToken();
                if (alerts && value == JsonToken.START_ARRAY) {
                    while (json.nextToken() == JsonToken.START_OBJECT) {
                        notices.add(alert(json));
                    }
                } else {
                    json.skipChildren();
                }
            }
        } catch (JacksonException noJson) {
            return List.of();
        }
        return notices;
    }

    private static AlertNotice alert(JsonParser json) {
        boolean firing = true;
        Map<String, String> labels = Map.of();
        Map<String, String> annotations = Map.of();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "status" -> firing = !"resolved".equals(json.getValueAsString(""));
                case "labels" -> labels = texts(json);
                case "annotations" -> annotations = texts(json);
                default -> json.skipChildren();
            }
        }
        return new AlertNotice(firing, labels, annotations);
    }

    private static Map<String, String> texts(JsonParser json) {
        Map<String, String> texts = new HashMap<>();
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return texts;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            texts.put(name, json.getValueAsString(""));
            json.skipChildren();
        }
        return texts;
    }
}
