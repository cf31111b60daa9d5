// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import java.util.List;
import java.util.Map;

/// Walks through what was read from JSON or YAML: maps by name, lists by number. What is not there fails the test.
public final class Tree {
    private Tree() {}

    /// What a JSON object says; numbers are texts.
    public static Object parse(String json) {
        return Answer.parse(json);
    }

    /// What lies at the end of the way.
    public static Object at(Object top, Object... way) {
        Object here = top;
        for (Object step : way) {
            Object next = null;
            if (here instanceof Map<?, ?> map) {
                next = map.get(step);
            } else if (here instanceof List<?> list && step instanceof Integer index && index < list.size()) {
                next = list.get(index);
            }
            if (next == null) {
                throw new AssertionError("no " + step + " in " + here);
            }
            here = next;
        }
        return here;
    }

    /// The same as text.
    public static String text(Object top, Object... way) {
        return String.valueOf(at(top, way));
    }

    /// The same where it is a list.
    public static List<?> list(Object top, Object... way) {
        return at(top, way) instanceof List<?> list ? list : List.of();
    }
}
