// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import dev.lockstep.simulator.scenario.Symptom.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The value of a `hardware` line: a kind and `key=value` words, as in `xid rank=3 from=20 code=79`.
final class SymptomLine {
    private static final int OFF_THE_BUS = 79;
    private static final int XID_MAX = 999;

    private SymptomLine() {}

    static Optional<Symptom> parse(String line, List<String> problems) {
        int before = problems.size();
        Settings settings = Settings.ofWords("hardware", line, problems);
        String word = line.split("\\s+", 2)[0];
        Optional<Kind> kind = Stream.of(Kind.values())
                .filter(known -> known.word().equals(word))
                .findFirst();
        if (kind.isEmpty()) {
            settings.problem("no such kind; one of "
                    + Stream.of(Kind.values()).map(Kind::word).collect(Collectors.joining(", ")));
        }
        int rank = settings.count("rank", -1, 0, Shape.RANKS_MAX);
        if (rank < 0) {
            settings.problem("rank: missing");
        }
        int from = settings.count("from", 0, 0, Fault.EVER);
        int xid = kind.isPresent() && kind.get() == Kind.XID ? settings.count("code", OFF_THE_BUS, 1, XID_MAX) : 0;
        settings.refuseTheRest();
        return problems.size() == before ? kind.map(known -> new Symptom(known, rank, from, xid)) : Optional.empty();
    }
}
