// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

/// What a driver reported of a device, as a person says it.
final class FaultWords {
    private FaultWords() {}

    /// Behind the device's name: `has fallen off the bus (Xid 79)`, `reported Xid 48`.
    ///
    /// @param text of the fact: what kind of report, and its number if it has one
    static String of(String text) {
        String[] words = text.split(" ", 2);
        String number = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "off_bus" -> "has fallen off the bus" + (number.isEmpty() ? "" : " (Xid " + number + ")");
            case "wedged" -> "must be reset" + (number.isEmpty() ? "" : " (Xid " + number + ")");
            case "xid" -> "reported Xid " + number;
            case "sxid" -> "reported SXid " + number;
            default -> "reported " + text;
        };
    }
}
