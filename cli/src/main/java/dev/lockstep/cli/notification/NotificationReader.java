// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.notification;

import dev.lockstep.cli.notification.Notification.Alert;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/// Reads the webhook's JSON, names in any order; names that it does not know it skips.
public final class NotificationReader {
    private static final int DEPTH_MAX = 16;
    private static final int ALERTS_MAX = 1_000;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
            .build();

    private boolean isFiring = true;
    private Map<String, String> groupLabels = Map.of();
    private String externalUrl = "";
    private long truncatedAlerts;
    private List<Alert> alerts = List.of();

    private NotificationReader() {}

    /// Empty if the bytes are no notification with at least one alert.
    public static Optional<Notification> read(byte[] body) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            NotificationReader reader = new NotificationReader();
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                reader.property(json, json.currentName());
            }
            return reader.notification();
        } catch (StreamReadException | JacksonIOException noJson) {
            return Optional.empty();
        }
    }

    private Optional<Notification> notification() {
        if (alerts.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Notification(isFiring, groupLabels, externalUrl, truncatedAlerts, alerts));
    }

    private void property(JsonParser json, String name) {
        JsonToken value = json.nextToken();
        switch (name) {
            case "status" -> isFiring = !"resolved".equals(json.getValueAsString(""));
            case "groupLabels" -> groupLabels = texts(json);
            case "externalURL" -> externalUrl = json.getValueAsString("");
            case "truncatedAlerts" -> truncatedAlerts = value.isNumeric() ? json.getLongValue() : 0;
            case "alerts" -> alerts = alerts(json);
            default -> json.skipChildren();
        }
    }

    private static List<Alert> alerts(JsonParser json) {
        List<Alert> alerts = new ArrayList<>();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return alerts;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
            Alert alert = alert(json);
            if (alerts.size() < ALERTS_MAX) {
                alerts.add(alert);
            }
        }
        return alerts;
    }

    private static Alert alert(JsonParser json) {
        boolean isFiring = true;
        Map<String, String> labels = Map.of();
        Map<String, String> annotations = Map.of();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "status" -> isFiring = !"resolved".equals(json.getValueAsString(""));
                case "labels" -> labels = texts(json);
                case "annotations" -> annotations = texts(json);
                default -> json.skipChildren();
            }
        }
        return new Alert(isFiring, labels, annotations);
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
            if (json.currentToken() == JsonToken.VALUE_STRING) {
                texts.put(name, json.getString());
            } else {
                json.skipChildren();
            }
        }
        return texts;
    }
}
