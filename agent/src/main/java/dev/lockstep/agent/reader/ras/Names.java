// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.ras.RasProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How RAS names processes and ranks.
final class Names {
    private static final Pattern PROCESS =
            Pattern.compile("Process (\\d{1,18}) on node (\\S+) managing GPUs? (\\d{1,4})[\\d,]*(?: \\(NVML"
                    + " \\d{1,4}[\\d,]*\\))?\\s?(.*)");
    private static final Pattern RANK = Pattern.compile(
            "Rank (-?\\d{1,18})\\b([^\\[]*?)(?:--\\s*GPU (\\d{1,4})(?: \\(NVML \\d{1,4}\\))? managed by process"
                    + " (\\d{1,18}) on node (?:node )?(\\S+).*|--\\s*\\[.*|)");
    private static final Pattern ADDRESS = Pattern.compile("(\\S+?)<(\\d{1,5})>\\s?(.*)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private Names() {}

    /// A process, and what is said of it.
    record Named(RasProcess process, String rest) {}

    static Optional<Named> process(String text) {
        Matcher matcher = PROCESS.matcher(text);
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        RasProcess process = new RasProcess(
                OptionalInt.empty(),
                Numbers.small(matcher.group(3)),
                Numbers.whole(matcher.group(1)),
                Optional.of(matcher.group(2)),
                Optional.empty());
        return Optional.of(new Named(process, matcher.group(4)));
    }

    private static OptionalInt small(String text) {
        return text == null ? OptionalInt.empty() : Numbers.small(text);
    }

    /// `Rank 7 has launched up to operation 60 -- GPU 3 managed by process 1650 on node n2`: the rank, and the words
    /// between. A rank over 31 bits is rank -1.
    static Optional<Named> rank(String text) {
        Matcher matcher = RANK.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        RasProcess process = new RasProcess(
                OptionalInt.of(Numbers.small(matcher.group(1)).orElse(-1)),
                small(matcher.group(3)),
                matcher.group(4) == null ? OptionalLong.empty() : Numbers.whole(matcher.group(4)),
                Optional.ofNullable(matcher.group(5)),
                Optional.empty());
        return Optional.of(new Named(process, matcher.group(2).strip()));
    }

    /// The peer of an event: a process, or only a socket's address.
    static Named peer(String text) {
        Optional<Named> process = process(text);
        if (process.isPresent()) {
            return process.get();
        }
        return address(text).orElse(new Named(RasProcess.UNKNOWN, text));
    }

    static Optional<Named> address(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        RasProcess process = new RasProcess(
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.of(matcher.group(1) + ":" + matcher.group(2)));
        return Optional.of(new Named(process, matcher.group(3)));
    }

    /// `The missing ranks: 21,22`.
    static List<RasProcess> ranks(String text) {
        List<RasProcess> ranks = new ArrayList<>();
        NUMBER.matcher(text)
                .results()
                .limit(1024)
                .forEach(found -> Numbers.small(found.group()).ifPresent(rank -> ranks.add(RasProcess.ofRank(rank))));
        return ranks;
    }
}
