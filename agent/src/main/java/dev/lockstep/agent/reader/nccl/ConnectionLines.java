// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Channels, rings, trees, transports and tuning. By far the most lines of a log, so each is told by its first letters
/// and counted, and only the path of a connection is looked at:
///
/// ```
/// Channel 07/0 : 7[c3000] -> 23[c6000] [send] via NET/IB/8/GDRDMA
/// Channel 04/0 : 8[0] -> 0[0] [receive] via NET/AWS Libfabric/4/GDRDMA
/// AllReduce: 33554432 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..31}
/// ```
///
/// The bracket is a bus id up to 2.14 and a device index from 2.18; it is not read. `2` in `Channel 00/02 : 0 1` is the
/// number of channels, in `Channel 12/0 : 3 -> 2` the index of the connection.
final class ConnectionLines implements NcclFamily {
    private static final int TRANSPORTS_MAX = 64;

    private static final Pattern PATH = Pattern.compile(
            "([A-Za-z][\\w ]*?(?:/[A-Za-z][\\w .-]*)*)(?:/\\d+(?:\\(\\d+\\))?)?(/GDRDMA(?:\\([^)]*\\))?)?(/Shared)?");
    private static final Pattern TUNED =
            Pattern.compile("^(\\w+): (\\d+) Bytes -> Algo (\\w+) [Pp]roto (\\w+)(?: time [\\d.]+)?(?:"
                    + " channel\\{Lo\\.\\.Hi\\}=\\{(\\d+)\\.\\.(\\d+)\\})?");
    private static final String[] ALGORITHMS = {
        "TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS", "NVLS_TREE", "PAT"
    };
    private static final String[] PROTOCOLS = {"LL", "LL128", "SIMPLE"};

    private final Map<String, Long> transports = new TreeMap<>();
    private String tuned = "";
    private long connections;

    @Override
    public boolean takes(NcclLine line) {
        String message = line.message();
        if (message.isEmpty()) {
            return true;
        }
        return switch (message.charAt(0)) {
            case 'C' -> channel(message);
            case 'R' -> message.startsWith("Ring ") && channel(message);
            case 'T' -> message.startsWith("Trees ") || message.startsWith("Tree ");
            case 't' -> message.startsWith("threadThresholds");
            case 'P' -> message.startsWith("P2P Chunksize") || message.startsWith("Pattern ");
            case ' ' -> message.contains("|") || message.contains("(") || message.contains("/");
            case 'L' -> message.startsWith("Latency/AlgBw");
            case '=' -> true;
            case 'n' -> message.startsWith("nccl") && message.indexOf('(') > 0 && !message.contains("Comm");
            default -> isChannels(message) || tuning(message);
        };
    }

    private boolean channel(String message) {
        if (message.startsWith("Connected ")) {
            return true;
        }
        if (!message.startsWith("Channel ") && !message.startsWith("Ring ")) {
            return message.startsWith("CollNet") || message.startsWith("Channels ");
        }
        connections++;
        int via = message.indexOf(" via ");
        if (via > 0) {
            String path = message.substring(via + 5);
            int comm = path.indexOf(" comm ");
            count(comm < 0 ? path.strip() : path.substring(0, comm).strip());
        }
        return true;
    }

    private void count(String path) {
        if (path.indexOf('/') < 0) {
            add(path);
            return;
        }
        Matcher matcher = PATH.matcher(path);
        if (matcher.lookingAt()) {
            add(matcher.group(1) + (matcher.group(2) == null ? "" : " GDR"));
        }
    }

    private void add(String transport) {
        if (transports.containsKey(transport) || transports.size() < TRANSPORTS_MAX) {
            transports.merge(transport, 1L, Long::sum);
        }
    }

    private static boolean isChannels(String message) {
        return Character.isDigit(message.charAt(0)) && message.contains(" channels");
    }

    private boolean tuning(String message) {
        int bytes = message.indexOf(" Bytes -> Algo ");
        if (bytes < 0) {
            return false;
        }
        tuned = message;
        return true;
    }

    /// What to tell of all lines: transports, and of the last tuning line what it chose.
    Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>();
        if (!transports.isEmpty()) {
            facts.put("transports", transports.toString());
        }
        if (connections > 0) {
            facts.put("connections", String.valueOf(connections));
        }
        Matcher choice = TUNED.matcher(tuned);
        if (choice.find()) {
            facts.put("op", choice.group(1));
            facts.put("bytes", choice.group(2));
            facts.put("algo", name(ALGORITHMS, choice.group(3)));
            facts.put("proto", name(PROTOCOLS, choice.group(4)));
            if (choice.group(5) != null) {
                facts.put("channels", String.valueOf(number(choice.group(6)) - number(choice.group(5)) + 1));
            }
        }
        return facts;
    }

    private static String name(String[] names, String text) {
        int index = text.length() == 1 && Character.isDigit(text.charAt(0)) ? text.charAt(0) - '0' : -1;
        return index >= 0 && index < names.length ? names[index] : text;
    }

    private static int number(String digits) {
        return digits.length() > 6 ? 0 : Integer.parseInt(digits);
    }
}
