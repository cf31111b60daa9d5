// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.slurm;

import dev.lockstep.agent.reader.tree.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Expands Slurm's compressed lists. `gpu[001-003,7],login` names five nodes; commas inside brackets part numbers, not
/// names, zeros in front stay, and a name may have several brackets.
public final class NodeList {
    /// Names that are expanded of one list.
    public static final int NODES_MAX = 100_000;

    private final Set<String> names = new LinkedHashSet<>();
    private boolean isWhole = true;

    private NodeList() {}

    /// The names of a list, each once, in the order of the list.
    public static NodeList of(String text) {
        NodeList list = new NodeList();
        int begin = 0;
        int depth = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            depth += depth(c);
            boolean isEnd = i == text.length();
            if (isEnd || (c == ',' && depth <= 0)) {
                list.isWhole &= depth == 0;
                list.expand("", text.substring(begin, i).strip(), 0);
                begin = i + 1;
            }
        }
        return list;
    }

    private static int depth(char c) {
        if (c == '[') {
            return 1;
        }
        return c == ']' ? -1 : 0;
    }

    private void expand(String head, String rest, int depth) {
        int open = rest.indexOf('[');
        if (open < 0 || depth > 8) {
            if (!(head + rest).isEmpty()) {
                add(head + rest);
            }
            return;
        }
        int close = rest.indexOf(']', open);
        if (close < 0) {
            isWhole = false;
            return;
        }
        String tail = rest.substring(close + 1);
        for (String part : rest.substring(open + 1, close).split(",", -1)) {
            range(head + rest.substring(0, open), part.strip(), tail, depth);
        }
    }

    private void range(String head, String part, String tail, int depth) {
        int dash = part.indexOf('-');
        OptionalLong from = Numbers.whole(dash < 0 ? part : part.substring(0, dash));
        OptionalLong to = dash < 0 ? from : Numbers.whole(part.substring(dash + 1));
        if (from.isEmpty() || to.isEmpty()) {
            isWhole = false;
            return;
        }
        int width = dash < 0 ? part.length() : dash;
        for (long number = from.getAsLong(); number <= to.getAsLong() && names.size() < NODES_MAX; number++) {
            String digits = Long.toString(number);
            expand(head + "0".repeat(Math.max(0, width - digits.length())) + digits, tail, depth + 1);
        }
    }

    private void add(String name) {
        if (names.size() < NODES_MAX) {
            names.add(name);
        } else {
            isWhole = false;
        }
    }

    /// The names.
    public List<String> names() {
        return List.copyOf(names);
    }

    /// Whether the text was a list from begin to end.
    public boolean isWhole() {
        return isWhole;
    }

    /// Counts like `2(x3),1`: two on each of three nodes, then one.
    public static List<Long> counts(String text) {
        List<Long> counts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String plain = part.strip();
            int times = plain.indexOf("(x");
            OptionalLong value = Numbers.whole(times < 0 ? plain : plain.substring(0, times));
            OptionalLong repeat = times < 0 || !plain.endsWith(")")
                    ? OptionalLong.of(1)
                    : Numbers.whole(plain.substring(times + 2, plain.length() - 1));
            for (long i = 0; value.isPresent() && i < repeat.orElse(0) && counts.size() < NODES_MAX; i++) {
                counts.add(value.getAsLong());
            }
        }
        return counts;
    }
}
