// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What the folders and name of a file say: of which machine, and at which moment it was taken.
///
/// @param snapshot sorts moments; empty if the name tells none
record Place(String host, String snapshot) {
    private static final Set<String> SYSTEM = Set.of("sys", "sysfs", "class", "infiniband", "proc", "counters");
    private static final Pattern MOMENT = Pattern.compile(
            "(?i)(?:t|snap|snapshot|poll|before|after|start|end|first|second|sample|run)[_-]?\\d*|\\d+");
    private static final Set<String> LATE = Set.of("after", "end", "second");

    static Place of(String folders) {
        List<String> hosts = new ArrayList<>();
        String snapshot = "";
        for (String folder : folders.split("/", -1)) {
            if (MOMENT.matcher(folder).matches()) {
                snapshot = order(folder);
            } else if (!folder.isEmpty() && !SYSTEM.contains(folder.toLowerCase(Locale.ROOT))) {
                hosts.add(folder);
            }
        }
        return new Place(String.join("/", hosts), snapshot);
    }

    /// The same from a file's own name: `ethtool_t1.txt`.
    static Place ofName(String name) {
        int slash = name.lastIndexOf('/');
        Place folders = of(slash < 0 ? "" : name.substring(0, slash));
        String base = name.substring(slash + 1).replaceFirst("\\.\\w+$", "");
        for (String part : base.split("[_.-]", -1)) {
            if (MOMENT.matcher(part).matches()) {
                return new Place(folders.host, order(part));
            }
        }
        return folders;
    }

    /// Words in the order of time, numbers by their size.
    private static String order(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        String digits = lower.replaceAll("\\D", "");
        String late = LATE.contains(lower.replaceAll("[\\W\\d_]", "")) ? "1" : "0";
        return late + "0".repeat(Math.max(0, 12 - digits.length())) + digits;
    }
}
