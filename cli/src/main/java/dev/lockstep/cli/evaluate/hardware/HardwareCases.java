// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.hardware;

import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.CaseKind;
import dev.lockstep.cli.evaluate.cases.CaseList;
import dev.lockstep.cli.evaluate.cases.ClusterShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Which cases an evaluation of verdicts about devices runs. Equal wishes give equal lists.
public final class HardwareCases {
    private HardwareCases() {}

    /// Each kind of fault in turn, `runs` in all, and as many of decoys, in shapes drawn evenly.
    ///
    /// @param only the one kind that is wanted; empty for all
    /// @param ranksMax the largest cluster
    public static List<Case> of(int runs, long seed, Optional<String> only, int ranksMax) {
        List<Case> cases = new ArrayList<>(of(HardwareFaults.all(), runs, seed, only, ranksMax));
        cases.addAll(of(HardwareDecoys.all(), runs, seed, only, ranksMax));
        return cases;
    }

    /// All kinds of faults and decoys.
    public static List<CaseKind> kinds() {
        return Stream.concat(HardwareFaults.all().stream(), HardwareDecoys.all().stream())
                .toList();
    }

    /// The case of that name, of its kind, strength, shape and seed; absent if there is none.
    public static Optional<Case> named(String name) {
        return CaseList.named(kinds(), name);
    }

    private static List<Case> of(List<CaseKind> all, int runs, long seed, Optional<String> only, int ranksMax) {
        List<CaseKind> kinds = all.stream()
                .filter(kind -> only.isEmpty() || only.get().equals(kind.name()))
                .toList();
        SplittableRandom random = new SplittableRandom(seed);
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < runs && !kinds.isEmpty(); i++) {
            CaseKind kind = kinds.get(i % kinds.size());
            List<ClusterShape> shapes = ClusterShape.ALL.stream()
                    .filter(shape -> kind.fits().test(shape) && shape.ranks() <= ranksMax)
                    .toList();
            ClusterShape shape = shapes.get(random.nextInt(shapes.size()));
            cases.add(kind.in(shape, kind.strengths().getFirst(), seed + i));
        }
        return cases;
    }
}
