// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.alertmanager;

import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/// Writes maps and lists as YAML, names in the order in which they were put.
final class Yaml {
    private static final int WIDTH = 10_000; // Templates are not broken.
    private static final int INDENT = 2;

    private Yaml() {}

    static String text(Map<String, ?> top) {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setIndent(INDENT)
                .setIndentWithIndicator(true)
                .setIndicatorIndent(INDENT)
                .setWidth(WIDTH)
                .setSplitLines(false)
                .setDereferenceAliases(true)
                .build();
        return new Dump(settings).dumpToString(top);
    }

    /// A map that keeps its order: name, value, name, value and so on.
    static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
