// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether one conclusion is what one statement expects.
final class Fit {
    /// Lists of world ranks that must be the culprits, no more and no less.
    private static final List<String> CULPRITS = List.of("culprit_ranks", "outlier_ranks");
    /// Ranks of which none may be a culprit.
    private static final List<String> WITNESSES = List.of("waiting_ranks", "ready_ranks");
    /// A rank that the conclusion must name, as culprit or as witness.
    private static final Set<String> RANKS = Set.of("rank", "global_rank");
    /// Things that the conclusion must name.
    private static final Map<String, Function<Subject, Optional<String>>> NAMED = Map.of(
            "host", Subject::host,
            "pid", subject -> Optional.of(String.valueOf(subject.pid().orElse(-1))),
            "gpu", subject -> Optional.of(String.valueOf(subject.gpu().orElse(-1))),
            "cuda_dev", subject -> Optional.of(String.valueOf(subject.gpu().orElse(-1))),
            "pci", Subject::pci,
            "comm", Subject::group,
            "pg_rank", subject -> Optional.of(String.valueOf(subject.groupRank().orElse(-1))));
    /// Values that must stand among the facts, or be the name of a device or peer.
    private static final List<String> FACTS = List.of(
            "op",
            "seq",
            "xid",
            "status",
            "lag",
            "expected_bytes",
            "received_bytes",
            "bytes",
            "link",
            "class",
            "pg",
            "pg_guid",
            "hca",
            "device",
            "peer",
            "from_mbps",
            "to_mbps",
            "nranks",
            "outstanding",
            "last_finished",
            "opcount",
            "first_divergent_opcount",
            "call_site",
            "phase",
            "vendor_err",
            "dev",
            "direction",
            "plugin",
            "process",
            "root_xid",
            "missing_sn",
            "duplicates_dropped",
            "library",
            "algo",
            "proto",
            "channels",
            "verdict",
            "port");

    private static final Pattern DISTINCT = Pattern.compile("(\\d{1,6}) distinct");

    private Fit() {}

    static boolean isOf(Expected expected, Conclusion conclusion) {
        if (expected.signal().isPresent()) {
            return conclusion.signal() == expected.signal().get();
        }
        if (!expected.fields().containsKey("xid")) {
            return conclusion.signal() == Signal.INFO_PARSED;
        }
        return conclusion.signal().family().equals("gpu")
                && conclusion.fact("xid").equals(expected.word("xid").orElse(""));
    }

    static List<String> differences(Expected expected, Conclusion conclusion) {
        List<String> differences = new ArrayList<>();
        String severity = expected.word("severity").orElse("").toLowerCase(Locale.ROOT);
        if (severity.matches("p[012]|info") && !conclusion.severity().label().equals(severity)) {
            differences.add(
                    "severity " + severity + " (is " + conclusion.severity().label() + ")");
        }
        culprits(expected, conclusion, differences);
        lines(expected, conclusion, differences);
        List<Subject> named = Stream.concat(conclusion.culprits().stream(), conclusion.witnesses().stream())
                .toList();
        NAMED.forEach((field, part) -> {
            Wanted wanted = Wanted.of(expected, field);
            boolean isNamed = wanted.isMetBy(value -> named.stream()
                            .anyMatch(subject -> isSame(part.apply(subject).orElse(""), value))
                    || isSame(conclusion.fact(field), value));
            if (!isNamed) {
                differences.add(field + " " + wanted.text());
            }
        });
        for (String field : FACTS) {
            Wanted wanted = Wanted.of(expected, field);
            if (!wanted.isMetBy(value -> hasValue(conclusion, field, value))) {
                differences.add(field + " " + wanted.text() + " (is " + conclusion.fact(field) + ")");
            }
        }
        return differences;
    }

    /// `line 3: [a-1, -2, -3]`: what a list on a line of the input stands for; its first name and its length must be
    /// right. `18 distinct` in words is its length.
    private static void lines(Expected expected, Conclusion conclusion, List<String> differences) {
        expected.fields().forEach((field, value) -> {
            if (!field.startsWith("line ")) {
                return;
            }
            String found = conclusion.fact(field);
            List<String> items = found.length() < 2
                    ? List.of()
                    : List.of(found.substring(1, found.length() - 1).split(", ", -1));
            Matcher distinct = DISTINCT.matcher(String.valueOf(value));
            boolean isSame = value instanceof List<?> list
                    ? items.size() == list.size() && items.getFirst().equals(String.valueOf(list.getFirst()))
                    : distinct.find() && items.size() == Integer.parseInt(distinct.group(1));
            if (!isSame) {
                differences.add(field + " " + value + " (is " + found + ")");
            }
        });
    }

    private static void culprits(Expected expected, Conclusion conclusion, List<String> differences) {
        TreeSet<Integer> blamed = new TreeSet<>();
        conclusion.culprits().forEach(subject -> subject.rank().ifPresent(blamed::add));
        for (String field : CULPRITS) {
            if (expected.fields().get(field) instanceof List<?> ranks
                    && !numbers(ranks).equals(blamed)) {
                differences.add(field + " " + numbers(ranks) + " (is " + blamed + ")");
            }
        }
        for (String field : WITNESSES) {
            if (expected.fields().get(field) instanceof List<?> ranks) {
                numbers(ranks).stream()
                        .filter(blamed::contains)
                        .forEach(rank -> differences.add("rank " + rank + " as a witness"));
            }
        }
        for (String field : RANKS) {
            if (expected.fields().get(field) instanceof Number rank) {
                boolean isNamed = Stream.concat(conclusion.culprits().stream(), conclusion.witnesses().stream())
                        .anyMatch(subject ->
                                subject.rank().orElse(subject.groupRank().orElse(-1)) == rank.intValue());
                if (!isNamed) {
                    differences.add(field + " " + rank);
                }
            }
        }
    }

    private static Set<Integer> numbers(List<?> list) {
        return list.stream()
                .filter(Number.class::isInstance)
                .map(each -> ((Number) each).intValue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean hasValue(Conclusion conclusion, String field, String wanted) {
        boolean isDevice = field.equals("device") || field.equals("hca") || field.equals("peer");
        if (isDevice
                && conclusion.culprits().stream()
                        .anyMatch(subject -> isSame(subject.device().orElse(""), wanted)
                                || isSame(subject.peer().orElse(""), wanted))) {
            return true;
        }
        String value = conclusion.fact(field);
        int explained = value.indexOf(" (");
        return isSame(value, wanted) || (explained > 0 && isSame(value.substring(0, explained), wanted));
    }

    /// Alike without the marks around numbers: `0x` of hashes, the function of PCI addresses, capitals.
    private static boolean isSame(String value, String wanted) {
        return !value.isEmpty() && normal(value).equals(normal(wanted));
    }

    private static String normal(String text) {
        String plain = text.toLowerCase(Locale.ROOT).strip().replaceFirst("^0x0*", "");
        return plain.replaceFirst("(:[0-9a-f]{2})\\.[0-9]$", "$1");
    }
}
