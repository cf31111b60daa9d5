// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A value as a person writes it: `12 (IBV_WC_RETRY_EXC_ERR)` is 12, `mlx5_10 / mlx5_0` is one of two, and where the
/// word "unknown" stands in it, it may also not be told.
///
/// @param text as written; empty if nothing is expected
/// @param values one of them must be met; none if anything is right
record Wanted(String text, List<String> values) {
    private static final Pattern UNKNOWN = Pattern.compile("\\bunknown\\b");
    /// Values in which an explanation in brackets is part of the name.
    private static final List<String> WHOLE = List.of("call_site", "pg_guid");

    static Wanted of(Expected expected, String field) {
        Object value = expected.fields().get(field);
        if (value == null || value instanceof List<?> || value instanceof Map<?, ?>) {
            return new Wanted("", List.of());
        }
        String text = String.valueOf(value).strip();
        if (UNKNOWN.matcher(text).find()) {
            return new Wanted(text, List.of());
        }
        List<String> values = new ArrayList<>();
        for (String each : text.split(" / ", -1)) {
            int explained = each.indexOf(" (");
            values.add(explained > 0 && !WHOLE.contains(field) ? each.substring(0, explained) : each);
        }
        return new Wanted(text, values);
    }

    boolean isMetBy(Predicate<String> isThere) {
        return values.isEmpty() || values.stream().anyMatch(isThere);
    }
}
