// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.tree;

import java.util.List;
import java.util.Map;

/// Writes a value as text. A pickle may hold one list in itself or a million times, so depth and length are bounded.
final class Rendering {
    private static final int DEPTH_MAX = 8;

    private Rendering() {}

    static void append(Node node, StringBuilder out, int depth) {
        if (depth > DEPTH_MAX || out.length() > Node.RENDERED_CHARS_MAX) {
            return;
        }
        switch (node) {
            case Node.Items items -> appendAll(items.values(), out, depth);
            case Node.Fields fields -> appendAll(fields.values(), out, depth);
            case Node.Nothing _ -> out.append("null");
            case Node.Text _, Node.Whole _, Node.Real _, Node.Truth _ -> out.append(node.text());
        }
    }

    private static void appendAll(List<Node> items, StringBuilder out, int depth) {
        out.append('[');
        for (int i = 0; i < items.size() && out.length() <= Node.RENDERED_CHARS_MAX; i++) {
            out.append(i == 0 ? "" : ", ");
            append(items.get(i), out, depth + 1);
        }
        out.append(']');
    }

    private static void appendAll(Map<String, Node> fields, StringBuilder out, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, Node> field : fields.entrySet()) {
            if (out.length() > Node.RENDERED_CHARS_MAX) {
                break;
            }
            out.append(separator).append(field.getKey()).append(": ");
            append(field.getValue(), out, depth + 1);
            separator = ", ";
        }
        out.append('}');
    }
}
